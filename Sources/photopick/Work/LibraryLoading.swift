import PhotoCatalog
import PhotoDuplicates
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// Loads libraries for commands, with the catalog, progress, Ctrl-C and error messages.
enum LibraryLoading {
  /// A value and the exit status of loading it.
  struct Loaded<Value: Sendable>: Sendable {
    var value: Value
    let status: ExitStatus
    /// The catalog; `nil` if it wasn't used.
    var catalog: Catalog?

    /// Exits immediately, which skips the deallocation of all assets and an unnecessary close of the catalog.
    mutating func end() -> Never {
      catalog?.end()
      catalog = nil
      status.end()
    }
  }

  /// Scans roots and returns the result of `body`. Prints problems before `body` runs, so that the user sees the
  /// cause first.
  ///
  /// - Parameters:
  ///   - query: The query of `body`, which gets it with a search for duplicates; the snapshot may be restricted to it.
  ///   - groupings: The groupings of statistics, if `body` counts photos.
  ///   - answer: Returns the value from only the catalog; if omitted, `body` gets a snapshot of the catalog.
  /// - Throws: Errors of loading; `CancellationError` after Ctrl-C.
  static func load<Value: Sendable>(
    _ roots: [FilePath], _ view: LibraryViewOptions<CatalogOptions, some ViewZoneArguments>,
    _ query: AssetQuery, by groupings: [AssetQuery.Grouping]? = nil,
    fromCatalog answer: (@Sendable (CatalogQuery, Catalog) async throws -> Value)? = nil,
    _ body: @escaping @Sendable (AssetQuery, LibrarySnapshot) async throws -> Value
  ) async throws -> Loaded<Value> {
    let source = try view.catalog.source()
    let progress = ProgressDisplay()
    var query = query
    query.prepare(roots, source.catalog)
    query.duplicateSearch?.onProgress = { progress.show("\($0) (Ctrl-C cancels)") }
    let catalogQuery = CatalogQuery(roots: roots, options: view.scanOptions, query: query)
    try await view.asking.tell(source, catalogQuery, by: groupings)
    return try await Interruption.cancelling(progress) { [query] in
      let snapshot: LibrarySnapshot
      switch source {
      case .catalogAlone(let catalog):
        if let answer {
          return Loaded(value: try await answer(catalogQuery, catalog), status: .success, catalog: catalog)
        }
        snapshot = try await catalogQuery.snapshot(of: catalog)
      case .folders(let catalog):
        let library = PhotoLibrary(roots: roots, options: catalogQuery.options, catalog: catalog)
        snapshot = try await library.snapshot { progress.show($0) }
        progress.end()
        for notice in catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
      }
      let status = Diagnostics.report(snapshot, isVerbose: view.links.verbose)
      return Loaded(value: try await body(query, snapshot), status: status, catalog: source.catalog)
    }
  }

  /// Scans roots and returns a view, with photos of other lists first or excluded.
  ///
  /// - Throws: The errors of `load`.
  static func loadView(
    _ roots: [FilePath], _ view: LibraryViewOptions<CatalogOptions, some ViewZoneArguments>,
    _ query: AssetQuery, _ earlier: EarlierPicks
  ) async throws -> Loaded<NumberedView> {
    let scanner = LibraryScanner(options: view.scanOptions)
    let loaded = try await load(roots, view, query) { query, snapshot in
      let shown = try await query.view(of: snapshot)
      return earlier.isEmpty ? (view: shown, problems: []) : try earlier.arranged(shown, with: scanner)
    }
    let status = Diagnostics.report(loaded.value.problems, namesAll: view.links.verbose)
    return Loaded(
      value: loaded.value.view, status: loaded.status == .success ? status : loaded.status,
      catalog: loaded.catalog)
  }
}

extension AssetQuery {
  /// Adds the order of a list and the search for duplicates.
  mutating func prepare(_ roots: [FilePath], _ catalog: Catalog?) {
    if sorting == .given { givenOrder = GivenOrder(roots) }
    duplicateSearch = DuplicateIndex(cache: .ofUser, catalog: catalog, roots: roots).search
  }
}
