import SystemPackage
import Testing

@testable import PhotoFormats

/// The window of a text that is in memory.
struct ByteWindowTests {
  /// Serves bytes in pieces and counts the requests.
  private final class Pieces {
    var pieces: [[UInt8]]
    var calls = 0
    init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    var bytes: ByteWindow {
      ByteWindow { [self] room throws(Errno) in
        calls += 1
        guard !pieces.isEmpty else { return 0 }
        let piece = pieces.removeFirst()
        room.copyBytes(from: piece)
        return piece.count
      }
    }
  }

  @Test func `no more is read than is asked for, and nothing behind the end`() throws {
    let pieces = Pieces([[1, 2], [3, 4], [5]])
    let bytes = pieces.bytes
    #expect(try Array(bytes.look(4)) == [1, 2, 3, 4])
    #expect(pieces.calls == 2)
    bytes.skip(9)
    #expect(try bytes.peek() == 5)
    #expect(try bytes.next() == 5)
    #expect(pieces.calls == 3)
    #expect(try bytes.next() == nil)
    #expect(try bytes.peek() == nil)
    #expect(try bytes.look(4).isEmpty)
    #expect(try bytes.text(endedBy: 0, limit: 9) == nil)
    #expect(pieces.calls == 4)
  }

  @Test func `a look past the window takes nothing away`() throws {
    let all = (0..<300 * 1024).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let bytes = ByteWindow(all)
    #expect(try bytes.look(1 << 20).count == 256 * 1024)
    var kept: [UInt8]? = []
    #expect(try bytes.take(limit: all.count, into: &kept) { _ in false } == all.count)
    #expect(kept == all)
  }

  @Test(arguments: [0, 1])
  func `a list holds a GiB and no byte more`(more: Int) throws {
    var left = ByteWindow.byteLimit + more
    let bytes = ByteWindow { room throws(Errno) in
      let count = min(left, room.count)
      left -= count
      return count
    }
    func readAll() throws(ByteWindow.Failure) {
      while try bytes.peek() != nil { bytes.skip(1 << 20) }
    }
    if more == 0 {
      try readAll()
    } else {
      #expect {
        try readAll()
      } throws: {
        guard case .unreadable? = $0 as? ByteWindow.Failure else { return false }
        return true
      }
    }
    #expect(left == 0)
  }

  @Test func `a text is as long as may be, with its separator or without`() throws {
    func text(_ count: Int, _ end: [UInt8]) throws(ByteWindow.Failure) -> Int? {
      try ByteWindow([UInt8](repeating: 7, count: count) + end).text(endedBy: 0, limit: 5)?.count
    }
    #expect(try text(5, [0]) == 5)
    #expect(try text(5, []) == 5)
    #expect(try text(0, [0]) == 0)
    #expect(throws: ByteWindow.Failure.tooLong(5)) { try text(6, [0]) }
    #expect(throws: ByteWindow.Failure.tooLong(5)) { try text(6, []) }
  }
}
