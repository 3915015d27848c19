import PhotoFiles
import PhotoLibrary
import Terminal

/// The album page: a grid of posters with a cursor.
package struct AlbumPage: Sendable {
  /// The number of lines below a poster: name, and count with years.
  private static let captions = 2

  package private(set) var albums: [AlbumSummary] = []
  /// The path of the common parent folder, or an empty path.
  package private(set) var base: [UInt8] = []
  /// The album names relative to that folder.
  package private(set) var names: [String] = []
  package private(set) var layout: GridLayout
  package private(set) var cursor = 0
  package private(set) var scroll = 0

  init(area: CellArea) { layout = GridLayout(area: area, counts: [0], captions: Self.captions) }

  package var current: AlbumSummary? { albums.indices.contains(cursor) ? albums[cursor] : nil }

  mutating func show(_ albums: [AlbumSummary]) {
    let kind = current?.kind
    self.albums = albums
    base = Self.base(of: albums.compactMap(\.folder))
    names = albums.map { album in
      guard let folder = album.folder?.bytes, folder.count > base.count else { return album.name }
      return String(decoding: folder.dropFirst(base.count).drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    }
    cursor = kind.flatMap { kind in albums.firstIndex { $0.kind == kind } } ?? min(cursor, last)
    fit(layout.area)
  }

  mutating func fit(_ area: CellArea) {
    layout = GridLayout(area: area, counts: [albums.count], captions: Self.captions)
    move(to: cursor)
  }

  private static func base(of folders: [Folder]) -> [UInt8] {
    guard var base = folders.first?.bytes else { return [] }
    // A single folder keeps the full name.
    if folders.count == 1 { base = Array(base.prefix(upTo: base.lastIndex(of: UInt8(ascii: "/")) ?? 0)) }
    for folder in folders {
      let bytes = folder.bytes
      while !(bytes.starts(with: base)
        && (bytes.count == base.count || bytes[base.count] == UInt8(ascii: "/")))
      {
        guard let cut = base.lastIndex(of: UInt8(ascii: "/")) else { return [] }
        base.removeSubrange(cut...)
      }
    }
    return base
  }

  private var last: Int { max(albums.count - 1, 0) }
  private var path: ItemIndexPath { ItemIndexPath(section: 0, item: cursor) }

  mutating func move(to index: Int) {
    cursor = min(max(index, 0), last)
    scroll = layout.scroll(scroll, showing: path)
  }

  mutating func move(by count: Int) { move(to: cursor + count) }

  mutating func moveRow(isDown: Bool) {
    if let next = layout.path(after: path, isDown: isDown) { move(to: next.item) }
  }

  mutating func movePage(isDown: Bool) {
    for _ in 0..<layout.rowsOfScreen { moveRow(isDown: isDown) }
  }

  /// Moves the cursor to the album at a terminal cell. Returns `false` if there is no album.
  mutating func move(toColumn column: Int, row: Int) -> Bool {
    guard let path = layout.path(column: column, row: row, scroll: scroll) else { return false }
    move(to: path.item)
    return true
  }
}
