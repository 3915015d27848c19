import Testing

@testable import Terminal

struct ScreenTests {
  private let size = TerminalSize(columns: 20, rows: 4)

  private func frame(_ draw: (inout Frame) -> Void) -> Frame {
    var frame = Frame(size: size)
    draw(&frame)
    return frame
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func picture(_ identifier: UInt64) -> TerminalPicture {
    TerminalPicture(TerminalDrawing(lines: ["abc", "def"], columns: 3), identifier: identifier)
  }

  @Test func `a frame that is shown already costs nothing`() {
    var screen = Screen(usesColor: true, synchronizes: true)
    let frame = frame { $0.write("hello", column: 1, row: 1) }
    #expect(text(screen.update(to: frame)).contains("\u{1B}[2;2H"))
    #expect(screen.update(to: frame).isEmpty)
    screen.invalidate()
    #expect(text(screen.update(to: frame)).contains("hello"))
  }

  @Test func `only cells that differ are written`() {
    var screen = Screen(usesColor: true, synchronizes: false)
    _ = screen.update(to: frame { $0.write("hello", column: 0, row: 0) })
    #expect(
      text(screen.update(to: frame { $0.write("hallo", column: 0, row: 0) }))
        == "\u{1B}[1;2H\u{1B}[0ma\u{1B}[0m")
  }

  @Test func `frames are marked if the terminal knows that`() {
    var screen = Screen(usesColor: true, synchronizes: true)
    let bytes = text(screen.update(to: frame { $0.write("x", column: 0, row: 0) }))
    #expect(bytes.hasPrefix("\u{1B}[?2026h"))
    #expect(bytes.hasSuffix("\u{1B}[?2026l"))
  }

  @Test func `colours are left out on request`() {
    var screen = Screen(usesColor: false, synchronizes: false)
    let bytes = text(
      screen.update(
        to: frame { $0.write("x", column: 0, row: 0, style: TextStyle(color: .red, isReversed: true)) }))
    #expect(bytes.contains("\u{1B}[0;7m"))
  }

  @Test func `a picture is written once while it stays, and again where something stood on it`() {
    var screen = Screen(usesColor: true, synchronizes: false)
    let area = CellArea(column: 2, row: 1, columns: 3, rows: 2)
    let first = frame { $0.place(picture(1), in: area) }
    #expect(text(screen.update(to: first)).contains("\u{1B}[2;3Habc\u{1B}[3;3Hdef"))
    #expect(screen.update(to: first).isEmpty)
    _ = screen.update(to: frame { $0.write("over", column: 2, row: 1) })
    #expect(text(screen.update(to: first)).contains("def"))
    let cut = frame { $0.place(picture(1), in: CellArea(column: 2, row: 3, columns: 3, rows: 2)) }
    #expect(text(screen.update(to: cut)).contains("abc"))
    #expect(cut.pictures.first?.rows == 1)
  }

  @Test func `pixels are hidden where they go, and are shown again without being sent`() {
    // A kitty terminal stores pictures by number.
    let pixels = TerminalPicture(
      TerminalDrawing(columns: 3, rows: 2, content: .bytes(Array("DRAW".utf8)), imageIdentifier: 7),
      identifier: 9)
    let (again, hide, forget) = ("a=p,i=7,", "a=d,d=i,i=7,", "a=d,d=I,i=7,")
    var screen = Screen(usesColor: true, synchronizes: false)
    #expect(
      text(
        screen.update(to: frame { $0.place(pixels, in: CellArea(column: 0, row: 0, columns: 3, rows: 2)) })
      ).contains("DRAW"))
    let moved = text(
      screen.update(to: frame { $0.place(pixels, in: CellArea(column: 5, row: 1, columns: 3, rows: 2)) }))
    #expect(moved.contains(hide))
    #expect(moved.contains(again))
    let cut = frame { $0.place(pixels, in: CellArea(column: 0, row: 3, columns: 3, rows: 2)) }
    #expect(text(screen.update(to: cut)).contains("a=p,i=7,p=1,c=3,r=1,h=20,"))
    // The terminal scales inline images to their cells.
    let inline = TerminalPicture(
      TerminalDrawing(columns: 3, rows: 2, content: .bytes(Array("DRAW".utf8))), identifier: 8)
    #expect(frame { $0.place(inline, in: CellArea(column: 0, row: 3, columns: 3, rows: 2)) }.pictures.isEmpty)
    #expect(!moved.contains("DRAW"))
    #expect(text(screen.forgetAll()).contains(forget))
    #expect(screen.forgetAll().isEmpty)
  }

  @Test func `a picture does not take the style of the text before it`() {
    var screen = Screen(usesColor: true, synchronizes: false)
    let bytes = text(
      screen.update(
        to: frame {
          $0.write("status", column: 0, row: 3, style: TextStyle(isReversed: true))
          $0.place(picture(1), in: CellArea(column: 2, row: 1, columns: 3, rows: 2))
        }))
    #expect(bytes.contains("status\u{1B}[0m\u{1B}[2;3Habc"))
  }

  @Test func `half of a wide character goes with the other`() {
    let overwritten = frame {
      $0.write("東京", column: 0, row: 0)
      $0.write("x", column: 1, row: 0)
    }
    #expect(overwritten.text(ofRow: 0).hasPrefix(" x京 "))
    let left = frame {
      $0.write("東京", column: 0, row: 0)
      $0.write("x", column: 0, row: 0)
    }
    #expect(left.text(ofRow: 0).hasPrefix("x 京 "))
  }
}
