import PhotoCatalog
import PhotoLibrary
import SystemPackage

// The examples of the articles on PhotoLibrary and PhotoCatalog that are not in LibraryExamples.swift or Outside.swift. They
// are compiled but not run.

func printMistake() {
  do {
    _ = try AssetCondition("iso:>=1600 or")
  } catch {
    print(error)
  }
}

func scan(_ folder: FilePath) async throws -> LibrarySnapshot {
  let catalog = try Catalog(.ofUser)
  let library = PhotoLibrary(roots: [folder], catalog: catalog)
  let snapshot = try await library.snapshot()
  for notice in catalog.takeNotices() { print(notice) }
  return snapshot
}

func newestPhotos(in folder: FilePath, of catalog: Catalog) async throws -> [AssetGroup] {
  var query = AssetQuery()
  query.limit = 100
  let catalogQuery = CatalogQuery(roots: [folder], options: ScanOptions(), query: query)
  return try await query.groups(of: catalogQuery.snapshot(of: catalog))
}
