import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// A grid of thumbnails: a heading for each group, then rows of pictures with number, time and name.
struct PhotoGrid {
  private let view: NumberedView
  private let style: TerminalStyle
  private let layout: TileLayout
  private let drawer: PhotoDrawer
  private let output = ResultOutput()
  private var nextGroup = 0
  private var row: [(picked: PickedAsset, drawing: TerminalDrawing)] = []

  /// The rows of text below a picture.
  private static let captionRows = 2

  init(_ view: NumberedView, on terminal: PictureTerminal) {
    self.view = view
    style = TerminalStyle.standardOutput(isTerminal: true)
    layout = TileLayout(
      columns: terminal.size.columns, rows: terminal.size.rows, captionRows: Self.captionRows,
      cell: terminal.graphics.cellSize ?? .usual)
    drawer = PhotoDrawer(terminal, columns: layout.tileColumns, rows: layout.pictureRows)
  }

  /// Prints the grid row by row, while workers decode the following thumbnails.
  ///
  /// - Throws: `CancellationError` between rows; `CommandFailure` if the terminal was closed.
  mutating func print() async throws {
    let drawer = drawer
    var grid = self
    try await WorkerPool.using { pool in
      try await pool.map(view.all) { picked in
        drawer.drawing(of: picked.asset.path, isVideo: picked.asset.isVideo)
      } _: { picked, drawing in
        try grid.add(picked, drawing)
      }
    }
    try grid.printHeadings(upTo: view.groups.count - 1)
    self = grid
  }

  private mutating func add(_ picked: PickedAsset, _ drawing: TerminalDrawing) throws {
    try printHeadings(upTo: picked.indexPath.section)
    row.append((picked, drawing))
    let isLast = picked.indexPath.item == view.groups[picked.indexPath.section].assets.count - 1
    guard isLast || row.count == layout.tilesPerRow else { return }
    var bytes = DrawingRow(row.map(\.drawing)).bytes
    bytes += line(row.map { caption($0.picked) }).utf8
    bytes += line(row.map { name($0.picked) }).utf8
    row = []
    try output.write(bytes)
  }

  /// Prints the headings up to a section, including empty groups.
  private mutating func printHeadings(upTo section: Int) throws {
    while nextGroup <= section {
      let group = view.groups[nextGroup]
      let heading = style.heading(group.title, count: group.assets.count)
      try output.write(Array("\(nextGroup > 0 ? "\n" : "")\(heading)\n".utf8))
      nextGroup += 1
    }
  }

  private func line(_ tiles: [String]) -> String {
    tiles.joined(separator: String(repeating: " ", count: TileLayout.gap)) + "\n"
  }

  /// Returns the number that `select` takes, and as much of the time as fits.
  private func caption(_ picked: PickedAsset) -> String {
    let number = String(picked.number)
    let minute = picked.asset.wallDate.map { PhotoFacts.date($0) } ?? "no date"
    let times = [minute[...], minute.dropFirst(5), minute.dropFirst(5).prefix(5)]
    let room = layout.tileColumns - number.count - 1
    let time = (picked.asset.wallTime == nil ? [minute[...]] : times).first { $0.count <= room } ?? ""
    let rest = TerminalText.padded(" " + time, to: max(layout.tileColumns - number.count, 0))
    return style.heading(TerminalText.truncated(number, to: layout.tileColumns)) + rest
  }

  private func name(_ picked: PickedAsset) -> String {
    let name = SafeText.escaping(utf8: picked.asset.name.bytes)
    return style.secondary(TerminalText.padded(name, to: layout.tileColumns))
  }
}
