import Dispatch
import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import Synchronization
import SystemPackage

/// The photos of a picker: first the catalog's, then the folders' and changes.
final class PickerLibrary: Sendable {
  private let library: PhotoLibrary
  private let query: CatalogQuery
  private let catalog: Catalog?
  private let isCatalogAlone: Bool
  private let album: String?
  private let beginsWithPart: Bool
  private let last = Mutex<(isEmpty: Bool, problems: [ScanProblem])>((true, []))
  /// The active calls of `show`.
  private let following = DispatchGroup()

  /// The maximum time to wait for the catalog on exit, since a read from an unresponsive network file system can't be
  /// cancelled.
  private static let patience = DispatchTimeInterval.milliseconds(500)

  /// The time between looks for changes of a catalog.
  private static let pause = Duration.milliseconds(250)

  /// The number of photos in the first part, which is a few screens.
  private static let partCount = 300

  private typealias Show = @Sendable (LibrarySnapshot) async -> Void

  /// - Parameter beginsWithPart: Whether to display the first photos before loading the rest.
  init(roots: [FilePath], view: ViewOptions, source: CatalogOptions.Source, beginsWithPart: Bool) {
    var query = view.catalogQuery(roots)
    // The members of a stack may not match the filters.
    if query.query.stacks == .ignored { query.query.stacks = .found }
    // The picker finds duplicates itself.
    if query.query.needsDuplicates { query.query.condition = nil }
    self.query = query
    self.beginsWithPart = beginsWithPart && query.query.limit == nil
    album = view.album
    catalog = source.catalog
    isCatalogAlone = if case .catalogAlone = source { true } else { false }
    library = PhotoLibrary(roots: roots, options: view.scanOptions, catalog: catalog)
  }

  /// Displays the contents of the catalog, then of the folders, then each change.
  ///
  /// Uses a separate thread, since resolving the roots may block on an unresponsive server.
  /// - Throws: `CatalogUnavailable` if a required catalog fails; `CancellationError`.
  func show(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws {
    following.enter()
    try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run { [self] in
        // Leave on this thread, since the command's thread blocks in `finish`.
        defer { following.leave() }
        try await follow(onProgress, show)
      }
    }
  }

  private func follow(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void, _ show: @escaping Show
  ) async throws {
    let show: Show = { [self] snapshot in
      last.withLock { $0 = (snapshot.assets.isEmpty, snapshot.problems) }
      await show(snapshot)
    }
    var isKnown = false
    let revision = try? await catalog?.revision
    if let catalog {
      do {
        if let part = try await part(of: catalog) {
          await show(part)
        }
        let known = try await query.snapshot(of: catalog)
        isKnown = !known.assets.isEmpty
        // An incomplete catalog may lack the album that the scan will find.
        if isCatalogAlone || album.map({ known.albums(named: $0).count == 1 }) ?? true { await show(known) }
      } catch let error as CatalogUnavailable {
        // The following scan fills an empty catalog.
        if isCatalogAlone { throw error }
      }
    }
    if let catalog, isCatalogAlone {
      // Catalogs that are only read don't change.
      if catalog.isReadOnly { return }
      return try await followChanges(of: catalog, since: revision, show)
    }
    // Display photos during the scan, unless the catalog provided them.
    let onPart: Show = { [album] part in
      if album.map({ part.albums(named: $0).count == 1 }) ?? true { await show(part) }
    }
    let changes = library.changes(onProgress: onProgress, onPart: isKnown ? nil : onPart)
    for try await change in changes { await show(change.snapshot) }
  }

  /// Displays the photos after each change that other processes write to the catalog.
  private func followChanges(of catalog: Catalog, since revision: Int64?, _ show: Show) async throws {
    var known = revision
    while true {
      try await Task.sleep(for: Self.pause)
      let revision = try await catalog.revision
      if revision == known { continue }
      known = revision
      await show(try await query.snapshot(of: catalog))
    }
  }

  /// Returns the first photos if the catalog contains more.
  private func part(of catalog: Catalog) async throws -> LibrarySnapshot? {
    guard beginsWithPart else { return nil }
    var first = query
    first.query.limit = Self.partCount
    first.query.stacks = .ignored
    var part = try await first.snapshot(of: catalog)
    part.isPart = true
    return part.assets.count < Self.partCount ? nil : part
  }

  /// Waits briefly for the catalog to store new metadata.
  func finish() { _ = following.wait(timeout: .now() + Self.patience) }

  /// The problems of the last snapshot.
  var problems: [ScanProblem] { last.withLock(\.problems) }

  /// Whether read errors prevented all photos from being displayed.
  var isUnreadable: Bool { last.withLock { $0.isEmpty && !$0.problems.isEmpty } }

  /// Returns the catalog's new notices.
  func takeNotices() -> [String] { catalog?.takeNotices() ?? [] }
}
