import Testing

@testable import Terminal

/// The clipboard sequence (OSC 52) for terminals and multiplexers.
struct TerminalClipboardTests {
  private let xterm = ["TERM": "xterm-256color"]

  private func copying(_ bytes: [UInt8], _ variables: [String: String]) -> String? {
    TerminalClipboard.copying(bytes, environment: TerminalEnvironment(variables))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a terminal gets the bytes as Base64`() {
    #expect(copying(Array("/a b.jpg".utf8), xterm) == "\u{1B}]52;c;L2EgYi5qcGc=\u{1B}\\")
    #expect(copying([0xFF, 0x1B, 0x0A], xterm) == "\u{1B}]52;c;/xsK\u{1B}\\")
    #expect(copying([], xterm) == "\u{1B}]52;c;\u{1B}\\")
  }

  @Test func `tmux gets it for itself and for the terminal outside`() {
    let text = copying(Array("/a".utf8), xterm.merging(["TMUX": "/tmp/tmux-0/default,1,0"]) { $1 })
    #expect(text == "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;L2E=\u{07}\u{1B}\\\u{1B}]52;c;L2E=\u{1B}\\")
  }

  @Test func `Screen gets it in pieces that it lets through`() throws {
    let variables = ["TERM": "screen", "STY": "1.pts"]
    #expect(copying(Array("/a".utf8), variables) == "\u{1B}P\u{1B}]52;c;L2E=\u{07}\u{1B}\\")
    let text = try #require(copying([UInt8](repeating: 0x41, count: 900), variables))
    let pieces = text.split(separator: "\u{1B}\\")
    #expect(pieces.allSatisfy { $0.utf8.count <= 242 && $0.hasPrefix("\u{1B}P") })
    let whole = pieces.map { $0.dropFirst(2) }.joined()
    #expect(whole == "\u{1B}]52;c;" + String(repeating: "QUFB", count: 300) + "\u{07}")
  }

  @Test(arguments: ["/a\n", "/a\rb", "/\u{1B}[201~", "/\t", "/\u{7F}", "/\u{9B}2J"])
  func `a path with a control character is not a plain line`(path: String) {
    #expect(!TerminalClipboard.isPlainLine(Array(path.utf8)))
  }

  @Test func `other text is pasted as it is, and invalid UTF-8 isn't text`() {
    #expect(TerminalClipboard.isPlainLine(Array("/a b/$(c)'\"`é京\u{202E}\u{A0}.jpg".utf8)))
    #expect(!TerminalClipboard.isPlainLine([0x2F, 0xFF]))
    #expect(!TerminalClipboard.isPlainLine([0x2F, 0x9B]))
  }

  @Test func `what terminals would drop is not sent in part`() {
    let most = [UInt8](repeating: 0x41, count: TerminalClipboard.byteLimit)
    #expect(copying(most, xterm)?.utf8.count == 99_992 + 9)
    #expect(copying(most + [0x41], xterm) == nil)
    #expect(copying([0x41], ["TERM": "dumb"]) == nil)
  }
}
