import PhotoCatalog
import PhotoLibrary
import SystemPackage

/// The photos of a picker: at once what the catalog knows of them, then what the folders hold.
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

  /// The library as it is known, as it is, and after each change.
  func updates(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void
  ) -> AsyncThrowingStream<LibrarySnapshot, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          try await read(onProgress) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func read(
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void, _ tell: (LibrarySnapshot) -> Void
  ) async throws {
    if let catalog {
      do throws(CatalogUnavailable) {
        tell(try query.snapshot(of: catalog))
      } catch {
        // A catalog that does not know the folders yet is filled by the scan that follows.
        if isCatalogAlone { throw error }
      }
      if isCatalogAlone { return }
    }
    tell(try await library.reload(onProgress: onProgress))
  }

  /// Says what the catalog has to say.
  func tellNotices() {
    for notice in catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
  }
}
