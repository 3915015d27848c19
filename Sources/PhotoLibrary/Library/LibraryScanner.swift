import PhotoFiles
import SystemPackage

/// Finds the photos and videos under some roots and reads their headers, over all cores at once.
///
///     let library = try await LibraryScanner().scan(["/photos"])
///     for photo in library.assets { print(photo.path, photo.date?.iso8601 ?? "undated") }
///     for problem in library.problems { print(problem.path, problem.reason) }
///
/// A folder or file that cannot be read is one of the snapshot's `problems`; the rest goes on. Folders are entered once
/// whatever paths and symbolic links lead to them, so that loops end. A file that several paths lead to is one asset,
/// under the path that is no symbolic link and comes first in natural order.
public struct LibraryScanner: Sendable {
  public let options: ScanOptions

  let cache: (any MetadataCache)?

  private let sidecarFolders = SidecarFolders()

  public init(options: ScanOptions = ScanOptions()) { self.init(options: options, cache: nil) }

  /// A scanner that reads only what a cache does not know.
  package init(options: ScanOptions, cache: (any MetadataCache)?) {
    self.options = options
    self.cache = cache
  }

  /// Scans roots.
  ///
  /// - Parameters:
  ///   - roots: folders and files; a relative path is taken from the current folder.
  ///   - onProgress: called often, from one task, while the scan goes on.
  ///   - onPart: called now and then with what was found so far, in order, each time after a longer while.
  /// - Throws: `CancellationError` if the task is cancelled; nothing else.
  public func scan(
    _ roots: [FilePath], onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> LibrarySnapshot {
    let reader = AssetReader(clocks: options.clocks, cache: cache)
    var walk = FolderWalk(RootPath.resolve(roots), options: options, reader: reader)
    try await walk.run(onProgress: onProgress, onPart: onPart)
    return walk.snapshot
  }

  /// Reads one file that a person or program named, and its sidecars: a file that is no photo becomes a damaged asset.
  ///
  /// - Throws: `ScanProblem` if the file cannot be read.
  public func read(_ path: FilePath) throws(ScanProblem) -> Asset {
    let root = RootPath(path)
    guard let name = root.name else { throw ScanProblem(path: path, reason: "is a folder, not a file") }
    let found: FileFinding
    do throws(Errno) {
      let folder = try OpenFolder(reaching: root.folder.path)
      let reader = AssetReader(clocks: options.clocks)
      let sidecars = sidecarFolders.index(of: root.folder).map { SidecarReader($0, in: folder) }
      found =
        reader.read(ListedFile(name: name), isNamed: true, in: root.folder, folder, sidecars: sidecars)
        .finding
    } catch {
      throw ScanProblem(path: root.path, error)
    }
    switch found.outcome {
    case .asset(let asset): return asset
    case .problem(let problem): throw problem
    case .otherFile: throw ScanProblem(path: root.path, reason: "not a photo or video")
    }
  }
}
