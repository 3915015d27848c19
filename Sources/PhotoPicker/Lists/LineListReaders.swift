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

  mutating func read() throws -> PathListEntry? {
    for _ in 0..<Self.blankLimit {
      guard var text = try bytes.text(endedBy: separator, limit: PathList.longestPath) else { return nil }
      if hasCarriageReturns, text.last == UInt8(ascii: "\r") { text.removeLast() }
      if !text.isEmpty { return .path(PathRecord.path(text)) }
    }
    throw PathListError(.noList, line: nil)
  }
}

/// Reads the lines of `photopick info` for their URLs.
struct InfoListReader: PathListReader {
  /// How the line of a URL begins.
  static let mark = Array("url             file://".utf8)
  /// How many bytes stand before the URL.
  private static let indentation = mark.count - 7

  let form = "the text of photopick info"
  let bytes: ByteWindow

  mutating func read() throws -> PathListEntry? {
    while let line = try bytes.line(limit: JSONText.stringLimit) {
      guard line.starts(with: Self.mark) else { continue }
      return .path(PathRecord.path(Array(line.dropFirst(Self.indentation))))
    }
    return nil
  }
}

/// Reads the table of `photopick browse`: headings, and a line for each photo.
struct TableReader: PathListReader {
  let form = "the table of photopick browse"
  let bytes: ByteWindow

  mutating func read() throws -> PathListEntry? {
    while let line = try bytes.line(limit: PathList.longestPath + 4096) {
      if let row = Self.row(line) { return .shown(row.number, row.paths) }
      guard line.allSatisfy(ByteWindow.isBlank) || Self.isHeading(line) else {
        throw ByteWindow.Failure.malformed
      }
    }
    return nil
  }

  /// True for a line such as `May 2014 · 3`.
  static func isHeading(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    let digits = line.reversed().prefix { (0x30...0x39).contains($0) }
    return !digits.isEmpty && line.dropLast(digits.count).reversed().starts(with: " · ".utf8.reversed())
  }

  /// True for a line such as `Trip to Kyoto  8  2018-04-02  2018-04-03  /photos/Trip to Kyoto`.
  static func isAlbum(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    let text = Array(line)
    let width = "  2018-04-02  2018-04-03".utf8.count
    return text.indices.dropLast(width - 1).contains { start in
      let (head, dates, rest) = (text[..<start], text[start...].prefix(width), text[(start + width)...])
      return head.last.map(isDigit) ?? false && isPattern(dates, "  0000-00-00  0000-00-00")
        && (rest.isEmpty || rest.starts(with: "  /".utf8))
    }
  }

  /// The number of a line such as `   1  2014-05-25 10:00  jpeg  4032×3024  Trip/IMG_0012.JPG`, and what its path may be:
  /// what looks like a size may begin it. `nil` if it is no such line.
  static func row(_ line: some Collection<UInt8>) -> (number: Int, paths: [[UInt8]])? {
    var rest = Fields(rest: Array(line)[...])
    guard let number = Int(String(decoding: rest.next(), as: UTF8.self)), number > 0 else { return nil }
    let date = rest.next()
    if date.elementsEqual("no".utf8) {
      guard rest.next().elementsEqual("date".utf8) else { return nil }
    } else {
      // A tilde marks the date of the file.
      let day = date.first == UInt8(ascii: "~") ? date.dropFirst() : date
      let time = rest.next()
      guard isPattern(day, "0000-00-00"),
        isPattern(time, "00:00") || isPattern(time, "00:00:00") || time.elementsEqual("--:--".utf8)
      else {
        return nil
      }
    }
    guard PhotoFormat(rawValue: String(decoding: rest.next(), as: UTF8.self)) != nil else { return nil }
    let sized = rest
    let starts = isSize(rest.next()) ? [rest, sized] : [sized]
    let paths = starts.map { Array($0.rest.drop { $0 == 0x20 }) }
    return paths[0].isEmpty ? nil : (number, paths)
  }

  /// True for a size such as `4032×3024`.
  private static func isSize(_ text: ArraySlice<UInt8>) -> Bool {
    guard let sign = text.firstRange(of: "×".utf8) else { return false }
    let sides = [text[..<sign.lowerBound], text[sign.upperBound...]]
    return sides.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// True for digits in the places of the pattern's zeros, and the same bytes in all others.
  private static func isPattern(_ text: ArraySlice<UInt8>, _ pattern: String) -> Bool {
    text.count == pattern.utf8.count
      && zip(text, pattern.utf8).allSatisfy { $1 == 0x30 ? isDigit($0) : $0 == $1 }
  }

  /// Words between blanks.
  private struct Fields {
    var rest: ArraySlice<UInt8>

    mutating func next() -> ArraySlice<UInt8> {
      rest = rest.drop { $0 == 0x20 }
      let word = rest.prefix { $0 != 0x20 }
      rest = rest[word.endIndex...]
      return word
    }
  }
}
