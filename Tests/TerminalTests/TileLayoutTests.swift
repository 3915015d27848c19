import Terminal
import Testing

struct TileLayoutTests {
  @Test(arguments: [(20, 2, 9), (40, 4, 9), (80, 4, 19), (100, 4, 24), (200, 9, 21)])
  func `four stand in a row where each can be known`(columns: Int, count: Int, tile: Int) {
    let layout = TileLayout(columns: columns, rows: 50, captionRows: 2)
    #expect(layout.tilesPerRow == count)
    #expect(layout.tileColumns == tile)
  }

  @Test func `tiles and gaps are never wider than the terminal, whatever its width`() {
    for columns in 1...400 {
      let layout = TileLayout(columns: columns, rows: 24, captionRows: 2)
      let width = layout.tilesPerRow * layout.tileColumns + (layout.tilesPerRow - 1) * TileLayout.gap
      #expect(width <= columns)
      #expect(columns < 39 || layout.tilesPerRow >= 4)
      #expect(columns - width < layout.tilesPerRow)
    }
  }

  @Test func `a picture and its caption fit the screen`() throws {
    #expect(TileLayout(columns: 200, rows: 6, captionRows: 2).pictureRows == 3)
    #expect(TileLayout(columns: 20, rows: 1, captionRows: 2).pictureRows == 1)
    #expect(TileLayout(columns: 0, rows: 0, captionRows: 0).tileColumns == 1)
    // 19 columns of 10 pixels at 4:3 are 142 pixels, 7 rows of 20.
    #expect(TileLayout(columns: 80, rows: 50, captionRows: 2).pictureRows == 7)
    let square = try #require(CellSize(width: 16, height: 16))
    #expect(TileLayout(columns: 80, rows: 50, captionRows: 2, cell: square).pictureRows == 14)
  }
}
