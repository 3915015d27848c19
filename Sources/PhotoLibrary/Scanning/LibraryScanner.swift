import PhotoFiles
import PhotoFormats
import SystemPackage

/// Finds the photos and videos under some roots and reads their headers, over all cores at once.
///
///     let result = try await LibraryScanner().scan(["/photos"])
///     result.assets.count
///
/// A folder or file that cannot be read is a `ScanProblem` of the result; the rest goes on. Folders are
/// entered once whatever paths and symbolic links lead to them, so that loops end. A file that several paths
/// lead to is one asset, under the path that is no symbolic link and comes first in natural order.
public struct LibraryScanner: Sendable {
  /// What is read.
  public let options: ScanOptions

  /// What knows of earlier reads; `nil` reads everything.
  let cache: (any MetadataCache)?

  /// A scanner that reads every header.
  public init(options: ScanOptions = ScanOptions()) {
    self.options = options
    cache = nil
  }

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
  /// - Throws: `CancellationError` where the task is cancelled; nothing else.
  public func scan(
    _ roots: [FilePath], onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) async throws -> ScanResult {
    let width = max(4, 2 * WorkerPool.processorCount)
    let threads = WorkerPool(threadCount: width)
    defer { threads.finish() }
    let context = ScanContext(options: options, cache: cache)
    var queue = ScanQueue(roots: RootPath.resolve(roots))
    var pace = PartPace()
    try await withThrowingTaskGroup(of: ScanPart.self) { group in
      var underWay = 0
      repeat {
        try Task.checkCancellation()
        while underWay < width, let work = queue.next() {
          underWay += 1
          group.addTask(executorPreference: threads) { try work.run(context) }
        }
        guard let part = try await group.next() else { break }
        underWay -= 1
        if let cache, !part.reports.isEmpty { await cache.absorb(part.reports) }
        queue.absorb(part)
        onProgress(queue.result.progress)
        if let onPart, pace.isDue { await onPart(LibrarySnapshot(queue.partialResult)) }
      } while underWay > 0 || queue.hasWork
    }
    await cache?.finish()
    return queue.finish()
  }

  /// Reads one file that a person or program named: a file that is no photo becomes a damaged asset.
  ///
  /// - Throws: `ScanProblem` where the file cannot be read.
  public func read(_ path: FilePath) throws(ScanProblem) -> Asset {
    let root = RootPath(path)
    guard let name = root.name else { throw ScanProblem(path: path, reason: "is a folder, not a file") }
    let found: AssetReader.Finding
    do throws(Errno) {
      let folder = try OpenFolder(reaching: root.folder.path)
      found = AssetReader(clocks: options.clocks)
        .read(ScanWork.NamedFile(name: name, isRoot: true), in: root.folder, descriptor: folder.descriptor)
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

/// When a scan shows what it found so far: soon at first, and then less and less often, since each time takes longer.
private struct PartPace {
  private var next = ContinuousClock.now + .milliseconds(150)
  private var pause = Duration.milliseconds(150)

  /// True once for each time that has come.
  var isDue: Bool {
    mutating get {
      guard ContinuousClock.now >= next else { return false }
      pause *= 2
      next = .now + pause
      return true
    }
  }
}
