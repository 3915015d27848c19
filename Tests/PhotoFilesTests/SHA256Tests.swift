import PhotoFiles
import SystemPackage
import Testing

struct SHA256Tests {
  @Test func `digests are those of the standard`() {
    func digest(_ text: String) -> String { SHA256.digest(of: Array(text.utf8)).hexadecimal }
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    for piece in [1, 7, 63, 64, 65, 200] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: piece) {
        hash.add(Array(bytes[start..<min(start + piece, bytes.count)]))
      }
      #expect(hash.digest == SHA256.digest(of: bytes))
    }
  }

  @Test func `codes are those of RFC 4231`() {
    func code(_ text: String, _ key: [UInt8]) -> String {
      SHA256.authentication(of: Array(text.utf8), key: key).hexadecimal
    }
    #expect(
      code("what do ya want for nothing?", Array("Jefe".utf8))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      code("Test Using Larger Than Block-Size Key - Hash Key First", [UInt8](repeating: 0xAA, count: 131))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func `the output of a program is bounded`() throws {
    func output(_ script: String, limit: Int = 100, seconds: Int = 60) throws -> (
      bytes: [UInt8], end: ProgramEnd
    ) {
      try Program("/bin/sh", arguments: [Array("-c".utf8), Array(script.utf8)]).output(
        limit: limit, seconds: seconds)
    }
    let result = try output("echo out; echo error >&2; exit 3")
    #expect(result.bytes == Array("out\n".utf8) && result.end == .exited(3))
    #expect(throws: Errno.fileTooLarge) { try output("yes") }
    #expect(try output("sleep 100 & sleep 100", seconds: 0).end == .signaled(SIGKILL))
  }
}
