import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// Loads libraries for commands: with the catalog, progress, Ctrl-C, and a line for each problem.
enum LibraryLoading {
  /// The content that a command shows, and the exit status that follows from problems on the way.
  struct Loaded<Value: Sendable>: Sendable {
    var value: Value
    let status: ExitStatus
    /// The catalog that was asked or told; `nil` if there is none.
    var catalog: Catalog?

    /// Ends the process at once, since nothing is left to do: the memory goes back whole, not asset by asset, and
    /// nobody waits for the disk while a catalog is closed in vain.
    mutating func end() -> Never {
      if catalog?.needsClosing == true { catalog = nil }
      status.end()
    }
  }

  /// Reads what is under roots and makes what a command shows of it.
  ///
  /// Problems are reported before `body` begins, so that nobody looks for a mistake elsewhere.
  ///
  /// - Parameters:
  ///   - query: what `body` asks of the snapshot, which may hold no more than that.
  ///   - answer: what the catalog alone says without a snapshot; `nil` if it is asked for one too.
  /// - Throws: the error that keeps the view from being made; `CancellationError` after Ctrl-C.
  static func load<Value: Sendable>(
    _ roots: [FilePath], _ view: ViewOptions, _ query: AssetQuery,
    fromCatalog answer: (@Sendable (CatalogQuery, Catalog) async throws -> Value)? = nil,
    _ body: @escaping @Sendable (LibrarySnapshot) async throws -> Value
  ) async throws -> Loaded<Value> {
    let source = try view.catalog.source()
    let query = CatalogQuery(roots: roots, options: view.scanOptions, query: query)
    try await view.asking.tell(source, query)
    let progress = ProgressDisplay()
    return try await Interruption.cancelling(progress) {
      let snapshot: LibrarySnapshot
      switch source {
      case .catalogAlone(let catalog):
        if let answer {
          return Loaded(value: try await answer(query, catalog), status: .success, catalog: catalog)
        }
        snapshot = try await query.snapshot(of: catalog)
      case .folders(let catalog):
        let library = PhotoLibrary(roots: roots, options: query.options, catalog: catalog)
        snapshot = try await library.snapshot { progress.show($0) }
        progress.end()
        for notice in catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
      }
      let status = Diagnostics.report(snapshot, isVerbose: view.links.verbose)
      return Loaded(value: try await body(snapshot), status: status, catalog: source.catalog)
    }
  }

  /// Reads what is under roots and makes a view of it, earlier picks first or left out.
  ///
  /// - Throws: as `load`.
  static func loadView(
    _ roots: [FilePath], _ view: ViewOptions, _ query: AssetQuery, _ earlier: EarlierPicks
  ) async throws -> Loaded<NumberedView> {
    let scanner = LibraryScanner(options: view.scanOptions)
    let loaded = try await load(roots, view, query) { snapshot in
      let shown = try await query.view(of: snapshot)
      return earlier.isEmpty ? (view: shown, problems: []) : try earlier.arranged(shown, with: scanner)
    }
    let status = Diagnostics.report(loaded.value.problems, namesAll: view.links.verbose)
    return Loaded(
      value: loaded.value.view, status: loaded.status == .success ? status : loaded.status,
      catalog: loaded.catalog)
  }
}
