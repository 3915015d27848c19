import CatalogRequests
import Foundation
import PhotoCatalog
import PhotoExport
import PhotoLibrary
import PhotoStore
import SystemPackage

/// Uses the public API of the libraries.
///
/// usage: outside FOLDER CATALOG STORE TARGET
///
/// Scans FOLDER with the catalog in the file CATALOG and prints its groups, prints three changes that another process writes to
/// the catalog, stores the first photo in the image store STORE, and exports all photos to TARGET.
@main
struct Outside {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else { fatalError("usage: outside FOLDER CATALOG STORE TARGET") }
    let location = CatalogLocation(.init(arguments[2]))
    let catalog = try Catalog(location)
    let library = PhotoLibrary(roots: [.init(arguments[1])], catalog: catalog)
    let found = try await library.snapshot()
    var collection = AssetCollection(found.assets, grouping: DateGrouping(.month))
    for group in collection.groups {
      print("\(group.title): \(group.assets.map(\.name.text).joined(separator: " "))")
    }
    let reader = try CatalogReader(location)
    try await follow(reader)
    let photos = try await reader.database.read { db in
      try CatalogPhoto.order { [$0.folder, $0.name] }.fetchAll(db)
    }
    try keep(photos, in: arguments[3])
    try await export(photos, to: arguments[4])
  }

  /// Prints the photos of each album, newest first, and then three changes.
  private static func follow(_ reader: CatalogReader) async throws {
    let source = FetchedDataSource(
      SectionedRequest(
        sectionedBy: CatalogPhoto.album, sectionOrder: { [$0[CatalogAlbum.Columns.path]] },
        itemOrder: [CatalogPhoto.Columns.date.desc]
      ) { CatalogPhoto.all() }, in: reader)
    var changes = 0
    for try await update in source.updates() {
      let sections = zip(update.snapshot.sections, update.snapshot.itemsBySection).map { section, items in
        "\(section.record.map { name($0.path) } ?? "none") \(items.map { name($0.path) })"
      }
      switch update.change {
      case .reload: print("now \(sections.joined(separator: ", "))")
      case .batch(let batch):
        changes += 1
        print(
          "+\(batch.insertedItems.count) -\(batch.deletedItems.count) moved \(batch.movedItems.count)",
          "now \(sections.joined(separator: ", "))")
      }
      // The process that makes the changes waits for this line.
      fflush(nil)
      if changes == 3 { return }
    }
  }

  private static func name(_ path: FilePath) -> String { path.lastComponent?.string ?? "" }

  /// Stores the first photo.
  private static func keep(_ photos: [CatalogPhoto], in folder: String) throws {
    guard let first = photos.first else { return }
    let store = ImageStore(
      root: .init(folder), limits: PictureLimits(width: 4, height: 4, quality: 0.8), keepsThumbnails: true)
    let name = try store.put(.file(first.path), name: StoreName("kept.jpg"))
    let isKept = try store.files.exists(name)
    let hasThumbnail = try store.thumbnailPath(of: name) != nil
    print("kept \(name): \(isKept), thumbnail: \(hasThumbnail)")
  }

  private static func export(_ photos: [CatalogPhoto], to folder: String) async throws {
    let items = photos.map { ExportItem(source: $0.path, path: ExportPath(Array(name($0.path).utf8))) }
    let exporter = Exporter(to: .init(folder), journals: .init(folder + ".journals"))
    let result = try await exporter.run(ExportPlan(items))
    print("exported \(result.files.count), problems \(result.problems.count)")
  }
}
