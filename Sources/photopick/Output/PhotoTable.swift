import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// A table of a numbered view: a heading for each group, a line for each photo.
struct PhotoTable {
  private let view: NumberedView
  private let style: TerminalStyle
  private let base: Folder
  private let numberWidth: Int
  private let formatWidth: Int
  private let sizeWidth: Int
  /// Whether dates include seconds, because adjacent photos were taken in the same minute.
  private let showsSeconds: Bool
  private let columns: Columns
  /// Returns a note about the photo with a number, which follows the path.
  private let note: (Asset, Int) -> String?

  /// The preferred columns of a name.
  private static let nameWidth = 16

  /// The optional columns.
  private struct Columns: OptionSet {
    let rawValue: Int
    static let time = Columns(rawValue: 1)
    static let format = Columns(rawValue: 2)
    static let size = Columns(rawValue: 4)
  }

  /// - Parameters:
  ///   - base: The folder to which paths are relative.
  ///   - note: Returns a note about the photo with a number, which follows the path.
  init(
    _ view: NumberedView, base: Folder, style: TerminalStyle,
    note: @escaping (Asset, Int) -> String? = { _, _ in nil }
  ) {
    self.view = view
    self.note = note
    self.base = base
    self.style = style
    numberWidth = max(4, String(view.count).count)
    var formatWidth = 4
    var sizeWidth = 0
    for asset in view.groups.lazy.flatMap(\.assets) {
      formatWidth = max(formatWidth, asset.format.rawValue.utf8.count)
      sizeWidth = max(sizeWidth, Self.size(of: asset).count)
    }
    self.formatWidth = formatWidth
    self.sizeWidth = sizeWidth
    let hasSeconds = view.groups.contains { group in
      zip(group.assets, group.assets.dropFirst()).contains { PhotoFacts.shareMinute($0, $1) }
    }
    showsSeconds = hasSeconds
    // In a narrow terminal, omit other columns in favor of the name.
    let room = (style.width ?? .max) - numberWidth - 2 - Self.nameWidth
    var columns: [(column: Columns, width: Int)] = [
      (.size, sizeWidth + 2), (.format, formatWidth + 2), (.time, hasSeconds ? 9 : 6),
    ]
    while columns.reduce(12, { $0 + $1.width }) > room, !columns.isEmpty { columns.removeFirst() }
    self.columns = columns.reduce(into: []) { $0.insert($1.column) }
  }

  func write(to output: ResultOutput) throws {
    var number = 0
    try output.writeText(view.groups.enumerated()) { pair, text in
      let (index, group) = pair
      if index > 0 { text.end() }
      text.append(style.heading(group.title, count: group.assets.count))
      text.end()
      for asset in group.assets {
        number += 1
        append(asset, number: number, to: &text)
      }
    }
  }

  private func append(_ asset: Asset, number: Int, to text: inout ResultText) {
    let digits = String(number)
    let size = Self.size(of: asset)
    // A tilde precedes a date from the file system, as in the picker.
    let mark = asset.isDatedByFile ? " ~" : "  "
    var line = String(repeating: " ", count: numberWidth - digits.count) + digits + mark
    let width = columns.contains(.time) ? showsSeconds ? 19 : 16 : 10
    let date = asset.wallDate.map { PhotoFacts.date($0, showsSeconds: showsSeconds) } ?? "no date"
    line += TerminalText.padded(String(date.prefix(width)), to: width)
    if columns.contains(.format) {
      line += "  " + TerminalText.padded(asset.format.rawValue, to: formatWidth)
    }
    if columns.contains(.size), sizeWidth > 0 { line += "  " + TerminalText.padded(size, to: sizeWidth) }
    line += "  " + Self.text(ofPath: Self.part(of: asset.pathBytes, below: base))
    let badges = view.unit.badges(of: asset)
    if !badges.isEmpty { line += "  (\(badges.joined(separator: ", ")))" }
    if let note = note(asset, number) { line += "  \(note)" }
    if let damage = asset.damage { line += "  (damaged: \(SafeText.escaping(damage)))" }
    if let width = style.width { line = TerminalText.truncated(line, to: width) }
    text.append(line)
    text.end()
  }

  /// Returns the part of an absolute path below a folder; returns other paths as is.
  private static func part(of path: [UInt8], below base: Folder) -> ArraySlice<UInt8> {
    let rest = path.dropFirst(base.bytes.count)
    guard base.bytes.count > 1, rest.first == UInt8(ascii: "/"), path.starts(with: base.bytes) else {
      return path[...]
    }
    return rest.dropFirst()
  }

  /// Escapes a path for terminals, and leading and trailing spaces as `\u{20}`.
  private static func text(ofPath path: ArraySlice<UInt8>) -> String {
    let blank = UInt8(ascii: " ")
    let start = path.prefix(1).prefix { $0 == blank }
    let end = path.dropFirst(start.count).suffix(1).filter { $0 == blank }
    let middle = SafeText.escaping(utf8: path.dropFirst(start.count).dropLast(end.count))
    return start.map { _ in "\\u{20}" }.joined() + middle + end.map { _ in "\\u{20}" }.joined()
  }

  private static func size(of asset: Asset) -> String {
    asset.pixelSize.map { "\($0.width)×\($0.height)" } ?? ""
  }
}
