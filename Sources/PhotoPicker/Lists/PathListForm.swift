import PhotoFiles
import PhotoFormats

/// The format of a list, detected from the first bytes.
enum PathListForm {
  case json, jsonLines, propertyList, csv
  case separated(by: UInt8, hasCarriageReturns: Bool)

  /// Returns the reader for a list.
  ///
  /// - Parameter hasMore: Returns `false` if further input has not arrived yet. Complete lines then suffice, so that a
  ///   program that writes one line and waits for the result gets it.
  /// - Throws: `PathListError` for input that isn't a list: a picture, a binary property list, output for users, text in an
  ///   unsupported or uncertain encoding.
  static func reader(
    of bytes: ByteWindow, from origin: ListOrigin = ListOrigin(), hasMore: () -> Bool = { true }
  ) throws(PathListError) -> any PathListReader {
    do {
      let text = try ListText.decoded(bytes, hasMore: hasMore)
      return try PathListForm(of: ListText.window(of: text, hasMore: hasMore)).reader(text, origin)
    } catch {
      throw PathListError(error, of: CSVListReader.formName, line: nil)
    }
  }

  private func reader(_ bytes: ByteWindow, _ origin: ListOrigin) throws -> any PathListReader {
    switch self {
    case .json: JSONListReader(bytes, origin, hasLines: false)
    case .jsonLines: JSONListReader(bytes, origin, hasLines: true)
    case .propertyList: PropertyListReader(bytes)
    case .csv: try CSVListReader(bytes)
    case .separated(let separator, let hasCarriageReturns):
      SeparatedListReader(bytes: bytes, separator: separator, hasCarriageReturns: hasCarriageReturns)
    }
  }

  /// Detects the format. Since a path may start with a bracket or brace, the next character counts too.
  private init(of window: UnsafeRawBufferPointer) throws(PathListError) {
    let text = window.drop(while: ByteWindow.isBlank)
    let next = text.dropFirst().drop(while: ByteWindow.isBlank)
    switch text.first {
    case UInt8(ascii: "[") where next.first == UInt8(ascii: "{") || next.first == UInt8(ascii: "\""):
      self = .json
    case UInt8(ascii: "[")
    where next.first == UInt8(ascii: "]") && next.dropFirst().allSatisfy(ByteWindow.isBlank):
      self = .json
    case UInt8(ascii: "{") where next.first == UInt8(ascii: "\""): self = .jsonLines
    case UInt8(ascii: "<")
    where ["<?xml", "<!DOCTYPE", "<plist"].contains(where: { text.starts(with: $0.utf8) }):
      self = .propertyList
    default: self = try Self.form(ofLines: window)
    }
  }

  private static func form(ofLines window: UnsafeRawBufferPointer) throws(PathListError) -> PathListForm {
    if window.starts(with: "bplist00".utf8) { throw PathListError(.binaryPropertyList, line: nil) }
    if !window.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }), isPicture(window) {
      // A list may start like a picture.
      throw PathListError(.noList, line: nil)
    }
    // Names may contain line breaks only if NUL separates them.
    if window.contains(0) { return .separated(by: 0, hasCarriageReturns: false) }
    let newline = UInt8(ascii: "\n")
    let lines = window.split(separator: newline)
    let filled = lines.lazy.filter { !$0.allSatisfy(ByteWindow.isBlank) }
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    if let first = filled.first {
      if CSVListReader.isHeader(first) { return .csv }
      if first.starts(with: "path            ".utf8),
        lines.contains(where: { $0.starts(with: "url             file://".utf8) })
      {
        throw PathListError(.forPeople("the output of photopick info"), line: nil)
      }
      // The first line of a table may be a heading.
      if let table = filled.prefix(2).lazy.compactMap(Self.table).first {
        throw PathListError(.forPeople("the table of photopick \(table)"), line: nil)
      }
    }
    // The last line may be incomplete.
    let ended = window.last == newline ? lines : lines.dropLast()
    let isReturned = !ended.isEmpty && ended.allSatisfy { $0.last == UInt8(ascii: "\r") }
    return .separated(by: newline, hasCarriageReturns: isReturned)
  }

  /// Returns the command that prints rows such as `   1  2014-05-25 10:00  jpeg  4032×3024  Trip/IMG_0012.JPG` or
  /// `Trip to Kyoto  8  2018-04-02  2018-04-03  /photos/Trip to Kyoto`.
  private static func table(_ row: some Collection<UInt8>) -> String? {
    let words = row.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    if words.count > 4, Int(words[0]) != nil, PhotoFormat(rawValue: words[3]) != nil {
      // A tilde precedes file dates.
      let hasDate = isDate(words[1].drop { $0 == "~" }) && words[2].contains(":")
      return hasDate || words[1...2] == ["no", "date"] ? "browse" : nil
    }
    let isOfAlbums = words.indices.dropLast(2).dropFirst().contains { place in
      Int(words[place]) != nil && words[(place + 1)...].prefix(2).allSatisfy(isDate)
        && words[(place + 3)...].first?.hasPrefix("/") ?? true
    }
    return isOfAlbums ? "list-albums" : nil
  }

  private static func isDate(_ word: some StringProtocol) -> Bool {
    word.utf8.count == 10
      && zip(word.utf8, "0000-00-00".utf8).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
  }

  /// Returns `true` if the input has the signature of a picture or video.
  static func isPicture(_ window: UnsafeRawBufferPointer) -> Bool {
    PhotoMetadata.read(ByteSource(Array(window))).fileType != .unknown
  }
}

/// Reads paths or `file://` URLs separated by NUL or newlines.
struct SeparatedListReader: PathListReader {
  /// The maximum number of consecutive separators, for devices such as `/dev/zero`.
  private static let blankLimit = 64 * 1024

  let bytes: ByteWindow
  let form = "a list of paths"
  let separator: UInt8
  /// Returns `true` if lines end with CR LF, as on Windows.
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
