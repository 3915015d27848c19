import PhotoLibrary
import PhotoPicker

/// The albums of `list-albums`, in one list or, with `--group`, one list per group.
struct AlbumList: Sendable {
  struct Part: Sendable {
    /// The group; `nil` if `--group` isn't used.
    let group: (key: String, title: String, count: Int)?
    var albums: [AlbumSummary]
  }

  private(set) var parts: [Part]

  init(_ albums: [AlbumSummary]) { parts = [Part(group: nil, albums: albums)] }

  /// Creates a list with the folders of each group's photos.
  init(_ groups: [AssetGroup]) {
    parts = groups.map { group in
      var assets = group.assets
      AssetOrder.sortByPath(&assets)
      return Part(
        group: (group.key, group.title, assets.count),
        albums: Album.folders(of: assets).map(AlbumSummary.init))
    }
  }

  /// The albums of all parts, with group keys.
  var records: [AlbumRecord] {
    parts.flatMap { part in part.albums.map { AlbumRecord($0, group: part.group?.key) } }
  }

  var isEmpty: Bool { parts.allSatisfy { $0.albums.isEmpty && $0.group == nil } }

  mutating func sort(by order: AlbumOrder, _ direction: SortDirection?) {
    for index in parts.indices { parts[index].albums = order.sorted(parts[index].albums, direction) }
  }

  /// Applies an offset and a limit across all parts, and removes empty parts.
  mutating func cut(offset: Int, limit: Int?) {
    guard offset > 0 || limit != nil else { return }
    var (skipped, left) = (offset, limit ?? .max)
    parts = parts.compactMap { part in
      var part = part
      let count = part.albums.count
      part.albums = Array(part.albums.dropFirst(skipped).prefix(left))
      skipped = max(0, skipped - count)
      left -= part.albums.count
      return part.albums.isEmpty ? nil : part
    }
  }
}
