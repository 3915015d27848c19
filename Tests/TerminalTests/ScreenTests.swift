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

  /// A picture that a kitty terminal stores.
  private func pixels(_ identifier: UInt32, cell: CellSize = .usual) -> TerminalPicture {
    TerminalPicture(
      TerminalDrawing(
        columns: 3, rows: 2, content: .bytes(Array("_Ga=T;DRAW\(identifier)".utf8)), cell: cell,
        imageIdentifier: identifier), identifier: UInt64(identifier) + 100)
  }

  @Test func `pixels are hidden where they go, and are shown again without being sent`() {
    let pixels = pixels(7)
    let (again, hide, forget) = ("a=p,i=7,p=\(1 << 16 | 6),", "a=d,d=i,i=7,p=1,", "a=d,d=I,i=7,")
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
    #expect(text(screen.update(to: cut)).contains("a=p,i=7,p=\(3 << 16 | 1),c=3,r=1,h=20,"))
    // The terminal scales inline images to their cells.
    let inline = TerminalPicture(
      TerminalDrawing(columns: 3, rows: 2, content: .bytes(Array("DRAW".utf8))), identifier: 8)
    #expect(frame { $0.place(inline, in: CellArea(column: 0, row: 3, columns: 3, rows: 2)) }.pictures.isEmpty)
    #expect(!moved.contains("DRAW"))
    #expect(text(screen.forgetAll()).contains(forget))
    #expect(screen.forgetAll().isEmpty)
  }

  @Test func `two placements of one picture are displayed and hidden separately`() throws {
    let (left, right) = (
      CellArea(column: 0, row: 0, columns: 3, rows: 2), CellArea(column: 5, row: 1, columns: 3, rows: 2)
    )
    var screen = Screen(usesColor: true, synchronizes: false)
    let both = text(
      screen.update(
        to: frame {
          $0.place(pixels(7), in: left)
          $0.place(pixels(7), in: right)
        }))
    let shown = Set(both.matches(of: /a=p,i=7,p=(\d+),/).map(\.1))
    #expect(shown.count == 2 && both.matches(of: /DRAW/).count == 1)
    let one = text(screen.update(to: frame { $0.place(pixels(7), in: left) }))
    let hidden = try #require(one.firstMatch(of: /a=d,d=i,i=7,p=(\d+),/)?.1)
    #expect(shown.contains(hidden) && !one.contains("a=p"))
    #expect(text(screen.update(to: frame { _ in })).contains("a=d,d=i,i=7,p=1,"))
  }

  @Test func `hidden pictures are freed after a frame that fills the memory of the terminal`() throws {
    // 256 × 256 × 6 cells are 1.5 MB: 170 pictures fit 256 MB.
    let cell = try #require(CellSize(width: 256, height: 256))
    let area = CellArea(column: 0, row: 0, columns: 3, rows: 2)
    let both = { [self] (other: UInt32) in
      frame {
        $0.place(pixels(1, cell: cell), in: area)
        $0.place(pixels(other, cell: cell), in: CellArea(column: 5, row: 0, columns: 3, rows: 2))
      }
    }
    var screen = Screen(usesColor: true, synchronizes: false)
    for other: UInt32 in 2...170 { #expect(!text(screen.update(to: both(other))).contains("d=I")) }
    let full = text(screen.update(to: both(171)))
    // The visible pictures stay.
    #expect(Set(full.matches(of: /a=d,d=I,i=(\d+)/).compactMap { UInt32($0.1) }) == Set(2...170))
    #expect(
      try #require(full.firstRange(of: "a=p,i=171")).lowerBound
        < #require(full.firstRange(of: "d=I")).lowerBound)
    #expect(text(screen.update(to: both(2))).contains("_Ga=t;DRAW2\u{1B}"))
    // Pictures to display later are freed before another is sent.
    for other: UInt32 in 3...169 { _ = screen.send(pixels(other, cell: cell)) }
    let last = text(screen.send(pixels(170, cell: cell)))
    #expect(last.matches(of: /a=d,d=I,/).count == 168 && last.hasSuffix("_Ga=t;DRAW170"))
  }

  @Test func `freeing a picture also frees all hidden ones, as kitty does`() {
    let area = CellArea(column: 0, row: 0, columns: 3, rows: 2)
    var screen = Screen(usesColor: true, synchronizes: false)
    for number: UInt32 in 1...3 { _ = screen.update(to: frame { $0.place(pixels(number), in: area) }) }
    let freed = text(screen.forget([pixels(1)])).matches(of: /a=d,d=I,i=(\d+)/).map(\.1)
    #expect(Set(freed) == ["1", "2"])
    #expect(screen.forget([pixels(1)]).isEmpty)
    #expect(text(screen.update(to: frame { $0.place(pixels(2), in: area) })).contains("DRAW2"))
    #expect(!text(screen.update(to: frame { $0.place(pixels(3), in: area) })).contains("DRAW3"))
  }

  @Test func `pictures are sent again after a frame of another size, which clears the screen`() {
    let area = CellArea(column: 0, row: 0, columns: 3, rows: 2)
    var screen = Screen(usesColor: true, synchronizes: false)
    _ = screen.update(to: frame { $0.place(pixels(7), in: area) })
    var larger = Frame(size: TerminalSize(columns: 20, rows: 5))
    larger.place(pixels(7), in: area)
    #expect(text(screen.update(to: larger)).contains("DRAW"))
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

  @Test func `the cursor moves to another row and over cells that stay, and stays behind what was written`() {
    var screen = Screen(usesColor: true, synchronizes: false)
    let bytes = text(
      screen.update(
        to: frame {
          $0.write("a", column: 0, row: 0)
          $0.write("b", column: 1, row: 1)
          $0.write("c東d", column: 7, row: 1)
          $0.write("e", column: 19, row: 3)
        }))
    #expect(bytes.contains("a\u{1B}[2;2Hb\u{1B}[2;8Hc東d\u{1B}[4;20He"))
  }

  @Test func `a picture is drawn again when the text over it goes`() {
    var screen = Screen(usesColor: true, synchronizes: false)
    let area = CellArea(column: 2, row: 1, columns: 3, rows: 2)
    let (bare, covered) = (
      frame { $0.place(picture(1), in: area) },
      frame {
        $0.place(picture(1), in: area)
        $0.write("o", column: 2, row: 1)
        $0.write("x", column: 9, row: 1)
      }
    )
    #expect(text(screen.update(to: covered)).contains("abc"))
    #expect(text(screen.update(to: bare)).contains("abc"))
    // Text next to it doesn't change it.
    let nextToIt = frame {
      $0.place(picture(1), in: area)
      $0.write("x", column: 9, row: 1)
    }
    #expect(!text(screen.update(to: nextToIt)).contains("abc"))
  }

  @Test func `a picture is sent in advance once, if the terminal stores it and the screen is shown`() {
    let pixels = pixels(7)
    var screen = Screen(usesColor: true, synchronizes: false)
    #expect(screen.send(pixels) == [])
    _ = screen.update(to: frame { _ in })
    #expect(screen.send(picture(1)) == [])
    #expect(screen.send(pixels) == pixels.drawing.bytesToSend && !pixels.drawing.bytesToSend.isEmpty)
    #expect(screen.send(pixels) == [])
    let shown = frame { $0.place(pixels, in: CellArea(column: 0, row: 0, columns: 3, rows: 2)) }
    #expect(!text(screen.update(to: shown)).contains("DRAW"))
    #expect(screen.forget([pixels]) == [])
    _ = screen.update(to: frame { _ in })
    #expect(screen.forget([pixels, pixels]) == pixels.drawing.bytesToForget)
    #expect(screen.send(pixels) == pixels.drawing.bytesToSend)
  }

  @Test func `of a picture below blank rows nothing is shown while only those are visible`() {
    let drawing = TerminalDrawing(
      columns: 3, rows: 4, content: .bytes(Array("_Ga=T;DRAW".utf8)),
      cells: CellArea(column: 0, row: 2, columns: 3, rows: 2),
      imageIdentifier: 7)
    #expect(drawing.bytes(firstRows: 2, placement: 1, isKept: true) == [])
    #expect(drawing.bytes(firstRows: 2, placement: 1, isKept: false) == drawing.bytesToSend)
    #expect(text(drawing.bytes(firstRows: 3, placement: 1, isKept: true)).contains("r=1"))
  }

  @Test func `a sixel picture is divided if one side exceeds the limit`() throws {
    let cell = try #require(CellSize(width: 10, height: 20))
    let cells = CellArea(column: 0, row: 0, columns: 8, rows: 6)
    func count(_ width: Int, _ height: Int) -> Int {
      SixelTile.areas(of: cells, cell, limit: SixelLimit(width: width, height: height)).count
    }
    #expect(count(80, 120) == 1 && count(79, 120) == 2 && count(80, 119) == 2 && count(79, 119) == 4)
    #expect(SixelLimit(width: 64, height: 64) != nil)
    #expect(SixelLimit(width: 63, height: 64) == nil && SixelLimit(width: 64, height: 63) == nil)
  }
}
