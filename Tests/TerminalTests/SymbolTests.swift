import Terminal
import Testing

struct SymbolTests {
  private func lines(_ colors: TerminalColors, columns: Int, rows: Int) throws -> [String] {
    let graphics = TerminalGraphics(mode: .symbols, colors: colors)
    let picture = try #require(TestPicture.halves(width: 64, height: 64))
    guard case .lines(let lines) = graphics.drawing(of: picture, columns: columns, rows: rows).content else {
      return []
    }
    return lines
  }

  /// Removes colors.
  private func plain(_ line: String) -> String {
    line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test func `every row has a line that is as wide as the drawing`() throws {
    for (columns, rows) in [(8, 4), (20, 4), (5, 9), (1, 1)] {
      let lines = try lines(.trueColor, columns: columns, rows: rows)
      #expect(lines.count == rows)
      #expect(lines.allSatisfy { plain($0).count == columns })
    }
  }

  @Test func `a square stands in the middle of a broad rectangle`() throws {
    let lines = try lines(.trueColor, columns: 20, rows: 4)
    #expect(lines.allSatisfy { $0.hasPrefix("      \u{1B}") && $0.hasSuffix("      ") })
  }

  @Test(arguments: [
    (TerminalColors.trueColor, "38;2;"), (.indexed256, "38;5;"), (.indexed16, "\u{1B}[9"),
  ])
  func `colours are written as the terminal knows them`(colors: TerminalColors, code: String) throws {
    let line = try #require(try lines(colors, columns: 8, rows: 4).first)
    #expect(
      line.contains(code) || line.contains(code.replacing("38", with: "48").replacing("[9", with: "[10")))
  }

  @Test func `without colours there are no escape sequences, and the picture is still to be seen`() throws {
    let lines = try lines(.monochrome, columns: 8, rows: 4)
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
    #expect(Set(lines.joined()).count > 1)
  }

  @Test func `colours end with the line`() throws {
    for line in try lines(.trueColor, columns: 8, rows: 4) { #expect(line.hasSuffix("\u{1B}[0m")) }
  }
}
