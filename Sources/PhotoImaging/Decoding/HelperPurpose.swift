import PhotoFormats

/// The pictures that a helper can decode, from its arguments.
///
/// A helper loads the libraries of one coding before it gives up the right to open files.
struct HelperPurpose: Sendable {
  let coding: PictureCoding
  /// The maximum memory for a picture, in bytes.
  let byteLimit: UInt64

  private static let word = "---decode"

  init(_ coding: PictureCoding, byteLimit: UInt64) {
    self.coding = coding
    self.byteLimit = byteLimit
  }

  /// Returns `nil` if the arguments don't start a helper.
  init?(arguments: some Sequence<String>) {
    let words = Array(arguments)
    guard words.count == 3, words[0] == Self.word, let number = UInt32(words[1]),
      let coding = PictureCoding(rawValue: number), let byteLimit = UInt64(words[2])
    else { return nil }
    self.init(coding, byteLimit: byteLimit)
  }

  var arguments: [[UInt8]] {
    [Self.word, "\(coding.rawValue)", "\(byteLimit)"].map { Array($0.utf8) }
  }

  /// Whether a helper for this purpose also serves the other one.
  func covers(_ other: HelperPurpose) -> Bool { coding == other.coding && byteLimit >= other.byteLimit }
}
