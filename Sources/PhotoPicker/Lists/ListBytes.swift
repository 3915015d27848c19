import PhotoFiles
import SystemPackage

/// The bytes of a list as they come from a file or a pipe, a window of them in memory at a time.
final class ListBytes {
  /// What a list may hold in all: enough for two million records.
  static let byteLimit = 1 << 30
  private static let windowCount = 256 * 1024

  private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: windowCount, alignment: 16)
  private let source: (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  private var start = 0
  private var end = 0
  private var total = 0
  private var isAtEnd = false

  /// The bytes that a function puts into the room it is given; it returns how many, and 0 at the end.
  init(_ source: @escaping (UnsafeMutableRawBufferPointer) throws(Errno) -> Int) { self.source = source }

  /// The bytes of a file or pipe, from where it stands.
  convenience init(_ file: FileDescriptor) {
    self.init { room throws(Errno) in try file.readWaiting(into: room) }
  }

  /// Bytes that are all there.
  convenience init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init { room throws(Errno) in
      let piece = rest.prefix(room.count)
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  deinit { room.deallocate() }

  /// Reads more behind what is there; false at the end, or if there is no more room.
  private func fill() throws(PathListError) -> Bool {
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
      throw PathListError(.unreadable("\(error)"), line: nil)
    }
  }

  /// At least `count` bytes that come next, fewer if the end is near; at most a window.
  func look(_ count: Int) throws(PathListError) -> UnsafeRawBufferPointer {
    while end - start < count, try fill() {}
    return UnsafeRawBufferPointer(rebasing: room[start..<end])
  }

  /// True if what comes next is that text.
  func begins(with text: StaticString) throws(PathListError) -> Bool {
    let next = try look(text.utf8CodeUnitCount)
    return next.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Passes over bytes that were looked at.
  func skip(_ count: Int) { start += min(count, end - start) }

  /// The next byte, which stays; `nil` at the end.
  @inline(__always)
  func peek() throws(PathListError) -> UInt8? {
    if start == end, try !fill() { return nil }
    return room[start]
  }

  /// The next byte, which is taken; `nil` at the end.
  @inline(__always)
  func next() throws(PathListError) -> UInt8? {
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
  /// - Throws: `PathListError.Reason.tooLong` if there are more than may be.
  @discardableResult
  func take(
    limit: Int, into kept: inout [UInt8]?, until isEnd: (UInt8) -> Bool
  ) throws(PathListError) -> Int {
    var count = 0
    while true {
      if start == end, try !fill() { return count }
      let window = room[start..<end]
      let found = window.firstIndex(where: isEnd)
      let piece = window[..<(found ?? end)]
      count += piece.count
      guard count <= limit else { throw PathListError(.tooLong(limit), line: nil) }
      kept?.append(contentsOf: piece)
      start = piece.endIndex
      if found != nil { return count }
    }
  }

  /// The bytes of a line, which ends in LF, CR LF or nothing; `nil` at the end.
  func line(limit: Int) throws(PathListError) -> [UInt8]? {
    var line = try text(endedBy: UInt8(ascii: "\n"), limit: limit)
    if line?.last == UInt8(ascii: "\r") { line?.removeLast() }
    return line
  }

  /// The bytes up to a separator, which is taken too; `nil` at the end.
  func text(endedBy separator: UInt8, limit: Int) throws(PathListError) -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var text: [UInt8]? = []
    try take(limit: limit, into: &text) { $0 == separator }
    skip(1)
    return text
  }
}
