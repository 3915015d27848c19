import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// Albums as text, one a line.
struct AlbumTable {
  private let albums: [AlbumSummary]
  private let style: TerminalStyle

  /// A table of albums.
  init(_ albums: [AlbumSummary], style: TerminalStyle) {
    self.albums = albums
    self.style = style
  }

  /// Writes the table.
  func write(to output: ResultOutput) throws {
    let names = albums.map { TerminalText.truncated(TerminalText.safe($0.name), to: 40) }
    let nameWidth = names.map { TerminalText.columns(of: $0) }.max() ?? 0
    let countWidth = albums.map { String($0.count).count }.max() ?? 0
    try output.writeText(zip(albums, names)) { pair, text in
      let (album, name) = pair
      let count = String(album.count)
      var line = TerminalText.padded(name, to: nameWidth)
      line += "  " + String(repeating: " ", count: countWidth - count.count) + count
      line += "  " + (album.dates.map { Self.dates($0) } ?? String(repeating: " ", count: 22))
      if let folder = album.folder { line += "  " + TerminalText.safe(utf8: folder.bytes) }
      while line.last == " " { line.removeLast() }
      if let width = style.width { line = TerminalText.truncated(line, to: width) }
      text.append(line)
      text.end()
    }
  }

  /// The first and the last day.
  static func dates(_ dates: ClosedRange<CivilTime>) -> String {
    "\(dates.lowerBound.iso8601.prefix(10))  \(dates.upperBound.iso8601.prefix(10))"
  }
}
