import GRDB
import PhotoFiles
import PhotoLibrary
import SystemPackage

/// How much a catalog holds.
public struct CatalogStatus: Sendable, Hashable {
  /// The number of folders that were looked at.
  public let folders: Int
  /// The number of photos and videos.
  public let assets: Int
  /// The number of files that were looked at and are no photos.
  public let otherFiles: Int
  /// What the catalog takes on disk, in bytes.
  public let bytes: Int64
}

extension Catalog {
  /// How much the catalog holds.
  ///
  /// - Throws: `CatalogUnavailable` if it cannot be read.
  public func status() throws(CatalogUnavailable) -> CatalogStatus {
    do {
      let (folders, assets, counted, otherFiles) = try pool.read { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM folder WHERE inode != 0") ?? 0,
          try Int.fetchOne(db, sql: "SELECT count(*) FROM main.photo") ?? 0,
          try CatalogSchema.photoCount(db),
          try Int.fetchOne(db, sql: "SELECT count(*) FROM otherFile") ?? 0
        )
      }
      guard counted == assets else { throw DatabaseError.damage }
      // The log becomes part of the file now, as it would when the catalog is closed, unless another process needs it.
      // SQLite's index of the log is gone then.
      _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      let size = try FileStatus(location.real).size
      return CatalogStatus(
        folders: folders, assets: assets, otherFiles: otherFiles, bytes: size + location.logSize)
    } catch {
      throw CatalogUnavailable(
        "the catalog \(location.file.string) cannot be read: \(CatalogDatabase.reason(error))")
    }
  }

  /// Assets about which the catalog and their files disagree.
  ///
  /// Every file under the roots is read anew and compared with what a scan by the catalog gives.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func differences(
    under roots: [FilePath], options: ScanOptions, onProgress: @escaping @Sendable (ScanProgress) -> Void
  ) async throws -> CatalogDifferences {
    let known = try await LibraryScanner(options: options, catalog: self).scan(roots, onProgress: onProgress)
    let read = try await LibraryScanner(options: options).scan(roots, onProgress: onProgress)
    let knownByPath = Dictionary(
      known.assets.map { ($0.pathBytes, $0) }, uniquingKeysWith: { first, _ in first })
    let readByPath = Dictionary(
      read.assets.map { ($0.pathBytes, $0) }, uniquingKeysWith: { first, _ in first })
    var differing = [FilePath]()
    for (path, asset) in readByPath where knownByPath[path].map({ !$0.isUnchanged(since: asset) }) ?? true {
      differing.append(FilePath(fileSystemBytes: path))
    }
    for path in knownByPath.keys where readByPath[path] == nil {
      differing.append(FilePath(fileSystemBytes: path))
    }
    return CatalogDifferences(
      checked: read.assets.count,
      paths: differing.sorted { $0.fileSystemBytes.lexicographicallyPrecedes($1.fileSystemBytes) },
      problems: read.problems, remarks: read.remarks)
  }
}

/// What a check of a catalog found.
public struct CatalogDifferences: Sendable {
  /// How many photos were compared.
  public let checked: Int
  /// The photos about which the catalog and their files disagree.
  public let paths: [FilePath]
  /// What could not be read.
  public let problems: [ScanProblem]
  /// What was passed over.
  public let remarks: [ScanProblem]
}
