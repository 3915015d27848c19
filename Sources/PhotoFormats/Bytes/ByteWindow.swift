import PhotoFiles
import SystemPackage

/// A window on a text that is read from a file, a pipe or memory.
package final class ByteWindow {
  package enum Failure: Error, Hashable {
    /// The file can't be read; the reason in a few words.
    case unreadable(String)
    /// A part of the text has more bytes than this.
    case tooLong(Int)
    /// The text doesn't have the form that its reader expects.
    case malformed
    /// A text in UTF-16 contains half of a surrogate pair, or ends in the middle of a character.
    case invalidUTF16
  }

  /// The most bytes of a text: enough for a list of two million records.
  package static let byteLimit = 1 << 30
  private static let windowCount = 256 * 1024

  private let room: UnsafeMutableRawBufferPointer
  private let source: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  private var start = 0
  private var end = 0
  private var total = 0
  private var isAtEnd = false
  private let limit: Int
  /// Whether the bytes are UTF-8 that was decoded from another encoding, which the text itself may still declare.
  package let isTranscoded: Bool

  private init(
    count: Int, limit: Int, isTranscoded: Bool = false,
    filling source: @escaping (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) {
    room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    self.limit = limit
    self.isTranscoded = isTranscoded
    self.source = source
  }

  private convenience init(
    count: Int, limit: Int = byteLimit,
    _ source: @escaping (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  ) {
    self.init(count: count, limit: limit) { room throws(Failure) in
      do throws(Errno) {
        return try source(room)
      } catch {
        throw .unreadable("\(error)")
      }
    }
  }

  /// Bytes from a function that fills a buffer and returns the number of bytes, 0 at the end.
  package convenience init(_ source: @escaping (UnsafeMutableRawBufferPointer) throws(Errno) -> Int) {
    self.init(count: Self.windowCount, source)
  }

  /// The bytes of a file or pipe from its current offset.
  package convenience init(_ file: FileDescriptor) {
    self.init { room throws(Errno) in try file.readWaiting(into: room) }
  }

  /// The bytes of a file or pipe of any length from its current offset.
  ///
  /// - Parameter willWait: Called before a read that waits for the writer.
  package convenience init(following file: FileDescriptor, willWait: @escaping () -> Void) {
    self.init(count: Self.windowCount, limit: .max) { room throws(Errno) in
      if !file.isReadyToRead { willWait() }
      return try file.readWaiting(into: room)
    }
  }

  package convenience init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init(count: min(max(bytes.count, 1), Self.windowCount)) { room throws(Errno) in
      let piece = rest.prefix(room.count)
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// The bytes that are compressed in a window (gzip, RFC 1952).
  package convenience init(inflating window: ByteWindow) throws(Failure) {
    let decoder: GzipDecoder
    do throws(Errno) {
      decoder = try GzipDecoder { room throws(Errno) in
        do throws(Failure) {
          let bytes = try window.look(1).prefix(room.count)
          room.copyBytes(from: bytes)
          window.skip(bytes.count)
          return bytes.count
        } catch {
          throw .ioError
        }
      }
    } catch {
      throw .unreadable("\(error)")
    }
    self.init(count: Self.windowCount, limit: window.limit) { room throws(Errno) in
      try decoder.read(into: room)
    }
  }

  /// The text of a window in UTF-16, as UTF-8. The window starts after the byte order mark.
  package convenience init(decoding window: ByteWindow, _ order: ByteOrder) {
    var text: ArraySlice<UInt8> = []
    self.init(count: Self.windowCount, limit: window.limit, isTranscoded: true) { room throws(Failure) in
      if text.isEmpty { text = try window.nextUTF16(order)[...] }
      let piece = text.prefix(room.count)
      room.copyBytes(from: piece)
      text = text.dropFirst(piece.count)
      return piece.count
    }
  }

  deinit { room.deallocate() }

  /// Reads more bytes; returns `false` at the end, or if the window is full.
  private func fill() throws(Failure) -> Bool {
    if start > 0 {
      room.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[start..<end]))
      (start, end) = (0, end - start)
    }
    guard !isAtEnd, end < room.count else { return false }
    let count = try source(UnsafeMutableRawBufferPointer(rebasing: room[end...]))
    total += count
    guard total <= limit else { throw .unreadable("\(Errno.fileTooLarge)") }
    end += count
    isAtEnd = count == 0
    return count > 0
  }

  /// Returns at least the next `count` bytes, fewer at the end, at most a window.
  package func look(_ count: Int) throws(Failure) -> UnsafeRawBufferPointer {
    while end - start < count, try fill() {}
    return UnsafeRawBufferPointer(rebasing: room[start..<end])
  }

  /// Compares the next bytes with a text.
  package func begins(with text: StaticString) throws(Failure) -> Bool {
    let next = try look(text.utf8CodeUnitCount)
    return next.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Skips bytes of the window.
  package func skip(_ count: Int) { start += min(count, end - start) }

  /// Returns the next byte without consuming it, or `nil` at the end.
  @inline(__always)
  package func peek() throws(Failure) -> UInt8? {
    if start == end, try !fill() { return nil }
    return room[start]
  }

  /// Consumes and returns the next byte, or returns `nil` at the end.
  @inline(__always)
  package func next() throws(Failure) -> UInt8? {
    if start == end, try !fill() { return nil }
    defer { start += 1 }
    return room[start]
  }

  /// Consumes the bytes up to the first one for which `isEnd` returns `true`, or up to the end.
  ///
  /// - Parameter kept: receives the bytes; `nil` skips them.
  /// - Returns: the number of bytes.
  /// - Throws: `Failure.tooLong` if there are more than `limit`.
  @discardableResult
  package func take(
    limit: Int, into kept: inout [UInt8]?, until isEnd: (UInt8) -> Bool
  ) throws(Failure) -> Int {
    var count = 0
    while true {
      if start == end, try !fill() { return count }
      let window = room[start..<end]
      let found = window.firstIndex(where: isEnd)
      let piece = window[..<(found ?? end)]
      count += piece.count
      guard count <= limit else { throw .tooLong(limit) }
      kept?.append(contentsOf: piece)
      start = piece.endIndex
      if found != nil { return count }
    }
  }

  /// Whether a byte is a space, a tab or a line break.
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Consumes the bytes up to a separator, and the separator; returns `nil` at the end.
  package func text(endedBy separator: UInt8, limit: Int) throws(Failure) -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var text: [UInt8]? = []
    try take(limit: limit, into: &text) { $0 == separator }
    skip(1)
    return text
  }
}
