import Testing

@testable import Terminal

/// Edge cases of frames, text and terminal input.
struct TerminalLimitTests {
  private func rows(_ draw: (inout Frame) -> Void) -> [String] {
    var frame = Frame(size: TerminalSize(columns: 6, rows: 3))
    frame.fill(CellArea(column: 0, row: 0, columns: 6, rows: 3), with: ".")
    draw(&frame)
    return (0..<3).map(frame.text)
  }

  @Test func `text is written up to the edge and not beyond`() {
    func first(_ text: String, column: Int, limit: Int = .max) -> String {
      rows { $0.write(text, column: column, row: 0, limit: limit) }[0]
    }
    #expect(first("abcdef", column: 0) == "abcdef" && first("abcdefg", column: 0) == "abcde…")
    #expect(
      first("ab", column: 5) == ".....…" && first("a", column: 5) == ".....a"
        && first("a", column: 6) == "......")
    #expect(first("a", column: -1) == "......" && first("abc", column: 1, limit: 2) == ".a…...")
    #expect(first("abc", column: 1, limit: 3) == ".abc.." && first("abc", column: 1, limit: 0) == "......")
    #expect(
      first("abcdef", column: 1, limit: 6) == ".abcd…" && first("abcdef", column: 1, limit: 7) == ".abcd…")
    // A wide character has two cells or none.
    #expect(first("日本語", column: 0) == "日本語" && first("日本", column: 3) == "...日…")
    #expect(first("日", column: 4) == "....日" && first("日", column: 5) == ".....…")
    #expect(first("e\u{301}x", column: 4) == "....e\u{301}x")
  }

  @Test func `rows above, below and outside the clip stay`() {
    #expect(rows { $0.write("a", column: 0, row: -1) } == rows { _ in })
    #expect(rows { $0.write("a", column: 0, row: 3) } == rows { _ in })
    #expect(rows { $0.write("a", column: 0, row: 2) }[2] == "a.....")
    let clipped = rows { frame in
      frame.clip = 1..<2
      for row in 0..<3 { frame.write("x", column: 0, row: row) }
      frame.fill(CellArea(column: 1, row: 0, columns: 1, rows: 3), with: "y")
    }
    #expect(clipped == ["......", "xy....", "......"])
    var frame = Frame(size: TerminalSize(columns: 6, rows: 3))
    #expect(frame.write("ab", column: 1, row: 0) == 3 && frame.write("ab", column: 6, row: 0) == 6)
    #expect(frame.text(ofRow: -1).isEmpty && frame.text(ofRow: 3).isEmpty && frame.text(ofRow: 2).count == 6)
  }

  @Test func `an area is filled as far as it lies inside`() {
    func filled(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) -> [String] {
      self.rows { $0.fill(CellArea(column: column, row: row, columns: columns, rows: rows), with: "#") }
    }
    #expect(filled(4, 1, 9, 9) == ["......", "....##", "....##"])
    #expect(filled(-2, -1, 3, 2) == ["#.....", "......", "......"])
    #expect(filled(6, 0, 1, 1) == ["......", "......", "......"] && filled(0, 3, 1, 1) == filled(6, 0, 1, 1))
    #expect(filled(-9, 0, 3, 1) == filled(6, 0, 1, 1))
  }

  @Test func `a picture is placed whole, or cut below if it is text`() {
    func placed(_ column: Int, _ row: Int, isText: Bool = true, clip: Range<Int> = 0..<3) -> Int? {
      let lines = TerminalDrawing(lines: ["ab", "cd"], columns: 2)
      let bytes = TerminalDrawing(columns: 2, rows: 2, content: .bytes([0x41]))
      let picture = TerminalPicture(isText ? lines : bytes, identifier: 5)
      var frame = Frame(size: TerminalSize(columns: 6, rows: 3))
      frame.clip = clip
      frame.place(picture, in: CellArea(column: column, row: row, columns: 2, rows: 2))
      let covered = frame.cells.count { $0.picture == 5 }
      #expect(covered == 2 * (frame.pictures.first?.rows ?? 0))
      return frame.pictures.first?.rows
    }
    #expect(placed(0, 0) == 2 && placed(4, 1) == 2 && placed(5, 0) == nil && placed(-1, 0) == nil)
    #expect(placed(0, 2) == 1 && placed(0, 2, isText: false) == nil && placed(0, 1, isText: false) == 2)
    #expect(placed(0, -1) == nil && placed(0, 3) == nil)
    #expect(placed(0, 0, clip: 0..<1) == 1 && placed(0, 0, clip: 1..<3) == nil)
  }

  @Test func `an area holds its cells`() {
    let area = CellArea(column: 2, row: 1, columns: 3, rows: 2)
    let held = (0..<7).flatMap { column in (0..<5).map { (column, $0) } }
      .filter { area.contains(column: $0.0, row: $0.1) }
    #expect(held.map { "\($0.0),\($0.1)" } == ["2,1", "2,2", "3,1", "3,2", "4,1", "4,2"])
    #expect(!area.isEmpty && CellArea(column: 0, row: 0, columns: 0, rows: 1).isEmpty)
    #expect(CellArea(column: 0, row: 0, columns: 1, rows: -1).isEmpty)
  }

  @Test func `sequences are read up to 1024 bytes`() {
    func token(_ count: Int, _ end: String, _ start: String = "\u{1B}[") -> TerminalToken? {
      var tokenizer = TerminalTokenizer()
      let text = start + String(repeating: "1", count: count) + end
      return text.utf8.reduce(nil) { tokenizer.take($1) ?? $0 }
    }
    #expect(token(1024, "A") == .sequence(parameters: String(repeating: "1", count: 1024), final: "A"))
    #expect(token(1025, "A") == nil)
    #expect(token(1024, "\u{1B}\\", "\u{1B}P") == .deviceControl(String(repeating: "1", count: 1024)))
    #expect(token(1025, "\u{7}", "\u{1B}P") == nil && token(5, "\u{7}", "\u{1B}]") == nil)
    #expect(token(2, "\u{7}", "\u{1B}_") == .applicationCommand("11"))
  }

  @Test func `a key is undecided while more may come`() {
    for (text, isUndecided) in [
      ("", false), ("\u{1B}", true), ("\u{1B}[", true), ("\u{1B}[1", true), ("\u{1B}O", true),
      ("\u{1B}[A", false),
      ("\u{1B}Pabc", false), ("a", false), ("\u{1B}[200~\u{1B}", false),
    ] {
      var decoder = InputDecoder()
      _ = decoder.decode(text.utf8)
      #expect(decoder.isUndecided == isUndecided, "\(text.debugDescription)")
    }
    var decoder = InputDecoder()
    _ = decoder.decode([0xE6, 0x97])
    #expect(decoder.isUndecided && decoder.flush() == [] && !decoder.isUndecided)
    #expect(decoder.decode([0x1B]) == [] && decoder.flush() == [.key(.escape)] && decoder.flush() == [])
    #expect(decoder.decode([0x1B, 0x4F, 0x1F]) == [], "a control character ends the sequence")
    #expect(
      decoder.decode([0xC2, 0x9F]) == [] && decoder.decode([0xC2, 0xA0]) == [.key(.character("\u{A0}"))])
    #expect(decoder.decode([0xE0, 0x41]) == [.key(.character("A"))])
    #expect(decoder.decode([0xF0, 0x9F, 0x91, 0x8D]) == [.key(.character("👍"))])
    #expect(decoder.decode([0xEF, 0xBC, 0xA1]) == [.key(.character("Ａ"))])
    #expect(decoder.decode([0x80, 0xC0, 0xC1, 0xF5, 0x71]) == [.key(.character("q"))])
  }

  @Test func `a paste keeps its first 4096 bytes, and a mark that is begun anew is one`() {
    func pasted(_ text: String) -> [TerminalInput] {
      var decoder = InputDecoder()
      return decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    }
    for count in [0, 1, 4095, 4096] {
      let text = String(repeating: "x", count: count)
      #expect(pasted(text) == [.paste(text)])
    }
    #expect(pasted(String(repeating: "x", count: 4097)) == [.paste(String(repeating: "x", count: 4096))])
    #expect(pasted("a\u{1B}[20") == [.paste("a\u{1B}[20")])
    #expect(pasted("\u{1B}\u{1B}") == [.paste("\u{1B}\u{1B}")])
  }

  @Test(arguments: [("\u{1B}[<0;1;0M", 0), ("\u{1B}[<0;0;1M", 0), ("\u{1B}[<0;1;1M", 1), ("\u{1B}[<0;1M", 0)])
  func `the mouse is somewhere on the screen`(text: String, count: Int) {
    var decoder = InputDecoder()
    let inputs = decoder.decode(text.utf8)
    #expect(inputs.count == count)
    if count == 1 { #expect(inputs == [.mouse(MouseInput(.press, column: 0, row: 0))]) }
  }

  @Test(arguments: [
    (0x1F, 0), (0x20, 1), (0x7E, 1), (0x7F, 0), (0x9F, 0), (0xA0, 1), (0xAC, 1), (0xAD, 0), (0xAE, 1),
    (0x2FF, 1),
    (0x300, 0), (0x10FF, 1), (0x1100, 2), (0x115F, 2), (0x1160, 0), (0x11FF, 0), (0x1200, 1), (0x2319, 1),
    (0x231A, 2),
    (0x231B, 2), (0x231C, 1), (0x2FFFD, 2), (0x2FFFE, 1), (0x3FFFD, 2), (0x3FFFE, 1), (0xD7A3, 2),
    (0xD7B0, 0),
  ])
  func `ranges of wide characters end where they end`(value: UInt32, columns: Int) throws {
    #expect(CellWidth.columns(of: try #require(Unicode.Scalar(value))) == columns)
  }

  @Test func `text is cut and broken exactly at the width`() {
    #expect(TerminalText.lines(of: "abc def", width: 7) == ["abc def"])
    #expect(TerminalText.lines(of: "abc def", width: 6) == ["abc", "def"])
    #expect(
      TerminalText.lines(of: "abcd", width: 4) == ["abcd"]
        && TerminalText.lines(of: "abcd", width: 3) == ["ab…"])
    #expect(
      TerminalText.lines(of: "", width: 3) == [] && TerminalText.lines(of: "a b", width: 1) == ["a", "b"])
    #expect(TerminalText.truncated("日", to: 1) == "…" && TerminalText.truncated("日", to: 2) == "日")
    #expect(TerminalText.padded("日本", to: 3) == "日…" && TerminalText.padded("ab", to: 2) == "ab")
    #expect(TerminalText.columns(of: "\u{7F}") == 0 && TerminalText.columns(of: "~") == 1)
  }

  @Test func `answers of a terminal count if they say something`() {
    func answers(_ tokens: TerminalToken...) -> TerminalAnswers {
      var answers = TerminalAnswers()
      for token in tokens { answers.take(token) }
      return answers
    }
    let screen = TerminalSize(columns: 100, rows: 50)
    func cell(_ parameters: String) -> CellSize? {
      answers(.sequence(parameters: parameters, final: "t")).cellSize(screen)
    }
    #expect(
      cell("6;20;10") == CellSize(width: 10, height: 20)
        && cell("4;1000;900") == CellSize(width: 9, height: 20))
    #expect(cell("6;0;10") == nil && cell("6;20;0") == nil && cell("6;20") == nil && cell("8;50;100") == nil)
    #expect(!answers().areComplete && answers(.sequence(parameters: "?62", final: "c")).areComplete)
    #expect(!answers(.sequence(parameters: "62", final: "c")).areComplete)
    let known = TerminalEnvironment(["TERM": "xterm"])
    #expect(answers(.sequence(parameters: "?62;4", final: "c")).mode(known) == .sixel)
    #expect(answers(.sequence(parameters: "?4;22", final: "c")).mode(known) == .symbols)
    #expect(answers(.deviceControl(">|WezTerm 1")).mode(known) == .iterm2)
    #expect(answers(.deviceControl(">|Other")).mode(known) == .symbols)
    #expect(answers(.deviceControl(">|XTerm(380)")).colors(known) == .trueColor)
    #expect(answers(.deviceControl(">|Other")).colors(known) == .indexed16)
  }

  @Test func `texts beside each other are as high as the highest`() {
    let row = DrawingRow([
      TerminalDrawing(lines: ["a", "b"], columns: 1), TerminalDrawing(lines: ["c"], columns: 1),
    ])
    #expect(String(decoding: row.bytes, as: UTF8.self) == "a c\nb  \n")
    #expect(DrawingRow([]).bytes.isEmpty)
    for (rows, place) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)] {
      guard case .lines(let lines) = TerminalDrawing(text: "abc", columns: 5, rows: rows).content else {
        continue
      }
      #expect(lines.count == rows && lines[place] == " abc " && lines.allSatisfy { $0.count == 5 })
    }
  }
}
