import Foundation
import GRDB
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Answers from the catalog alone, without a look at the folders.
///
/// What is asked for is found by the database: a month of a million photos costs what the month holds.
public struct CatalogQuery: Sendable {
  /// What is asked about: folders with all below them, and files.
  public var roots: [FilePath]
  /// Which folders count, and the clocks.
  public var options: ScanOptions
  /// The kinds that are wanted.
  public var kinds = KindFilter()
  /// The dates that are wanted.
  public var dates = DateLimitsFilter()

  /// A query about everything under some roots.
  public init(roots: [FilePath], options: ScanOptions) {
    self.roots = roots
    self.options = options
  }

  /// How far universal time may lie from any wall clock, in seconds; time zones reach from -12 to +14 hours.
  private static let zoneSeconds: Int64 = 15 * 3600

  /// The assets that pass.
  ///
  /// - Throws: `CatalogUnavailable` where the catalog cannot be read or does not know a root.
  public func snapshot(of catalog: Catalog) throws(CatalogUnavailable) -> LibrarySnapshot {
    try reading(catalog) { db in
      let scope = try CatalogScope(roots: roots, options: options, db)
      var loader = AssetLoader(options: options)
      // Which of several paths to one file is shown is settled before anything is filtered.
      if scope.hasSharedAssets || !scope.files.isEmpty {
        for folder in scope.folders.values { try loader.load(folder, matching: Self.isAsset, db) }
      } else if dates.since == nil, dates.until == nil {
        for folder in scope.folders.values { try loader.load(folder, matching: condition, db) }
      } else {
        try loader.load(scope, matching: condition, between: timeBounds, db)
      }
      for file in scope.files { try loader.load(file, db) }
      SameFiles.removeDuplicates(from: &loader.assets, areNamed: !scope.files.isEmpty)
      AssetOrder.sortByPath(&loader.assets)
      return LibrarySnapshot(assets: loader.assets)
    }
  }

  /// What a list of albums shows, by path, "All Photos" first; `nil` where only the assets themselves can tell:
  /// where several paths lead to one file, files are known that are hidden, or clocks were changed around a first or last date.
  ///
  /// - Throws: `CatalogUnavailable` where the catalog cannot be read or does not know a root.
  public func albums(of catalog: Catalog, withPosters: Bool) throws(CatalogUnavailable) -> [AlbumSummary]? {
    guard kinds == KindFilter(), dates == DateLimitsFilter() else { return nil }
    return try reading(catalog) { db in
      let scope = try CatalogScope(roots: roots, options: options, db)
      guard scope.files.isEmpty, !scope.hasSharedAssets else { return nil }
      let loader = AssetLoader(options: options)
      var albums = [AlbumSummary]()
      for folder in scope.ordered where folder.count > 0 {
        if !options.includesHidden, try CatalogScope.holdsHiddenAssets(folder, db) { return nil }
        guard let dates = folder.dates(on: options.clocks) else { return nil }
        let poster = withPosters ? try loader.poster(of: folder, db) : nil
        albums.append(
          AlbumSummary(.folder(folder.folder), count: folder.count, dates: dates.range, poster: poster))
      }
      guard !albums.isEmpty else { return [] }
      return [Self.summary(of: albums)] + albums
    }
  }

  private static func summary(of albums: [AlbumSummary]) -> AlbumSummary {
    let dates = albums.compactMap(\.dates).reduce(nil as ClosedRange<CivilTime>?) { all, next in
      all.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
    }
    let poster = albums.compactMap(\.poster).max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
    return AlbumSummary(.all, count: albums.reduce(0) { $0 + $1.count }, dates: dates, poster: poster)
  }

  private func reading<Value>(
    _ catalog: Catalog, _ body: (Database) throws -> Value
  ) throws(CatalogUnavailable) -> Value {
    do {
      return try catalog.pool.read(body)
    } catch let error as CatalogUnavailable {
      throw error
    } catch {
      throw CatalogUnavailable(
        "the catalog \(catalog.location.file.string) cannot be read: \(CatalogDatabase.reason(error)); "
          + "leave out --no-refresh")
    }
  }

  /// The seconds between which the times in the database can lie, wall-clock or universal.
  private var timeBounds: ClosedRange<Int64> {
    let since = dates.since.map { $0.seconds - Self.zoneSeconds } ?? .min
    let until = dates.until.map { $0.seconds + Self.zoneSeconds } ?? .max
    return since <= until ? since...until : since...since
  }

  /// What is true of assets, as a condition of SQL.
  private static let isAsset = "type IS NOT NULL"

  /// The kinds as a condition of SQL; it holds numbers of this program only.
  private var condition: String {
    let wanted = kinds.included.map(Self.condition).sorted()
    let unwanted = kinds.excluded.map(Self.condition).sorted()
    let parts =
      (wanted.isEmpty ? [] : ["(" + wanted.joined(separator: " OR ") + ")"]) + unwanted.map { "NOT \($0)" }
    return ([Self.isAsset] + parts).joined(separator: " AND ")
  }

  private static func condition(_ kind: AssetKind) -> String {
    func types(_ isWanted: (PhotoFileType) -> Bool) -> String {
      "type IN (" + PhotoFileType.allCases.filter(isWanted).map { "\($0.rawValue)" }.joined(separator: ", ")
        + ")"
    }
    switch kind {
    case .photo: return types { $0.mediaType == .image }
    case .video: return types { $0.mediaType == .video }
    case .screenshot: return "(flags & \(FileFlags.screenshot.rawValue)) != 0"
    case .damaged: return "(flags & \(FileFlags.damaged.rawValue)) != 0"
    case .format(let format): return types { $0.format == format }
    }
  }
}
