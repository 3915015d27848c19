import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The albums of a query that includes all photos.
struct AlbumCounts: PhotoCollector {
  private struct Sums {
    var count = 0
    var dates: ClosedRange<CivilTime>?
    var fileSize: Int64 = 0
    var poster: Asset?

    mutating func merge(_ other: Sums) {
      count += other.count
      dates = AlbumCounts.union(dates, other.dates)
      fileSize = AlbumSummary.total([fileSize, other.fileSize])
      if let poster = other.poster { offer(poster) }
    }

    /// Makes an asset the poster if it is newer, or as new and the first by path.
    mutating func offer(_ asset: Asset) {
      guard asset.damage == nil else { return }
      guard let poster else {
        self.poster = asset
        return
      }
      let (time, other) = (asset.wallTime?.seconds ?? .min, poster.wallTime?.seconds ?? .min)
      if time > other || time == other && AssetOrder.pathPrecedes(asset, poster) { self.poster = asset }
    }
  }

  private let isComplete: Bool
  private var sums: [Folder: Sums] = [:]

  /// - Parameter isComplete: Whether to include posters and sizes in bytes.
  init(isComplete: Bool) { self.isComplete = isComplete }

  /// Counts the photos that SQL decides, after `PhotoScan.register(_:)`.
  mutating func count(_ scan: PhotoScan, _ dbs: [Connection]) throws {
    for found in try dbs.enumerated().map({ try Self.sums(scan, of: $0, $1) }) {
      for (folder, found) in found { sums[folder, default: Sums()].merge(found) }
    }
  }

  private static func sums(
    _ scan: PhotoScan, of catalog: Int, _ db: Connection
  ) throws -> [(folder: Folder, sums: Sums)] {
    let part = scan.parts[catalog]
    var sums: [(Folder, Sums)] = []
    // The index contains the dates of most photos.
    for (condition, date) in [("clock = 0", "date"), ("clock > 0", part.localDate)] {
      let rows = try db.rows(
        """
        SELECT folder, count(*), min(\(date)), max(\(date)), sum(size) FROM photo
        WHERE \(RowCondition.and([condition, part.certain])) GROUP BY folder
        """)
      while let row = try rows.next() {
        guard let folder = scan.scope.folder(try row.number(at: 0), of: catalog)?.folder else { continue }
        var found = Sums(count: try row.count(at: 1), fileSize: try row.number(at: 4))
        if let first = try row.numberOrNull(at: 2), let last = try row.numberOrNull(at: 3) {
          guard first <= last else { throw SQLiteError.damage }
          found.dates = CivilTime(seconds: first)...CivilTime(seconds: last)
        }
        sums.append((folder, found))
      }
    }
    return sums
  }

  /// Returns the photos that remain to be counted, after `PhotoScan.register(_:)`.
  static func rest(_ scan: PhotoScan, _ dbs: [Connection]) throws -> PhotoScan.Candidates {
    try scan.candidates(dbs) { _, part in part.uncertain(part.certain) }
  }

  /// Returns the photos among which the posters of counted photos are, after `PhotoScan.register(_:)`: the newest of each folder
  /// of each catalog.
  static func posters(_ scan: PhotoScan, _ dbs: [Connection]) throws -> PhotoScan.Candidates {
    let ids = try dbs.enumerated().map { catalog, db in
      let part = scan.parts[catalog]
      let rows = try db.rows(
        """
        SELECT id, folder, \(part.localDate) FROM photo
        WHERE \(RowCondition.and([part.certain, "damaged IS NULL"]))
        """)
      var newest: [Int64: (date: Int64, ids: [Int64])] = [:]
      while let row = try rows.next() {
        let (id, folder) = (try row.number(at: 0), try row.number(at: 1))
        let date = try row.numberOrNull(at: 2) ?? .min
        let known = newest[folder]
        if known == nil || date > known?.date ?? .min {
          newest[folder] = (date, [id])
        } else if date == known?.date {
          newest[folder]?.ids.append(id)
        }
      }
      return newest.values.flatMap(\.ids)
    }
    return scan.candidates(ids)
  }

  mutating func add(_ asset: Asset) {
    var found = Sums(count: 1, dates: asset.wallTime.map { $0...$0 }, fileSize: asset.fileSize)
    if isComplete { found.offer(asset) }
    sums[asset.folder, default: Sums()].merge(found)
  }

  mutating func merge(_ other: AlbumCounts) {
    for (folder, sums) in other.sums { self.sums[folder, default: Sums()].merge(sums) }
  }

  /// Offers the posters of albums whose photos are counted already.
  mutating func offerPosters(of other: AlbumCounts) {
    for (folder, sums) in other.sums { sums.poster.map { self.sums[folder]?.offer($0) } }
  }

  /// "All Photos" and the folders by path, or an empty array if there are no photos.
  var list: [AlbumSummary] {
    let albums = sums.map { folder, sums in
      AlbumSummary(
        .folder(folder), count: sums.count, dates: sums.dates, poster: sums.poster,
        fileSize: isComplete ? sums.fileSize : nil)
    }
    .sorted { FileName.naturalOrder($0.folder?.bytes ?? [], $1.folder?.bytes ?? []) < 0 }
    guard !albums.isEmpty else { return [] }
    let poster = albums.compactMap(\.poster).max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
    let all = AlbumSummary(
      .all, count: albums.reduce(0) { $0 + $1.count },
      dates: albums.reduce(nil) { Self.union($0, $1.dates) }, poster: poster,
      fileSize: isComplete ? AlbumSummary.total(albums.compactMap(\.fileSize)) : nil)
    return [all] + albums
  }

  private static func union(
    _ left: ClosedRange<CivilTime>?, _ right: ClosedRange<CivilTime>?
  ) -> ClosedRange<CivilTime>? {
    guard let left, let right else { return left ?? right }
    return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
  }
}
