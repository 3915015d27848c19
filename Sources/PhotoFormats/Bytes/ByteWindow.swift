import PhotoFiles
import SystemPackage

/// The bytes of a text as they come from a file, a pipe or memory, a window of them in memory at a time.
package final class ByteWindow {
  /// Why a text cannot be read on.
  package enum Failure: Error, Hashable {
    /// The file cannot be read; why, in a few words.
    case unreadable(String)
    /// A part of it is longer than so many bytes.
    case tooLong(Int)
    /// It is not of its form; who reads it says of which.
    case malformed
  }

  /// How many bytes may come in all: enough for a list of two million records.
  package static let byteLimit = 1 << 30
  private static let windowCount = 256 * 1024

  @usableFromInline let room: UnsafeMutableRawBufferPointer
  private let source: (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  @usableFromInline var start = 0
  @usableFromInline var end = 0
  private var total = 0
  private var isAtEnd = false

  private init(
    count: Int, _ source: @escaping (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  ) {
    room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    self.source = source
  }

  /// The bytes that a function puts into the room it is given; it returns how many, and 0 at the end.
  package convenience init(_ source: @escaping (UnsafeMutableRawBufferPointer) throws(Errno) -> Int) {
    self.init(count: Self.windowCount, source)
  }

  /// The bytes of a file or pipe, from where it stands.
  package convenience init(_ file: FileDescriptor) {
    self.init { room throws(Errno) in try file.readWaiting(into: room) }
  }

  /// Bytes that are all there.
  package convenience init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init(count: min(max(bytes.count, 1), Self.windowCount)) { room throws(Errno) in
      let piece = rest.prefix(room.count)
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  deinit { room.deallocate() }

  /// Reads more behind what is there; false at the end, or if there is no more room.
  @usableFromInline func fill() throws(Failure) -> Bool {
    if start > 0 {
      room.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[start..<end]))
      (start, end) = (0, end - start)
    }
    guard !isAtEnd, end < room.count else { return false }
    do throws(Errno) {
      let count = try source(UnsafeMutableRawBufferPointer(rebasing: room[end...]))
      total += count
      guard total <= Self.byteLimit else { throw .fileTooLarge }
      end += count
      isAtEnd = count == 0
      return count > 0
    } catch {
      throw .unreadable("\(error)")
    }
  }

  /// At least `count` bytes that come next, fewer if the end is near; at most a window.
  package func look(_ count: Int) throws(Failure) -> UnsafeRawBufferPointer {
    while end - start < count, try fill() {}
    return UnsafeRawBufferPointer(rebasing: room[start..<end])
  }

  /// True if what comes next is that text.
  package func begins(with text: StaticString) throws(Failure) -> Bool {
    let next = try look(text.utf8CodeUnitCount)
    return next.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Passes over bytes that were looked at.
  package func skip(_ count: Int) { start += min(count, end - start) }

  /// The next byte, which stays; `nil` at the end.
  @inlinable @inline(__always)
  package func peek() throws(Failure) -> UInt8? {
    if start == end, try !fill() { return nil }
    return room[start]
  }

  /// The next byte, which is taken; `nil` at the end.
  @inlinable @inline(__always)
  package func next() throws(Failure) -> UInt8? {
    if start == end, try !fill() { return nil }
    defer { start += 1 }
    return room[start]
  }

  /// The bytes up to the first for which `isEnd` holds, which stays; all that are left if there is none.
  ///
  /// - Parameters:
  ///   - limit: the most that there may be.
  ///   - kept: gets the bytes; `nil` passes over them.
  /// - Returns: how many there are.
  /// - Throws: `Failure.tooLong` if there are more than may be.
  @inlinable @discardableResult
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

  /// True for a blank, a tab or a byte that breaks a line.
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The bytes up to a separator, which is taken too; `nil` at the end.
  package func text(endedBy separator: UInt8, limit: Int) throws(Failure) -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var text: [UInt8]? = []
    try take(limit: limit, into: &text) { $0 == separator }
    skip(1)
    return text
  }
}
