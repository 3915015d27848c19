import PhotoFiles
import SystemPackage

/// The photos and videos under some roots, as albums.
///
///     let library = PhotoLibrary(roots: ["/photos"])
///     for try await event in library.events() {
///       if case .finished(let snapshot) = event { print(snapshot.albums.count) }
///     }
public actor PhotoLibrary {
  /// What a load tells while it goes on.
  public enum Event: Sendable {
    case progress(ScanProgress)
    case finished(LibrarySnapshot)
  }

  /// The folders and files that were named.
  nonisolated let roots: [FilePath]
  /// What reads them.
  nonisolated let scanner: LibraryScanner
  private var loaded: LibrarySnapshot?

  /// A library over folders and files; nothing is read yet.
  public init(roots: [FilePath], options: ScanOptions = ScanOptions()) {
    self.roots = roots
    scanner = LibraryScanner(options: options, cache: nil)
  }

  /// A library over folders and files that reads only what a cache does not know.
  package init(roots: [FilePath], options: ScanOptions, cache: (any MetadataCache)?) {
    self.roots = roots
    scanner = LibraryScanner(options: options, cache: cache)
  }

  /// Loads the library unless it is loaded, and hands it over.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func snapshot(onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in }) async throws
    -> LibrarySnapshot
  {
    if let loaded { return loaded }
    return try await reload(onProgress: onProgress)
  }

  /// Reads everything anew.
  ///
  /// - Throws: `CancellationError` where the task is cancelled; the library then stays as it was.
  @discardableResult
  public func reload(onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in }) async throws
    -> LibrarySnapshot
  {
    let snapshot = try await scanner.scan(roots, onProgress: onProgress)
    loaded = snapshot
    return snapshot
  }

  /// The assets of one folder, read anew: an album that is looked at alone need not load the library.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func album(_ folder: Folder) async throws -> Album {
    var options = scanner.options
    options.maximumDepth = 0
    let found = try await LibraryScanner(options: options, cache: scanner.cache).scan([folder.path])
    return Album(.folder(folder), assets: found.assets)
  }

  /// Takes over what is read while the library is followed.
  func keep(_ snapshot: LibrarySnapshot) { loaded = snapshot }

  /// Lets go of everything that was loaded; the next read loads it anew.
  public func unload() { loaded = nil }

  /// Reloads the library and tells how far it is, then hands it over and ends.
  public nonisolated func events() -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          let snapshot = try await reload { continuation.yield(.progress($0)) }
          continuation.yield(.finished(snapshot))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
