import PhotoFiles
import SystemPackage

/// Finds the photos and videos under some roots and reads their headers, using all cores.
///
///     let library = try await LibraryScanner().scan(["/photos"])
///     for photo in library.assets { print(photo.path, photo.date?.iso8601 ?? "undated") }
///     for problem in library.problems { print(problem.path, problem.reason) }
///
/// Unreadable folders and files are reported in the snapshot's `problems`. Each folder is entered once, even if
/// several paths and symbolic links refer to it, so cycles terminate. A file with several paths is one asset,
/// preferably at a path that is no symbolic link, then at the first in natural order.
public struct LibraryScanner: Sendable {
  public let options: ScanOptions

  let cache: (any MetadataCache)?

  let sidecarFolders = SidecarFolders()

  public init(options: ScanOptions = ScanOptions()) { self.init(options: options, cache: nil) }

  /// Creates a scanner that reads only files that the cache lacks.
  package init(options: ScanOptions, cache: (any MetadataCache)?) {
    self.options = options
    self.cache = cache
  }

  /// Scans folders and files.
  ///
  /// - Parameters:
  ///   - roots: Absolute paths, or relative to the current folder.
  ///   - onProgress: Called often from a single task.
  ///   - onPart: Called with partial results in order, at increasing intervals.
  /// - Throws: Only `CancellationError`, if the task is cancelled.
  public func scan(
    _ roots: [FilePath], onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> LibrarySnapshot {
    let reader = AssetReader(clocks: options.clocks, cache: cache)
    var walk = FolderWalk(RootPath.resolve(roots), options: options, reader: reader)
    try await walk.run(onProgress: onProgress, onPart: onPart)
    return walk.snapshot
  }

  /// Reads a single file and its sidecars. An asset of unknown format is damaged.
  ///
  /// - Throws: `ScanProblem` if the file can't be read.
  public func read(_ path: FilePath) throws(ScanProblem) -> Asset {
    let root = RootPath(path)
    var files = NamedFiles(AssetReader(clocks: options.clocks), sidecarFolders)
    return try files.read(root).asset.get()
  }
}
