/// The marks of phones' firmware for the mode of a photo, such as `edf` and `oznorWO` of Huawei or `Oplus_131072` of OPPO.
enum FirmwareMark {
  /// Makers that write a name and a number.
  private static let numbering: Set<String> = ["oneplus", "oplus", "oppo", "realme"]
  /// Makers that write abbreviations.
  private static let abbreviating: Set<String> = ["hinova", "honor", "huawei"]
  /// The modes that abbreviations name, as libraries of photos report them.
  private static let modes = [
    "bhdp", "bsh", "btf", "btr", "burst", "cof", "cuva", "dav", "edf", "fbt", "frem", "fsh", "hdr", "mde",
    "mef", "mon",
    "nor", "ptf", "ptr", "qrf", "rbt", "rpt", "sdr", "smart",
  ].map { Array($0.utf8) }
  /// The lengths of abbreviations without vowels, such as `qrf`, which people rarely write.
  private static let consonantCount = 3...8
  /// What firmware writes before and after modes; `fbtmdn` is `fbt` with `mdn`.
  private static let affixes = ["b", "bty", "f", "front", "j", "mdn", "oz", "pl", "r", "soft", "wo", "_"]
    .map { Array($0.utf8) }

  /// Returns whether a string of at most 64 bytes is a mark.
  ///
  /// - Parameter maker: The maker's name in Exif; without one, only names with numbers are marks.
  static func matches(_ text: [UInt8], maker: String?) -> Bool {
    let maker = maker?.lowercased().split(separator: " ").first.map(String.init)
    if maker.map(numbering.contains) ?? true, isNumbered(text) { return true }
    guard let maker, abbreviating.contains(maker), let first = text.first, first == first.lowercased else {
      return false
    }
    return isWithoutVowels(text) || isAbbreviation(text.map(\.lowercased))
  }

  private static func isNumbered(_ text: [UInt8]) -> Bool {
    let parts = text.map(\.lowercased).split(separator: UInt8(ascii: "_"))
    return parts.count == 2 && numbering.contains(String(decoding: parts[0], as: UTF8.self))
      && parts[1].allSatisfy(\.isDigit)
  }

  private static func isWithoutVowels(_ text: [UInt8]) -> Bool {
    consonantCount.contains(text.count)
      && text.allSatisfy { $0.isLetter && $0 == $0.lowercased && !"aeiouy".utf8.contains($0) }
  }

  /// Whether a string consists of modes and affixes, with at least one mode.
  private static func isAbbreviation(_ text: [UInt8]) -> Bool {
    // The ends of the prefixes that consist of affixes, and of those with a mode.
    var (plainEnds, modeEnds): (Set<Int>, Set<Int>) = ([0], [])
    for start in text.indices where plainEnds.contains(start) || modeEnds.contains(start) {
      let rest = text[start...]
      modeEnds.formUnion(modes.filter(rest.starts).map { start + $0.count })
      let ends = affixes.filter(rest.starts).map { start + $0.count }
      if plainEnds.contains(start) { plainEnds.formUnion(ends) }
      if modeEnds.contains(start) { modeEnds.formUnion(ends) }
    }
    return modeEnds.contains(text.count)
  }
}
