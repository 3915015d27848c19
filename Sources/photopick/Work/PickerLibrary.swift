import Dispatch
import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import Synchronization
import SystemPackage

/// The photos of a picker: at once what the catalog knows of them, then what the folders hold as they change.
final class PickerLibrary: Sendable {
  private let library: PhotoLibrary
  private let query: CatalogQuery
  private let catalog: Catalog?
  private let isCatalogAlone: Bool
  private let album: String?
  private let beginsWithPart: Bool
  private let last = Mutex<(isEmpty: Bool, problems: [ScanProblem])>((true, []))
  /// The calls of `show` that follow the library.
  private let following = DispatchGroup()

  /// How long the end of the program waits for what was read to be kept: a read from a network file system that does
  /// not answer cannot be cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// How many photos are shown before the others are loaded: a few screens.
  private static let partCount = 300

  /// A catalog of so many photos is worth the indexes that find the first ones.
  private static let indexedCount = 4000

  /// A library under roots.
  ///
  /// - Parameter beginsWithPart: true to show the first photos of the view before the others are loaded.
  init(roots: [FilePath], view: ViewOptions, source: CatalogOptions.Source, beginsWithPart: Bool) {
    query = view.catalogQuery(roots)
    self.beginsWithPart = beginsWithPart && query.query.limit == nil
    album = view.album
    catalog = source.catalog
    isCatalogAlone = if case .catalogAlone = source { true } else { false }
    library = PhotoLibrary(roots: roots, options: view.scanOptions, catalog: catalog)
  }

  /// Shows the library as the catalog knows it, then as it is, then after each change.
  ///
  /// It runs on a thread of its own: already the paths of the roots may lead to a server that does not answer.
  /// - Throws: `CatalogUnavailable` if there is nothing but the catalog, and it cannot tell; `CancellationError`.
  func show(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws {
    following.enter()
    try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run { [self] in
        // On this thread, since that of the command waits in `finish`.
        defer { following.leave() }
        try await follow(onProgress, show)
      }
    }
  }

  private func follow(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws {
    let show: @Sendable (LibrarySnapshot) async -> Void = { [self] snapshot in
      last.withLock { $0 = (snapshot.assets.isEmpty, snapshot.problems) }
      await show(snapshot)
    }
    var isKnown = false
    if let catalog {
      do {
        if let part = try await part(of: catalog) {
          await show(part)
          var progress = part.progress
          progress.assets = part.assets.count
          onProgress(progress)
        }
        let known = try await query.snapshot(of: catalog)
        isKnown = !known.assets.isEmpty
        // A catalog that is not full yet may not know the album that the scan will find.
        if isCatalogAlone || album.map({ known.albums(named: $0).count == 1 }) ?? true { await show(known) }
      } catch let error as CatalogUnavailable {
        // A catalog that does not know the folders yet is filled by the scan that follows.
        if isCatalogAlone { throw error }
      }
    }
    // The next picker shows its first screen at once.
    if let catalog, isKnown { Task { await catalog.makeQueryIndexes(atLeast: Self.indexedCount) } }
    if let catalog, isCatalogAlone {
      try await follow(catalog, show)
      return
    }
    // Photos are shown while they are found, unless all that the catalog knows is shown already.
    let onPart: @Sendable (LibrarySnapshot) async -> Void = { [album] part in
      if album.map({ part.albums(named: $0).count == 1 }) ?? true { await show(part) }
    }
    let changes = library.changes(onProgress: onProgress, onPart: isKnown ? nil : onPart)
    for try await change in changes { await show(change.snapshot) }
  }

  /// The first photos of the view if the catalog knows more of them.
  private func part(of catalog: Catalog) async throws -> LibrarySnapshot? {
    guard beginsWithPart else { return nil }
    var first = query
    first.query.limit = Self.partCount
    let part = try await first.snapshot(of: catalog)
    return part.assets.count < Self.partCount ? nil : part
  }

  /// Shows what other processes write to the catalog, such as a scan of the folders.
  private func follow(
    _ catalog: Catalog, _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws {
    let source = FetchedDataSource(SectionedRequest(query), in: catalog)
    // The first state is shown already.
    for try await update in source.updates().dropFirst() {
      await show(LibrarySnapshot(inAnyOrder: update.snapshot.items.map(\.asset)))
    }
  }

  /// Waits, once the picker is left, until the catalog keeps what was read, but not for long.
  func finish() { _ = following.wait(timeout: .now() + Self.patience) }

  /// What could not be read of what was shown last.
  var problems: [ScanProblem] { last.withLock(\.problems) }

  /// True if nothing could be shown because nothing could be read.
  var isUnreadable: Bool { last.withLock { $0.isEmpty && !$0.problems.isEmpty } }

  /// The notices of the catalog that were not shown yet.
  func takeNotices() -> [String] { catalog?.takeNotices() ?? [] }
}
