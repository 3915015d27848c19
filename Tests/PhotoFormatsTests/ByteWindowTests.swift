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

  @Test(arguments: [ByteOrder.little, .big])
  func `UTF-16 is decoded in any pieces`(order: ByteOrder) throws {
    let text = "a\u{E9}\u{20AC}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}\n"
    let bytes = text.utf16.flatMap { unit in
      order == .little ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for count in 1...5 {
      let pieces = stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0...].prefix(count)) }
      let window = ByteWindow(decoding: Pieces(pieces).bytes, order)
      var all: [UInt8]? = []
      try window.take(limit: 100, into: &all) { _ in false }
      #expect(all == Array(text.utf8) && window.isTranscoded)
    }
  }

  @Test(arguments: [[0x61], [0x00, 0xD8], [0x00, 0xD8, 0x61, 0x00], [0x00, 0xDC], [0x00, 0xD8, 0x00]])
  func `half a character of UTF-16 is an error after the text before it`(end: [UInt8]) throws {
    let window = ByteWindow(decoding: ByteWindow([0x61, 0x00] + end), .little)
    #expect(try window.next() == 0x61)
    #expect(throws: ByteWindow.Failure.invalidUTF16) { try window.next() }
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
