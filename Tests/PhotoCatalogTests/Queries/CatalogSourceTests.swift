import GRDB
import PhotoCatalog
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// A data source on a catalog that scans update.
@Suite(.timeLimit(.minutes(5))) struct CatalogSourceTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try photo("photos/a/1.jpg", day: 10)
    try photo("photos/a/2.jpg", day: 12)
    try tree.file("photos/b/3.gif", TinyGIF.bytes(width: 3))
  }

  private var place: CatalogLocation { CatalogLocation(tree.at("catalog.sqlite")) }

  private func photo(_ place: FilePath, day: Int) throws {
    try tree.file(place, PictureBuilder.jpeg("2014:05:\(day) 10:00:00"))
  }

  /// Scans with a separate connection, as a second program would.
  private func scan() async throws {
    _ = try await PhotoLibrary(roots: [tree.at("photos")], catalog: try Catalog(place)).snapshot()
  }

  private func names(_ snapshot: SectionedSnapshot<some Any, CatalogPhoto>) -> [[String]] {
    snapshot.itemsBySection.map { $0.map(\.asset.name.text) }
  }

  @Test func `photos are divided by column, Boolean expression, date and album`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    let byMonth = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date.desc]) {
        CatalogPhoto.filter { $0.format == "jpeg" }
      }, in: catalog)
    try await byMonth.reload()
    #expect(byMonth.snapshot.sections.map(\.value) == ["2014-05"])
    #expect(names(byMonth.snapshot) == [["2.jpg", "1.jpg"]])
    let bySize = FetchedDataSource(
      SectionedRequest(sectionedBy: SectionAttribute<Bool>(CatalogPhoto.Columns.width > 2)) {
        CatalogPhoto.all()
      },
      in: catalog)
    try await bySize.reload()
    #expect(bySize.snapshot.numberOfItems == 3)
    let byDate = FetchedDataSource(
      SectionedRequest(sectionedBy: .date("date"), sectionOrder: .descending) {
        CatalogPhoto.filter { $0.clock == 0 }
      }, in: catalog)
    try await byDate.reload()
    #expect(byDate.snapshot.numberOfSections == 2)
    let byAlbum = FetchedDataSource(
      SectionedRequest(
        sectionedBy: CatalogPhoto.album, sectionOrder: { [$0[CatalogAlbum.Columns.path]] },
        itemOrder: [CatalogPhoto.Columns.name]
      ) { CatalogPhoto.all() }, in: catalog)
    try await byAlbum.reload()
    #expect(byAlbum.snapshot.sections.map(\.record?.folder.name) == ["a", "b"])
    #expect(names(byAlbum.snapshot) == [["1.jpg", "2.jpg"], ["3.gif"]])
    #expect(byAlbum.snapshot.items.map(\.asset.path).allSatisfy { $0.starts(with: tree.path) })
  }

  @Test func `requests can use every documented column`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    typealias Columns = CatalogPhoto.Columns
    let columns =
      [
        Columns.folder, Columns.name, Columns.format, Columns.date, Columns.clock, Columns.year,
        Columns.month, Columns.day, Columns.isVideo, Columns.isScreenshot, Columns.isDamaged,
        Columns.isShared, Columns.camera, Columns.width, Columns.height, Columns.orientation, Columns.size,
        Columns.latitude, Columns.longitude, Columns.altitude,
      ] + MetadataField.allCases.map(Columns.field)
    let found = try await catalog.reader.read { db in
      let row = try #require(try Row.fetchOne(db, CatalogPhoto.filter { $0.format == "gif" }.select(columns)))
      return Dictionary(uniqueKeysWithValues: row)
    }
    #expect(found.count == columns.count)
    let numbers = ["width": 3, "isVideo": 0, "isDamaged": 0, "isShared": 0, "clock": 1]
    for (name, number) in numbers { #expect(found[name] == number.databaseValue, "\(name)") }
    #expect(found["latitude"]?.isNull == true && found["year"]?.isNull == false)
  }

  @Test func `associations lead from albums to photos and from photos to cameras`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    let (counts, cameras) = try await catalog.reader.read { db in
      let albums = try CatalogAlbum.filter { $0.count > 0 }.order(\.path).fetchAll(db)
      return (
        try albums.map { try CatalogPhoto.filter(CatalogPhoto.Columns.folder == $0.id).fetchAll(db).count },
        try CatalogPhoto.joining(required: CatalogPhoto.camera).fetchAll(db).count
      )
    }
    #expect(counts == [2, 1])
    #expect(cameras == 0)
  }

  @Test func `changes of other processes arrive as batches`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    let source = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date]) {
        CatalogPhoto.filter { $0.format == "jpeg" }
      }, in: catalog)
    var updates = source.updates().makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(names(first.snapshot) == [["1.jpg", "2.jpg"]])
    try photo("photos/a/new.jpg", day: 11)
    try await scan()
    let second = try #require(try await updates.next())
    #expect(names(second.snapshot) == [["1.jpg", "new.jpg", "2.jpg"]])
    guard case .batch(let batch) = second.change else {
      Issue.record("a new photo is told by a batch")
      return
    }
    #expect(batch.count == 1)
    try tree.remove("photos/a/1.jpg")
    try await scan()
    #expect(names(try #require(try await updates.next()).snapshot) == [["new.jpg", "2.jpg"]])
  }

  @Test func `replacing the request of a data source results in a batch`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    func request(_ format: String) -> SectionedRequest<AttributeSection<Bool>, CatalogPhoto> {
      SectionedRequest(sectionedBy: .bool("isVideo"), itemOrder: [CatalogPhoto.Columns.name]) {
        CatalogPhoto.filter { $0.format == format || $0.name == "1.jpg" }
      }
    }
    let source = FetchedDataSource(request("jpeg"), in: catalog)
    var updates = source.updates().makeAsyncIterator()
    #expect(names(try #require(try await updates.next()).snapshot) == [["1.jpg", "2.jpg"]])
    try await source.setRequest(request("gif"))
    let update = try #require(try await updates.next())
    #expect(names(update.snapshot) == [["1.jpg", "3.gif"]])
    guard case .batch(let batch) = update.change else {
      Issue.record("another request is told by a batch")
      return
    }
    #expect(batch.deletedItems.count == 1 && batch.insertedItems.count == 1 && batch.count == 2)
  }

  @Test func `the groups of a query are observed like those of watch`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    var query = AssetQuery()
    (query.grouping, query.limit) = (.album, 3)
    let roots = [tree.at("photos")]
    let source = FetchedDataSource(
      SectionedRequest(CatalogQuery(roots: roots, options: ScanOptions(), query: query)), in: catalog)
    var updates = source.updates().makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.sections.map(\.title) == ["a", "b"])
    try photo("photos/c/4.jpg", day: 13)
    try tree.remove("photos/b/3.gif")
    try await scan()
    let update = try #require(try await updates.next())
    let plain = try await query.groups(of: PhotoLibrary(roots: roots).snapshot())
    #expect(update.snapshot == AssetSnapshot(plain))
    #expect(update.snapshot.sections.map(\.title) == ["a", "c"])
  }

  @Test func `a corrupt row ends the updates with an error`() async throws {
    try await scan()
    let catalog = try Catalog(place)
    let source = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("format")) { CatalogPhoto.all() }, in: catalog)
    var updates = source.updates().makeAsyncIterator()
    #expect(try await updates.next() != nil)
    let database = try DatabaseQueue(path: place.file.string)
    try await database.write { try $0.execute(sql: "UPDATE record SET record = zeroblob(60)") }
    await #expect(throws: DatabaseError.self) { try await updates.next() }
  }
}

extension String {
  /// The string as an SQL blob.
  fileprivate var data: SQLExpression { SQL("CAST(\(self) AS BLOB)").sqlExpression }
}
