import PhotoCatalog
import PhotoLibrary
import SystemPackage

/// The photos of a library as far as they are known at once: somebody waits at a prompt.
enum LibraryPhotos {
  /// How long a library that the catalog does not know is read. What was read until then is in the catalog the next time.
  private static let patience = Duration.seconds(2)

  /// The photos under roots that the catalog knows; if it knows none of them, those that a short scan finds.
  static func known(under roots: [FilePath]) async -> LibrarySnapshot? {
    guard !roots.isEmpty, let location = try? CatalogLocation.ofUser else { return nil }
    let catalog = try? Catalog(location)
    let query = CatalogQuery(roots: roots, options: ScanOptions())
    if let catalog, let snapshot = try? await query.snapshot(of: catalog) { return snapshot }
    let library = PhotoLibrary(roots: roots, options: query.options, catalog: catalog)
    return await withTaskGroup(of: LibrarySnapshot?.self) { group in
      group.addTask { try? await library.snapshot() }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
