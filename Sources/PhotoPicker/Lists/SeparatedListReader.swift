import PhotoFormats

/// Reads paths or `file://` URLs that are separated by NUL or by newlines.
struct SeparatedListReader: PathListReader {
  /// How many separators may follow each other: a device full of zeros is no list.
  private static let blankLimit = 64 * 1024

  let bytes: ByteWindow
  let form = "a list of paths"
  let separator: UInt8
  /// True if lines end in CR LF, as those from Windows and from spreadsheets.
  let hasCarriageReturns: Bool

  func read(_ take: Take) throws {
    var blanks = 0
    while var text = try bytes.text(endedBy: separator, limit: PathList.longestPath) {
      if hasCarriageReturns, text.last == UInt8(ascii: "\r") { text.removeLast() }
      blanks = text.isEmpty ? blanks + 1 : 0
      guard blanks < Self.blankLimit else { throw PathListError(.noList, line: nil) }
      if !text.isEmpty { try take(.path(PathRecord.path(text))) }
    }
  }
}
