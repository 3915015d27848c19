import PhotoCatalog
import PhotoLibrary
import SystemPackage

/// The photos of a picker: at once what the catalog knows of them, then what the folders hold as they change.
struct PickerLibrary: Sendable {
  private let library: PhotoLibrary
  private let query: CatalogQuery
  private let catalog: Catalog?
  private let isCatalogAlone: Bool

  /// A library under roots.
  init(roots: [FilePath], view: ViewOptions, source: CatalogOptions.Source) {
    query = view.catalogQuery(roots)
    switch source {
    case .folders(let catalog):
      self.catalog = catalog
      isCatalogAlone = false
    case .catalogAlone(let catalog):
      self.catalog = catalog
      isCatalogAlone = true
    }
    library = PhotoLibrary(roots: roots, options: view.scanOptions, catalog: catalog)
  }

  /// Shows the library as the catalog knows it, then as it is, then after each change.
  ///
  /// - Throws: `CatalogUnavailable` where there is nothing but the catalog, and it cannot tell; `CancellationError`.
  func show(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws {
    if let catalog {
      do throws(CatalogUnavailable) {
        await show(try query.snapshot(of: catalog))
      } catch {
        // A catalog that does not know the folders yet is filled by the scan that follows.
        if isCatalogAlone { throw error }
      }
    }
    guard !isCatalogAlone else { return }
    for try await change in library.changes(onProgress: onProgress) { await show(change.snapshot) }
  }

  /// Says what the catalog has to say.
  func tellNotices() {
    for notice in catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
  }
}
