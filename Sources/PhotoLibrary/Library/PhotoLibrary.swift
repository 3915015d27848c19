import PhotoFiles
import SystemPackage

/// The photos and videos under some roots, as albums.
///
///     let library = PhotoLibrary(roots: ["/photos"])
///     for album in try await library.snapshot().albums {
///       print(album.name, album.count, album.dates?.lowerBound.iso8601 ?? "undated")
///     }
///
/// `snapshot()` reads the folders once and caches the result until `reload()` or `unload()`. `events()` also returns
/// the progress. `changes()` follows the folders and updates the cached result:
///
///     for try await change in library.changes() {
///       for photo in change.insertedAssets { print("new photo: \(photo.path)") }
///     }
public actor PhotoLibrary {
  public enum Event: Sendable {
    case progress(ScanProgress)
    case finished(LibrarySnapshot)
  }

  nonisolated let roots: [FilePath]
  nonisolated let scanner: LibraryScanner
  private var loaded: LibrarySnapshot?

  /// Creates a library without reading it.
  public init(roots: [FilePath], options: ScanOptions = ScanOptions()) {
    self.init(roots: roots, options: options, cache: nil)
  }

  package init(roots: [FilePath], options: ScanOptions, cache: (any MetadataCache)?) {
    self.roots = roots
    scanner = LibraryScanner(options: options, cache: cache)
  }

  /// Returns the cached snapshot, or reads the library.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func snapshot(onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in }) async throws
    -> LibrarySnapshot
  {
    if let loaded { return loaded }
    return try await reload(onProgress: onProgress)
  }

  /// Reads the library again.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the cached snapshot then remains.
  @discardableResult
  public func reload(onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in }) async throws
    -> LibrarySnapshot
  {
    let snapshot = try await scanner.scan(roots, onProgress: onProgress)
    loaded = snapshot
    return snapshot
  }

  /// Returns unloaded albums, so that a library of any size can be displayed album by album.
  ///
  /// Uses the cached snapshot, or reads the library without caching it.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func albums() async throws -> [Album] {
    let snapshot = if let loaded { loaded } else { try await scanner.scan(roots) }
    return snapshot.albums.map { album in
      var album = album
      album.unload()
      return album
    }
  }

  /// Reads a single folder, without loading the library.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func album(_ folder: Folder) async throws -> Album {
    var options = scanner.options
    options.maximumDepth = 0
    let found = try await LibraryScanner(options: options, cache: scanner.cache).scan([folder.path])
    return Album(.folder(folder), assets: found.assets)
  }

  func keep(_ snapshot: LibrarySnapshot) { loaded = snapshot }

  public func unload() { loaded = nil }

  /// Reads the library again. The stream contains the progress, followed by the result.
  ///
  ///     for try await event in library.events() {
  ///       switch event {
  ///       case .progress(let progress): print("\(progress.assets) photos so far")
  ///       case .finished(let snapshot): print("\(snapshot.albums.count) albums")
  ///       }
  ///     }
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

extension Album {
  /// Reads the assets unless they are loaded.
  ///
  ///     for var album in try await library.albums() {
  ///       try await album.load(in: library)
  ///       show(album.assets)
  ///       album.unload()
  ///     }
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the album then remains the same.
  public mutating func load(in library: PhotoLibrary) async throws {
    if !isLoaded { try await reload(in: library) }
  }

  /// Reads the assets again, from the album's folder only.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the album then remains the same.
  public mutating func reload(in library: PhotoLibrary) async throws {
    self =
      switch kind {
      case .all: Album(.all, assets: try await library.scanner.scan(library.roots).assets)
      case .folder(let folder): try await library.album(folder)
      }
  }
}
