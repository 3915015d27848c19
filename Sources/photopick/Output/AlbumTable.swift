import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

/// A table of albums, one per line, with group headings.
struct AlbumTable {
  private let list: AlbumList
  private let style: TerminalStyle
  private let showsSizes: Bool
  private let nameWidth: Int
  private let countWidth: Int
  private let sizeWidth: Int
  private let showsFirstDates: Bool

  /// The columns of a date with the leading space, and the minimum columns of name and folder.
  private static let (dateWidth, leastName, leastFolder) = (12, 8, 2)

  /// - Parameter showsSizes: Pass `true` for a column for the total size of an album's files.
  init(_ list: AlbumList, showsSizes: Bool = false, style: TerminalStyle) {
    self.list = list
    self.style = style
    self.showsSizes = showsSizes
    let albums = list.parts.lazy.flatMap(\.albums)
    let widest = TerminalText.columns(ofWidest: albums.map(Self.name(of:)))
    countWidth = albums.map { String($0.count).count }.max() ?? 0
    sizeWidth = showsSizes ? albums.map { Self.size(of: $0).count }.max() ?? 0 : 0
    // In a narrow terminal, omit the first date, then truncate the name.
    let room = (style.width ?? .max) - (countWidth + 2) - (showsSizes ? sizeWidth + 2 : 0) - Self.dateWidth
    showsFirstDates = widest <= room - Self.dateWidth
    nameWidth = showsFirstDates ? widest : min(widest, max(room, Self.leastName))
  }

  func write(to output: ResultOutput) throws {
    try output.writeText(list.parts.enumerated()) { pair, text in
      let (index, part) = pair
      if let heading = Self.heading(of: part, style) {
        if index > 0 { text.end() }
        text.append(heading)
        text.end()
      }
      for album in part.albums {
        text.append(line(of: album))
        text.end()
      }
    }
  }

  private func line(of album: AlbumSummary) -> String {
    var line = TerminalText.padded(Self.name(of: album), to: nameWidth)
    line += "  " + TerminalText.padded(String(album.count), to: countWidth, alignment: .trailing)
    if showsSizes {
      line += "  " + TerminalText.padded(Self.size(of: album), to: sizeWidth, alignment: .trailing)
    }
    line += "  " + dates(of: album)
    let room = (style.width ?? .max) - TerminalText.columns(of: line) - 2
    if let folder = album.folder, room >= Self.leastFolder {
      line += "  " + TerminalText.truncated(SafeText.escaping(utf8: folder.bytes), to: room)
    }
    while line.last == " " { line.removeLast() }
    return style.width.map { TerminalText.truncated(line, to: $0) } ?? line
  }

  private static func name(of album: AlbumSummary) -> String {
    TerminalText.truncated(SafeText.escaping(album.name), to: 40)
  }

  private static func size(of album: AlbumSummary) -> String { ByteText.size(album.fileSize ?? 0) }

  /// Returns the heading of a group, or `nil` if there is no group.
  static func heading(of part: AlbumList.Part, _ style: TerminalStyle) -> String? {
    guard let group = part.group else { return nil }
    return style.heading(group.title, count: group.count)
  }

  private func dates(of album: AlbumSummary) -> String {
    guard let dates = album.dates else {
      return String(repeating: " ", count: showsFirstDates ? 2 * Self.dateWidth - 2 : Self.dateWidth - 2)
    }
    return showsFirstDates ? Self.dates(dates) : String(dates.upperBound.iso8601.prefix(10))
  }

  static func dates(_ dates: ClosedRange<CivilTime>) -> String {
    "\(dates.lowerBound.iso8601.prefix(10))  \(dates.upperBound.iso8601.prefix(10))"
  }
}

extension TerminalStyle {
  /// Returns the heading of a group: title and number of photos, shortened to the width of the terminal.
  func heading(_ title: String, count: Int) -> String {
    let text = "\(SafeText.escaping(title)) · \(count)"
    return heading(width.map { TerminalText.truncated(text, to: $0) } ?? text)
  }
}
