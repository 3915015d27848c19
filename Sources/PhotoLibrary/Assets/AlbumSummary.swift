import PhotoFiles
import PhotoFormats

/// An album without its assets, for display in a list.
public struct AlbumSummary: Sendable, Hashable {
  public let kind: Album.Kind
  public let count: Int
  public let dates: ClosedRange<CivilTime>?
  /// The cover picture, if it was requested.
  public let poster: Asset?
  /// The total size of the files in bytes, if it was requested.
  public let fileSize: Int64?

  public init(
    _ kind: Album.Kind, count: Int, dates: ClosedRange<CivilTime>?, poster: Asset? = nil,
    fileSize: Int64? = nil
  ) {
    self.kind = kind
    self.count = count
    self.dates = dates
    self.poster = poster
    self.fileSize = fileSize
  }

  /// Creates the summary of an album. An unloaded album has neither a poster nor a size.
  public init(_ album: Album) {
    self.init(
      album.kind, count: album.count, dates: album.dates, poster: album.poster,
      fileSize: album.isLoaded ? Self.total(album.assets.lazy.map(\.fileSize)) : nil)
  }

  /// Returns the sum of file sizes, clamped to `Int64.max`: sparse files may claim any size.
  package static func total(_ sizes: some Sequence<Int64>) -> Int64 {
    sizes.reduce(0) { sum, size in
      let (total, overflows) = sum.addingReportingOverflow(size)
      return overflows ? .max : total
    }
  }

  public var name: String { kind.name }

  public var folder: Folder? { kind.folder }

  /// The years of the dates, such as `2012–2014`.
  package var years: String? {
    dates.map { dates in
      let (first, last) = (dates.lowerBound.iso8601.prefix(4), dates.upperBound.iso8601.prefix(4))
      return first == last ? String(first) : "\(first)–\(last)"
    }
  }
}

public enum AlbumOrder: String, Sendable, CaseIterable {
  case name
  /// By the date of the newest asset.
  case date
  case count
  case size

  public var usualDirection: SortDirection { self == .name ? .ascending : .descending }

  /// Sorts albums. "All Photos" comes first; ties are resolved by name, then path.
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
    func order<Key: Comparable>(_ key: (AlbumSummary) -> Key) -> Int {
      key(left) == key(right) ? 0 : key(left) < key(right) ? -1 : 1
    }
    return switch self {
    case .name: FileName.naturalOrder(Array(left.name.utf8), Array(right.name.utf8))
    case .count: order(\.count)
    case .date: order { $0.dates?.upperBound.seconds ?? .min }
    case .size: order { $0.fileSize ?? 0 }
    }
  }
}
