import PhotoFiles
import PhotoLibrary
import SystemPackage

/// The size of a catalog.
public struct CatalogStatus: Sendable, Hashable {
  /// The number of scanned folders.
  public let folders: Int
  /// The number of photos and videos.
  public let assets: Int
  /// The number of scanned files that are not photos.
  public let otherFiles: Int
  /// The size of the database and its log, in bytes.
  public let bytes: Int64
}

extension Catalog {
  /// Returns the size of the catalog.
  ///
  /// - Throws: `CatalogUnavailable` if it cannot be read.
  public func status() throws(CatalogUnavailable) -> CatalogStatus {
    do {
      let (folders, assets, records, otherFiles) = try pool.read { db in
        (
          try CatalogSchema.count("folder WHERE inode <> 0", db),
          try CatalogSchema.count("photo", db), try CatalogSchema.count("record", db),
          try CatalogSchema.count("otherFile", db)
        )
      }
      guard records == assets else { throw SQLiteError.damage }
      // A checkpoint also removes SQLite's index of the log, as closing would.
      try? pool.checkpoint()
      let size = try FileStatus(location.real).size
      return CatalogStatus(
        folders: folders, assets: assets, otherFiles: otherFiles, bytes: size + location.logSize)
    } catch {
      throw CatalogUnavailable(
        "the catalog \(location.file.string) cannot be read: \(CatalogDatabase.reason(error))")
    }
  }

  /// Reads every file under the roots again, and compares the results with a scan that uses the catalog. Before that, removes
  /// photos whose columns differ from their records, so that the scan writes them again.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func differences(
    under roots: [FilePath], options: ScanOptions, onProgress: @escaping @Sendable (ScanProgress) -> Void
  ) async throws -> CatalogDifferences {
    let inconsistent = try await removeInconsistent(under: roots, options)
    let known = try await LibraryScanner(options: options, catalog: self).scan(roots, onProgress: onProgress)
    let read = try await LibraryScanner(options: options).scan(roots, onProgress: onProgress)
    let knownByPath = Dictionary(
      known.assets.map { ($0.pathBytes, $0) }, uniquingKeysWith: { first, _ in first })
    let readByPath = Dictionary(
      read.assets.map { ($0.pathBytes, $0) }, uniquingKeysWith: { first, _ in first })
    var differing = inconsistent
    for (path, asset) in readByPath where knownByPath[path].map({ !$0.isUnchanged(since: asset) }) ?? true {
      differing.append(FilePath(fileSystemBytes: path))
    }
    for path in knownByPath.keys where readByPath[path] == nil {
      differing.append(FilePath(fileSystemBytes: path))
    }
    return CatalogDifferences(
      checked: read.assets.count,
      paths: differing.uniqued().sorted { $0.fileSystemBytes.lexicographicallyPrecedes($1.fileSystemBytes) },
      problems: read.problems, remarks: read.remarks)
  }
}

extension Catalog {
  /// Removes photos whose columns differ from their records, and returns their paths.
  private func removeInconsistent(under roots: [FilePath], _ options: ScanOptions) async throws -> [FilePath]
  {
    guard !isReadOnly else { return [] }
    do {
      return try await pool.writeOnThread { db in
        let (scope, audit) = (try CatalogScope(roots: roots, options: options, [db]), try PhotoAudit(db))
        var paths: [FilePath] = []
        for (number, folder) in scope.folders(of: 0) {
          for name in try audit.differingNames(in: number, folder.folder) {
            try PhotoWriter.remove(name, from: number, db)
            paths.append(folder.folder.path(of: name))
          }
          try Task.checkCancellation()
        }
        return paths
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      // No photo under the roots is in the catalog, or the scan finds the damage too.
      return []
    }
  }
}

/// The result of comparing a catalog with the files.
public struct CatalogDifferences: Sendable {
  /// The number of compared photos.
  public let checked: Int
  /// The photos whose metadata differs.
  public let paths: [FilePath]
  /// Errors of both scans.
  public let problems: [ScanProblem]
  /// Notes about skipped files.
  public let remarks: [ScanProblem]
}
