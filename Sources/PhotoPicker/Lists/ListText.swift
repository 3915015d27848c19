import PhotoFiles
import PhotoFormats

/// Decodes the text of a list to UTF-8: gzip (RFC 1952), byte order marks, and UTF-16 (RFC 2781), in which Windows saves
/// text files.
package enum ListText {
  /// The number of bytes examined, enough to find the NUL after the longest path.
  static let windowCount = PathList.longestPath + 4096

  /// Decodes a complete text.
  ///
  /// - Parameter limit: The maximum size of the decoded text, in bytes.
  /// - Throws: `PathListError`, also for a longer text.
  package static func decoded(_ bytes: [UInt8], limit: Int) throws(PathListError) -> [UInt8] {
    do {
      let text = try decoded(ByteWindow(bytes)) { true }
      var all: [UInt8]? = []
      try text.take(limit: limit, into: &all) { _ in false }
      return all ?? []
    } catch {
      throw PathListError(error, of: "a list", line: nil)
    }
  }

  /// Returns a window on the text after its byte order mark.
  ///
  /// - Parameter hasMore: Returns `false` if further input has not arrived yet.
  /// - Throws: `ByteWindow.Failure`; `PathListError` for an encoding that is unsupported or uncertain.
  static func decoded(_ bytes: ByteWindow, hasMore: () -> Bool) throws -> ByteWindow {
    let start = try bytes.peek()
    if start == GzipDecoder.magic[0], try bytes.look(2).starts(with: GzipDecoder.magic) {
      let inflated = try ByteWindow(inflating: bytes)
      guard try inflated.peek() != GzipDecoder.magic[0] else { throw ByteWindow.Failure.malformed }
      return try decoded(inflated, hasMore: hasMore)
    }
    if start == 0xEF, try bytes.begins(with: "\u{FEFF}") {
      bytes.skip(3)
      return bytes
    }
    if let order = try markedOrder(bytes) {
      bytes.skip(2)
      return ByteWindow(decoding: bytes, order)
    }
    let window = try window(of: bytes, hasMore: hasMore)
    return try UnmarkedText(window).order().map { ByteWindow(decoding: bytes, $0) } ?? bytes
  }

  /// Returns the byte order of UTF-16 with a byte order mark, or `nil` for any other text.
  private static func markedOrder(_ bytes: ByteWindow) throws -> ByteOrder? {
    guard let start = try bytes.peek(), [0xFF, 0xFE, 0].contains(start) else { return nil }
    let mark = try bytes.look(4).prefix(4)
    if mark.elementsEqual([0xFF, 0xFE, 0, 0]) || mark.elementsEqual([0, 0, 0xFE, 0xFF]) {
      throw PathListError(.utf32, line: nil)
    }
    if mark.starts(with: [0xFF, 0xFE]) { return .little }
    return mark.starts(with: [0xFE, 0xFF]) ? .big : nil
  }

  /// Returns as many of the first bytes as a decision about the format needs.
  static func window(of bytes: ByteWindow, hasMore: () -> Bool) throws -> UnsafeRawBufferPointer {
    var window = try bytes.look(1)
    while window.count < windowCount, hasMore() || !isSufficient(window) {
      let count = window.count
      window = try bytes.look(count + 1)
      if window.count == count { break }
    }
    return window
  }

  /// Whether the format can be detected from complete lines, or from a path that ends with NUL.
  private static func isSufficient(_ window: UnsafeRawBufferPointer) -> Bool {
    if window.contains(0) { return UnmarkedText(window).isSufficient }
    guard window.last == UInt8(ascii: "\n") else { return false }
    let text = window.drop(while: ByteWindow.isBlank)
    let isOpen = text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "{")
    return text.dropFirst(isOpen ? 1 : 0).contains { !ByteWindow.isBlank($0) }
  }
}
