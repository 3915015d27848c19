import PhotoFiles
import PhotoFormats

/// What a list of albums shows of one.
public struct AlbumSummary: Sendable, Hashable {
  /// What the album stands for.
  public let kind: Album.Kind
  /// The number of photos and videos.
  public let count: Int
  /// The first and the last date on the wall clock; `nil` if no asset has one.
  public let dates: ClosedRange<CivilTime>?
  /// The picture that stands for the album, if it was asked for.
  public let poster: Asset?

  /// A summary from its parts.
  public init(_ kind: Album.Kind, count: Int, dates: ClosedRange<CivilTime>?, poster: Asset? = nil) {
    self.kind = kind
    self.count = count
    self.dates = dates
    self.poster = poster
  }

  /// The summary of an album whose assets are at hand.
  public init(_ album: Album) {
    self.init(album.kind, count: album.count, dates: album.dates, poster: album.poster)
  }

  /// The folder's name, or "All Photos".
  public var name: String { kind.name }

  /// The folder; `nil` for all photos.
  public var folder: Folder? { kind.folder }
}

/// The orders of albums.
public enum AlbumOrder: String, Sendable, CaseIterable {
  /// By name in natural order.
  case name
  /// By the date of the newest asset.
  case date
  /// By the number of assets.
  case count

  /// The direction that people expect first: names from A on, the newest and the largest first.
  public var usualDirection: SortDirection { self == .name ? .ascending : .descending }

  /// Albums in order, "All Photos" first, equal ones by name and path.
  public func sorted(_ albums: [AlbumSummary], _ direction: SortDirection? = nil) -> [AlbumSummary] {
    let isAscending = (direction ?? usualDirection) == .ascending
    return albums.sorted { left, right in
      if (left.kind == .all) != (right.kind == .all) { return left.kind == .all }
      let order = compare(left, right)
      if order != 0 { return (order < 0) == isAscending }
      let byName = FileName.naturalOrder(Array(left.name.utf8), Array(right.name.utf8))
      if byName != 0 { return byName < 0 }
      return FileName.naturalOrder(left.folder?.bytes ?? [], right.folder?.bytes ?? []) < 0
    }
  }

  private func compare(_ left: AlbumSummary, _ right: AlbumSummary) -> Int {
    switch self {
    case .name: return FileName.naturalOrder(Array(left.name.utf8), Array(right.name.utf8))
    case .count: return left.count - right.count
    case .date:
      let first = left.dates?.upperBound.seconds ?? .min
      let second = right.dates?.upperBound.seconds ?? .min
      return first == second ? 0 : first < second ? -1 : 1
    }
  }
}
