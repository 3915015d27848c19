import PhotoLibrary
import PhotoPicker
import Terminal

/// Draws an album in a list: poster, name, count, dates.
struct AlbumDrawing {
  private let album: AlbumSummary
  private let isAtCursor: Bool
  private let area: CellArea

  /// An album in a rectangle.
  init(_ album: AlbumSummary, isAtCursor: Bool, area: CellArea) {
    self.album = album
    self.isAtCursor = isAtCursor
    self.area = area
  }

  /// The poster of an album in a list whose rows are so high; `nil` if there is none or no room for it.
  static func poster(of album: AlbumSummary, _ rowHeight: Int) -> PictureRequest? {
    guard let rows = posterRows(rowHeight), let poster = album.poster else { return nil }
    return PictureRequest(poster, columns: columns(ofPoster: rows), rows: rows)
  }

  /// The height of the posters in a list whose rows are so high; `nil` if there is no room for them.
  private static func posterRows(_ rowHeight: Int) -> Int? {
    rowHeight > 2 ? rowHeight - 1 : rowHeight == 2 ? 2 : nil
  }

  private static func columns(ofPoster rows: Int) -> Int { rows * 3 }

  /// Draws the album.
  func draw(on frame: inout Frame, picture: (PictureRequest) -> PhotoPicture) {
    var column = area.column + 2
    if isAtCursor { frame.write("▌", column: area.column, row: area.row, style: TextStyle(color: .yellow)) }
    if let request = Self.poster(of: album, area.rows), case .ready(let picture) = picture(request) {
      let place = CellArea(
        column: column, row: area.row, columns: request.columns, rows: request.rows)
      frame.place(picture, in: place)
    }
    // The names stand in line, with or without posters.
    if let rows = Self.posterRows(area.rows) { column += Self.columns(ofPoster: rows) + 2 }
    let name = frame.write(
      album.name, column: column, row: area.row, limit: max(area.columns - column - 8, 1),
      style: TextStyle(isBold: true, isReversed: isAtCursor))
    frame.write(" · \(album.count)", column: name, row: area.row, style: TextStyle(isDim: true))
    guard area.rows > 1 else { return }
    let dates = album.dates.map {
      let (first, last) = ($0.lowerBound.iso8601.prefix(10), $0.upperBound.iso8601.prefix(10))
      return first == last ? String(first) : "\(first) – \(last)"
    }
    frame.write(dates ?? "", column: column, row: area.row + 1, style: TextStyle(isDim: true))
    guard area.rows > 2, let folder = album.folder else { return }
    frame.write(
      String(decoding: folder.path), column: column, row: area.row + 2, style: TextStyle(isDim: true))
  }
}
