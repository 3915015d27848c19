import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// Albums with posters: name, number, dates and folder next to a picture.
struct PosterTable {
  private let list: AlbumList
  private let style: TerminalStyle
  private let drawer: PhotoDrawer
  private let textColumns: Int

  /// The size of a poster in cells, with three lines of text next to it.
  private static let posterColumns = 8
  private static let posterRows = 3
  private static let gap = 2

  init(_ list: AlbumList, on terminal: PictureTerminal) {
    self.list = list
    style = TerminalStyle.standardOutput(isTerminal: true)
    let columns = min(Self.posterColumns, max(1, terminal.size.columns / 3))
    drawer = PhotoDrawer(terminal, columns: columns, rows: Self.posterRows)
    textColumns = max(1, terminal.size.columns - columns - Self.gap)
  }

  /// Prints album by album, while workers decode the following posters.
  ///
  /// - Throws: `CancellationError` between albums; `CommandFailure` if the terminal was closed.
  func print() async throws {
    let drawer = drawer
    let output = ResultOutput()
    try await WorkerPool.using { pool in
      for (index, part) in list.parts.enumerated() {
        if let heading = AlbumTable.heading(of: part, style) {
          try output.write(Array((index > 0 ? "\n" : "").utf8) + Array("\(heading)\n".utf8))
        }
        try await pool.map(part.albums) { album in
          album.poster.map { drawer.drawing(of: $0.path, isVideo: $0.isVideo) }
            ?? TerminalDrawing(text: "", columns: drawer.columns, rows: drawer.rows)
        } _: { album, poster in
          try output.write(DrawingRow([poster, text(of: album)], gap: Self.gap).bytes)
        }
      }
    }
  }

  private func text(of album: AlbumSummary) -> TerminalDrawing {
    let count = " · \(album.count)"
    let name = TerminalText.truncated(SafeText.escaping(album.name), to: max(textColumns - count.count, 1))
    let dates = album.dates.map { AlbumTable.dates($0) } ?? ""
    let folder = album.folder.map { SafeText.escaping(utf8: $0.bytes) } ?? ""
    return TerminalDrawing(
      lines: [
        style.heading(name) + String(count.prefix(textColumns)),
        TerminalText.truncated(dates, to: textColumns),
        style.secondary(TerminalText.truncated(folder, to: textColumns)),
      ], columns: textColumns)
  }
}
