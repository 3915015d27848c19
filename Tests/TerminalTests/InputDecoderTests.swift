import Terminal
import TestSupport
import Testing

struct InputDecoderTests {
  private func inputs(_ text: String) -> [TerminalInput] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8) + decoder.flush()
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[H", .home),
    ("\u{1B}[4~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\r", .enter),
    ("\u{7F}", .backspace),
    ("\u{3}", .control("c")), ("\u{1B}", .escape), ("é", .character("é")), ("東", .character("東")),
    ("ก", .character("ก")), (" ", .character(" ")),
    ("👍", .character("👍")), ("\u{1B}[3~", .delete), ("\t", .tab), ("\u{1B}OM", .enter),
  ])
  func `a key is known`(text: String, key: Key) { #expect(inputs(text) == [.key(key)]) }

  @Test func `the mouse is known`() {
    #expect(inputs("\u{1B}[<0;3;7M") == [.mouse(MouseInput(.press, column: 2, row: 6))])
    #expect(inputs("\u{1B}[<32;3;7M") == [.mouse(MouseInput(.drag, column: 2, row: 6))])
    #expect(inputs("\u{1B}[<0;3;7m") == [.mouse(MouseInput(.release, column: 2, row: 6))])
    #expect(inputs("\u{1B}[<65;1;1M") == [.mouse(MouseInput(.wheelDown, column: 0, row: 0))])
    #expect(inputs("\u{1B}[<0;0;7M\u{1B}[<2;1;1M\u{1B}[<0;99999999999999999999;1M") == [])
  }

  @Test func `answers of terminals are no keys`() {
    #expect(
      inputs(
        "\u{1B}[?62;22c\u{1B}[?2026;2$y\u{1B}P>|XTerm(380)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}]11;x\u{7}q")
        == [.key(.character("q"))])
  }

  @Test func `what a terminal says of itself is reported`() {
    var decoder = InputDecoder()
    var reports: [TerminalToken] = []
    let bytes = Array(
      "a\u{1B}[?62;22c\u{1B}[A\u{1B}P>|XTerm(380)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[<0;3;7M".utf8)
    let inputs = decoder.decode(bytes) { reports.append($0) }
    #expect(
      inputs == [.key(.character("a")), .key(.up), .mouse(MouseInput(.press, column: 2, row: 6))])
    #expect(
      reports == [
        .sequence(parameters: "?62;22", final: "c"), .deviceControl(">|XTerm(380)"),
        .applicationCommand("Gi=31;OK"),
      ])
  }

  @Test func `a string that was cut off does not swallow the keys`() {
    #expect(inputs("\u{1B}Pnever ended\u{1B}[Aq") == [.key(.up), .key(.character("q"))])
    #expect(inputs("\u{1B}Pnever ended\u{18}q") == [.key(.character("q"))])
    #expect(inputs("\u{1B}]never ended\u{3}q") == [.key(.control("c")), .key(.character("q"))])
    #expect(inputs("\u{1B}[" + String(repeating: "1", count: 5000) + "Aq") == [.key(.character("q"))])
  }

  @Test(arguments: ["P", "_", "]", "^", "X"])
  func `Alt with a letter that begins a string swallows no keys`(letter: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}\(letter)".utf8) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    // The end of a string may be delayed.
    #expect(decoder.decode("\u{1B}\(letter)text".utf8) == [])
    #expect(!decoder.isUndecided)
    #expect(decoder.flush() + decoder.decode("more\u{1B}\\q".utf8) == [.key(.character("q"))])
  }

  @Test func `a paste is text, whatever it holds`() {
    #expect(
      inputs("\u{1B}[200~q\u{1B}[A\u{1B}[20\u{1B}[201~d") == [
        .paste("q\u{1B}[A\u{1B}[20"), .key(.character("d")),
      ])
    let long = inputs("\u{1B}[200~" + String(repeating: "x", count: 100_000) + "\u{1B}[201~")
    #expect(long == [.paste(String(repeating: "x", count: InputDecoder.pasteLimit))])
  }

  @Test func `a cut sequence does not swallow the next key`() {
    #expect(inputs("\u{1B}[1;\u{3}") == [.key(.control("c"))])
    #expect(inputs("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
    var decoder = InputDecoder()
    #expect(decoder.decode([0xC3]) == [])
    #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
  }

  @Test func `where bytes are split makes no difference`() {
    let bytes = Array("a\u{1B}[A東\u{1B}[<0;3;7M\u{1B}[200~pasted\u{1B}[201~\u{1B}OHz".utf8)
    var whole = InputDecoder()
    let expected = whole.decode(bytes)
    #expect(expected.count == 7)
    for cut in bytes.indices {
      var decoder = InputDecoder()
      #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == expected)
    }
  }

  @Test func `no bytes do harm`() {
    var generator = SeededGenerator(seed: 4)
    let parts: [[UInt8]] = [
      [0x1B], Array("[".utf8), Array("<".utf8), Array("200~".utf8), Array("201~".utf8), [0x9B], [0xFF],
      [0xE2, 0x82],
      Array("999999999999;".utf8), Array("M".utf8), Array("P".utf8), [0x07], [0x00], Array("\\".utf8),
    ]
    var decoder = InputDecoder()
    for _ in 0..<20_000 {
      let part = parts[Int.random(in: 0..<parts.count, using: &generator)]
      let byte = UInt8.random(in: 0...255, using: &generator)
      for case .paste(let text) in decoder.decode(part + [byte]) {
        // Each invalid byte is replaced with three.
        #expect(text.utf8.count <= 3 * InputDecoder.pasteLimit)
      }
      if byte < 8 { _ = decoder.flush() }
    }
    // Regardless of the input, the end of strings and a pause reset the decoder.
    _ = decoder.decode(Array("\u{1B}[201~\u{7}\u{1B}[201~".utf8))
    _ = decoder.flush()
    #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
  }
}
