import Terminal
import Testing

struct TerminalTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｶ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("❤", 1), ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("\u{200B}", 0), ("—…·×", 4), ("\u{3042}\u{3099}", 2), ("𠀀", 2),
  ])
  func `the width is counted in cells`(text: String, columns: Int) {
    #expect(TerminalText.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("abcdef", -1, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
    ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
  ])
  func `a text is cut between characters to the cells there are`(text: String, limit: Int, expected: String) {
    #expect(TerminalText.truncated(text, to: limit) == expected)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "ab…ef"), ("abcdef", 4, "ab…f"), ("abcdef", 2, "a…"),
    ("abcdef", 1, "…"), ("abcdef", 0, ""), ("abcdef", -3, ""), ("日本語日本", 7, "日本…本"), ("日本語日本", 5, "日…本"),
    ("e\u{301}xxe\u{301}", 3, "e\u{301}…e\u{301}"),
  ])
  func `a text is cut in its middle between characters`(text: String, limit: Int, expected: String) {
    #expect(TerminalText.truncatedInMiddle(text, to: limit) == expected)
  }

  @Test func `padding fills up to the width on either side`() {
    #expect(TerminalText.padded("日", to: 4) == "日  ")
    #expect(TerminalText.padded("12", to: 4, alignment: .trailing) == "  12")
    #expect(TerminalText.padded("日本語", to: 4) == "日… ")
    #expect(TerminalText.padded("a", to: -3) == "")
  }

  @Test func `text is broken at blanks into lines that fit`() {
    #expect(TerminalText.lines(of: "damaged: cut off", width: 9) == ["damaged:", "cut off"])
    #expect(TerminalText.lines(of: "東京 unbreakable", width: 5) == ["東京", "unbr…"])
    #expect(TerminalText.lines(of: "a\nb", width: 9) == ["a\\nb"])
    #expect(TerminalText.lines(of: "a", width: 0).isEmpty)
  }
}
