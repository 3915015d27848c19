import Testing

@testable import Terminal

struct DrawingTests {
  private let cell = CellSize(width: 10, height: 20)

  private func drawing(_ mode: TerminalGraphics.Mode, width: Int, height: Int) throws -> TerminalDrawing {
    let graphics = TerminalGraphics(mode: mode, colors: .trueColor, cellSize: cell)
    let picture = try #require(TestPicture.halves(width: width, height: height))
    return graphics.drawing(of: picture, columns: 20, rows: 8)
  }

  private func text(_ drawing: TerminalDrawing) throws -> String {
    guard case .bytes(let bytes) = drawing.content else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes Base64 (RFC 4648, 4).
  private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, group, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    guard text.utf8.count % 4 == 0 else { return nil }
    for digit in text.utf8 where digit != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      (group, bits) = (group << 6 | UInt32(value), bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
      }
    }
    return bytes
  }

  @Test func `kitty gets a PNG of the cells' size in chunks, under a number of its own`() throws {
    let drawing = try drawing(.kitty, width: 400, height: 200)
    let text = try text(drawing)
    let number = try #require(drawing.imageIdentifier)
    // 400 × 200 in 200 × 160 pixels: 200 × 100, which is 20 columns and 5 rows, one row below the top.
    #expect(
      text.hasPrefix("\u{1B}7\u{1B}[1B\u{1B}_Ga=T,f=100,i=\(number),p=1,c=20,r=5,C=1,q=2,m="))
    #expect(text.hasSuffix("\u{1B}\\\u{1B}8"))
    let chunks = text.matches(of: /\x1B_G([^;]*);([^\x1B]*)\x1B\\/)
    #expect(chunks.allSatisfy { $0.2.count <= 4096 })
    #expect(chunks.last?.1.hasSuffix("m=0") == true)
    let png = try #require(Self.decoded(chunks.map(\.2).joined()))
    #expect(png.starts(with: "PNG 200x100 ".utf8))
  }

  @Test func `a large picture takes several chunks, all but the last marked as going on`() throws {
    let graphics = TerminalGraphics(mode: .kitty, colors: .trueColor, cellSize: cell)
    let drawing = graphics.drawing(
      of: try #require(TestPicture.halves(width: 200, height: 200)), columns: 20, rows: 10)
    let chunks = try text(drawing).matches(of: /m=([01]);/).map(\.1)
    #expect(chunks.count > 2)
    #expect(chunks.dropLast().allSatisfy { $0 == "1" })
    #expect(chunks.last == "0")
  }

  @Test func `kitty shows, hides and forgets a picture by its number`() throws {
    let drawing = try drawing(.kitty, width: 200, height: 160)
    let number = try #require(drawing.imageIdentifier)
    let again = String(decoding: drawing.bytes(firstRows: 8, placement: 3, isKept: true), as: UTF8.self)
    #expect(again == "\u{1B}7\u{1B}_Ga=p,i=\(number),p=3,c=20,r=8,C=1,q=2\u{1B}\\\u{1B}8")
    #expect(
      drawing.bytes(firstRows: 8, placement: 3, isKept: false) == drawing.bytesToSend + Array(again.utf8))
    #expect(
      String(decoding: drawing.bytesToHide(placement: 3), as: UTF8.self)
        == "\u{1B}_Ga=d,d=i,i=\(number),p=3,q=2\u{1B}\\")
    #expect(
      String(decoding: drawing.bytesToForget, as: UTF8.self) == "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\")
  }

  @Test func `iTerm2 gets a JPEG and the cells to fit it into`() throws {
    let text = try text(drawing(.iterm2, width: 160, height: 320))
    // 80 × 160 pixels are 8 columns and 8 rows, 6 columns from the left.
    #expect(text.hasPrefix("\u{1B}7\u{1B}[6C\u{1B}]1337;File=inline=1;size="))
    let parts = try #require(text.firstMatch(of: /size=(\d+);width=8;height=8;[^:]*:([^\x07]*)\x07\x1B8$/))
    let file = try #require(Self.decoded(parts.2))
    #expect(Array(file) == Array("JPEG 80x160".utf8))
    #expect(file.count == Int(parts.1))
  }

  @Test func `sixels end above the cell below`() throws {
    let text = try text(drawing(.sixel, width: 200, height: 160))
    // 160 rows are 26 bands of 6 and 4 more.
    let raster = try #require(text.firstMatch(of: /\x1BP[0-9;]*q"1;1;(\d+);(\d+)/))
    #expect(raster.1 == "200")
    #expect(raster.2 == "156")
    #expect(text.hasPrefix("\u{1B}7\u{1B}P"))
    #expect(text.hasSuffix("\u{1B}\\\u{1B}8"))
  }

  @Test(arguments: [(10, 20), (6, 13), (7, 5), (9, 18)])
  func `a picture that is larger than the terminal shows is sent in tiles that cover it`(
    width: Int, height: Int
  )
    throws
  {
    let (limit, columns, rows) = (100, 27, 33)
    let graphics = TerminalGraphics(
      mode: .sixel, colors: .trueColor, cellSize: CellSize(width: width, height: height),
      sixelLimit: SixelLimit(width: limit, height: limit))
    let picture = try #require(TestPicture.halves(width: columns * width, height: rows * height))
    let text = try text(graphics.drawing(of: picture, columns: columns, rows: rows))
    var covered = Set<[Int]>()
    for tile in text.matches(
      of: /\x1B7((?:\x1B\[[0-9]+[BC])*)\x1BP[0-9;]*q"1;1;(\d+);(\d+)[^\x1B]*\x1B\\\x1B8/)
    {
      let place = (Int(tile.2) ?? 0, Int(tile.3) ?? 0)
      #expect((1...limit).contains(place.0) && (1...limit).contains(place.1) && place.1 % 6 == 0)
      let row = tile.1.firstMatch(of: /\[(\d+)B/).flatMap { Int($0.1) } ?? 0
      let column = tile.1.firstMatch(of: /\[(\d+)C/).flatMap { Int($0.1) } ?? 0
      for y in stride(from: row * height, to: row * height + place.1, by: 6) {
        for x in stride(from: column * width, to: column * width + place.0, by: width) {
          #expect(covered.insert([x, y]).inserted, "two tiles at \(x), \(y)")
        }
      }
    }
    // All bands that fit the cells contiguously.
    #expect(covered.count == columns * (rows * height / 6))
  }

  @Test func `the first rows of sixels are whole bands, and reserve no more room`() throws {
    let drawing = try drawing(.sixel, width: 200, height: 160)
    let whole = drawing.bytes(firstRows: 8, placement: 1, isKept: false)
    #expect(drawing.content == .bytes(whole))
    let part = String(decoding: drawing.bytes(firstRows: 3, placement: 1, isKept: false), as: UTF8.self)
    // 60 rows of pixels are ten bands.
    let match = try #require(part.wholeMatch(of: /\x1B7\x1BP[0-9;]*q"1;1;200;60([^\x1B]*)\x1B\\\x1B8/))
    #expect(match.1.filter { $0 == "-" }.count == 9)
    #expect(String(decoding: whole, as: UTF8.self).contains(match.1))
    // 50 × 50 pixels are centered, so the first two rows are blank.
    #expect(
      try self.drawing(.sixel, width: 50, height: 50).bytes(firstRows: 2, placement: 1, isKept: false).isEmpty
    )
  }

  @Test func `the first rows of a picture that kitty keeps are a part of it`() throws {
    let drawing = try drawing(.kitty, width: 200, height: 160)
    let number = try #require(drawing.imageIdentifier)
    let placement = "\u{1B}7\u{1B}_Ga=p,i=\(number),p=7,c=20,r=3,h=60,C=1,q=2\u{1B}\\\u{1B}8"
    #expect(
      String(decoding: drawing.bytes(firstRows: 3, placement: 7, isKept: true), as: UTF8.self) == placement)
    #expect(
      drawing.bytes(firstRows: 3, placement: 7, isKept: false) == drawing.bytesToSend + Array(placement.utf8))
    #expect(try !self.drawing(.iterm2, width: 200, height: 160).canBeCut)
  }

  @Test func `pictures of iTerm2 and sixels go with the cells`() throws {
    #expect(try drawing(.sixel, width: 20, height: 20).bytesToHide(placement: 1).isEmpty)
    #expect(try drawing(.iterm2, width: 20, height: 20).bytesToForget.isEmpty)
  }

  @Test func `pixels are not enlarged`() throws {
    let drawing = try drawing(.kitty, width: 20, height: 20)
    // 2 columns and 1 row, centered.
    #expect(try text(drawing).hasPrefix("\u{1B}7\u{1B}[3B\u{1B}[9C\u{1B}_Ga=T"))
    #expect(try text(drawing).contains("c=2,r=1,"))
  }

  @Test func `if nothing can be drawn there are blanks`() throws {
    let drawing = try drawing(.none, width: 20, height: 20)
    #expect(drawing.content == .lines(Array(repeating: String(repeating: " ", count: 20), count: 8)))
  }

  @Test(arguments: [TerminalGraphics.Mode.kitty, .iterm2, .sixel, .symbols])
  func `any shape and any number of cells can be drawn`(mode: TerminalGraphics.Mode) throws {
    for (width, height) in [(1, 1), (1, 500), (500, 1), (3, 2)] {
      for (columns, rows) in [(1, 1), (0, -1), (30, 1), (1, 30)] {
        for cell in [nil, CellSize(width: 1, height: 1)] {
          let graphics = TerminalGraphics(mode: mode, colors: .indexed256, cellSize: cell)
          let picture = try #require(TestPicture.halves(width: width, height: height))
          let drawing = graphics.drawing(of: picture, columns: columns, rows: rows)
          #expect(drawing.columns == max(columns, 1))
          #expect(drawing.rows == max(rows, 1))
        }
      }
    }
  }

  @Test func `rows of text are plain lines`() {
    let row = DrawingRow([
      TerminalDrawing(text: "ab", columns: 4, rows: 1), .init(lines: ["x", "y"], columns: 1),
    ])
    #expect(String(decoding: row.bytes, as: UTF8.self) == " ab  x\n     y\n")
  }

  @Test func `pictures side by side make room first and leave the cursor below`() throws {
    let picture = try drawing(.kitty, width: 20, height: 20)
    let row = DrawingRow([TerminalDrawing(text: "ab", columns: 4, rows: 2), picture])
    let text = String(decoding: row.bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        "\n\n\n\n\n\n\n\n\u{1B}[8A\r\u{1B}7 ab \u{1B}8\u{1B}[B\u{1B}7    \u{1B}8\u{1B}[1A\r\u{1B}[5C"))
    #expect(text.hasSuffix("\r\u{1B}[8B"))
  }
}
