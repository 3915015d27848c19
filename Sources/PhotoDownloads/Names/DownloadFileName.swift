import PhotoFiles

/// A file name made safe from what a server or a URL proposes.
///
/// It has at most 240 bytes, so that a number still fits, and no leading dots or minus, no characters that
/// `Unicode.Scalar.isOmittedFromNames` excludes, and nothing that other systems forbid or Windows reserves.
enum DownloadFileName {
  private static let maximumLength = 240
  private static let maximumExtensionLength = 16
  private static let devices: Set<String> = ["CON", "PRN", "AUX", "NUL"]
  private static let numberedDevices: Set<String> = ["COM", "LPT"]

  /// Returns a safe name, or `download` if nothing is left of the proposal.
  static func safe(_ proposal: String) -> String {
    let last = proposal.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var scalars = last.unicodeScalars.filter { !isDropped($0) }.map { isForbidden($0) ? "_" : $0 }
    while let first = scalars.first, first == "." || first == " " { scalars.removeFirst() }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    var name = String(String.UnicodeScalarView(scalars))
    if name.isEmpty { return "download" }
    name = FileName(unchecked: Array(name.utf8)).sanitized.text
    if isDevice(name) { name = "_" + name }
    return shortened(name)
  }

  static func named(_ name: String, pathExtension: String?) -> String {
    guard let pathExtension, parts(of: name).pathExtension == nil else { return name }
    return "\(name).\(pathExtension)"
  }

  /// `beach.jpg`, `beach-2.jpg`, `beach-3.jpg` for 1, 2, 3.
  static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let (stem, pathExtension) = parts(of: name)
    return "\(stem)-\(number)" + (pathExtension.map { ".\($0)" } ?? "")
  }

  /// Splits a name at the last dot; a long or empty end is not an extension.
  private static func parts(of name: String) -> (stem: String, pathExtension: String?) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, nil) }
    let pathExtension = name[name.index(after: dot)...]
    guard !pathExtension.isEmpty, pathExtension.utf8.count <= maximumExtensionLength else {
      return (name, nil)
    }
    return (String(name[..<dot]), String(pathExtension))
  }

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumLength else { return name }
    var (stem, pathExtension) = parts(of: name)
    let room = maximumLength - (pathExtension.map { $0.utf8.count + 1 } ?? 0)
    // By scalars, since a character may have any length.
    while stem.utf8.count > room { stem.unicodeScalars.removeLast() }
    return stem + (pathExtension.map { ".\($0)" } ?? "")
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isOmittedFromNames || scalar == "\u{FFFD}"
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    "<>:\"|?*".unicodeScalars.contains(scalar)
  }

  private static func isDevice(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    return devices.contains(stem)
      || stem.count == 4 && numberedDevices.contains(String(stem.prefix(3))) && stem.last?.isNumber == true
  }
}
