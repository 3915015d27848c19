import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Input of any length is read in constant memory.
struct PathListLimitTests {
  /// Returns the number of bytes read from an endless list.
  private func bytesRead(_ head: String, then rest: UInt8, _ error: PathListError.Reason) -> Int {
    var (head, count) = (Array(head.utf8)[...], 0)
    let bytes = ByteWindow { room throws(Errno) in
      let piece = head.prefix(room.count)
      room.copyBytes(from: piece)
      head = head.dropFirst(piece.count)
      UnsafeMutableRawBufferPointer(rebasing: room[piece.count...])
        .initializeMemory(as: UInt8.self, repeating: rest)
      count += room.count
      return room.count
    }
    #expect {
      var reader = try PathListForm.reader(of: bytes)
      try reader.readAll { _ in }
    } throws: {
      ($0 as? PathListError)?.reason == error
    }
    return count
  }

  @Test(arguments: [
    ("", 0, PathListError.Reason.noList), ("", 0x0A, .noList), ("/a\0", 0, .noList),
    ("/a\n/b\n", 0x0A, .noList),
    ("", 0x61, .tooLong(64 << 10)), ("/a\n", 0x61, .tooLong(64 << 10)), ("/a\0/b", 0x0A, .tooLong(64 << 10)),
    ("[\"", 0x61, .tooLong(PathRecord.textLimit)), ("[{\"path\":\"", 0x61, .tooLong(PathRecord.textLimit)),
    ("[{\"other\":\"", 0x61, .tooLong(1 << 20)), ("[{\"", 0x61, .tooLong(1 << 20)),
    ("{\"path\":\"", 0x61, .tooLong(PathRecord.textLimit)), ("[{\"a\":", 0x31, .malformed("a JSON array")),
    ("<plist><array><string>", 0x61, .tooLong(PathRecord.textLimit)),
    ("<plist><array", 0x61, .malformed("a property list")),
    ("<plist><array><dict><key>k</key><data>", 0x61, .tooLong(1 << 20)),
    ("number,path\n1,", 0x61, .tooLong(PathRecord.textLimit)),
    ("number,path,name\n1,/a,\"", 0x61, .tooLong(1 << 20)),
  ])
  func `what has no end is refused after a little of it`(head: String, rest: Int, error: PathListError.Reason)
  {
    #expect(bytesRead(head, then: UInt8(rest), error) < 4 << 20)
  }

  @Test func `escapes count as what they stand for`() {
    let escape = String(repeating: "\\u0041", count: 70_000)
    #expect(throws: PathListError.self) { try PathList(Array("[\"\(escape)\"]".utf8)) }
    #expect(throws: PathListError.self) {
      try PathList(Array("[\"/\(String(repeating: "a", count: 65_536))\"]".utf8))
    }
  }

  @Test func `a path of 64 KiB is read, in every form`() throws {
    let path = [UInt8](repeating: 0x61, count: 64 << 10)
    let text = String(decoding: path, as: UTF8.self)
    for list in [
      text, text + "\n", "\(text)\0", "[\"\(text)\"]", "{\"path\":\"\(text)\"}", "a,path\n,\(text)",
    ] {
      #expect(try PathList(Array(list.utf8)).paths == [path])
      #expect(throws: PathListError.self) {
        try PathList(Array(list.replacing(text, with: text + "a").utf8))
      }
    }
  }

  @Test func `a list that is longer than what is in memory of it is read whole`() throws {
    let names = (0..<8_000).map { "/photos/IMG_\($0).jpg" }
    let records = names.map { #"{"number":1,"path":"\#($0)","name":"a \"b\" \u00e9"}"# }
    let rows = names.map { $0 + ",\"a,b\"\r\n" }.joined()
    let elements = names.map { "<string>" + $0 + "</string>" }.joined()
    let forms = [
      names.joined(separator: "\n"), names.joined(separator: "\0") + "\0", records.joined(separator: "\n"),
      "[" + records.joined(separator: ",\n") + "]", "path,name\r\n" + rows,
      "<plist><array>" + elements + "</array></plist>",
    ]
    let expected = names.map { Array($0.utf8) }
    for form in forms { #expect(try PathList(Array(form.utf8)).paths == expected) }
  }

  @Test func `more paths than fit into memory are refused`() throws {
    let text = Array((0..<1_000).map { "/\($0)" }.joined(separator: "\n").utf8)
    #expect(throws: PathListError(.tooMany(50_000), line: nil)) {
      try PathList(of: ByteWindow(text), memoryLimit: 50_000)
    }
    #expect(try PathList(of: ByteWindow(text), memoryLimit: 100_000).paths.count == 1_000)
  }

  @Test func `names with line breaks are names in a list that ends paths in NUL`() throws {
    #expect(try PathList(Array("/two\nlines.jpg\0/b.jpg\0".utf8)).paths.count == 2)
    #expect(throws: PathListError.self) {
      try PathList(Array((String(repeating: "/a\n", count: 40_000) + "/b\0").utf8))
    }
  }
}
