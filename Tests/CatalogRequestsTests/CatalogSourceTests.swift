import CatalogRequests
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

  private func names(_ snapshot: SectionedSnapshot<some Any, CatalogPhoto>) -> [[String?]] {
    snapshot.itemsBySection.map { $0.map(\.path.lastComponent?.string) }
  }

  @Test func `photos are divided by column, Boolean expression, date and album`() async throws {
    try await scan()
    let reader = try CatalogReader(place)
    let byMonth = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date.desc]) {
        CatalogPhoto.filter { $0.format == "jpeg" }
      }, in: reader)
    try await byMonth.reload()
    #expect(byMonth.snapshot.sections.map(\.value) == ["2014-05"])
    #expect(names(byMonth.snapshot) == [["2.jpg", "1.jpg"]])
    let bySize = FetchedDataSource(
      SectionedRequest(sectionedBy: SectionAttribute<Bool>(CatalogPhoto.Columns.pixelWidth > 2)) {
        CatalogPhoto.all()
      }, in: reader)
    try await bySize.reload()
    #expect(bySize.snapshot.numberOfItems == 3)
    let byDate = FetchedDataSource(
      SectionedRequest(sectionedBy: .date("date"), sectionOrder: .descending) {
        CatalogPhoto.filter { $0.format == "jpeg" }
      }, in: reader)
    try await byDate.reload()
    #expect(byDate.snapshot.numberOfSections == 2)
    let byAlbum = FetchedDataSource(
      SectionedRequest(
        sectionedBy: CatalogPhoto.album, sectionOrder: { [$0[CatalogAlbum.Columns.path]] },
        itemOrder: [CatalogPhoto.Columns.name]
      ) { CatalogPhoto.all() }, in: reader)
    try await byAlbum.reload()
    #expect(byAlbum.snapshot.sections.map(\.record?.path.lastComponent?.string) == ["a", "b"])
    #expect(names(byAlbum.snapshot) == [["1.jpg", "2.jpg"], ["3.gif"]])
    #expect(byAlbum.snapshot.items.map(\.path).allSatisfy { $0.starts(with: tree.path) })
  }

  @Test func `requests can use every documented column`() async throws {
    try await scan()
    let reader = try CatalogReader(place)
    typealias Columns = CatalogPhoto.Columns
    let columns =
      [
        Columns.id, Columns.path, Columns.name, Columns.folder, Columns.format, Columns.mediaType,
        Columns.pixelWidth, Columns.pixelHeight, Columns.orientation, Columns.date, Columns.utcOffset,
        Columns.year, Columns.month, Columns.dateSource, Columns.camera, Columns.make, Columns.model,
        Columns.latitude, Columns.longitude, Columns.altitude, Columns.fileSize, Columns.modified,
        Columns.screenshot, Columns.damaged,
      ] + MetadataField.allCases.map(Columns.field)
    let found = try await reader.database.read { db in
      let row = try #require(try Row.fetchOne(db, CatalogPhoto.filter { $0.format == "gif" }.select(columns)))
      return Dictionary(uniqueKeysWithValues: row)
    }
    #expect(found.count == columns.count)
    #expect(found["pixelWidth"] == 3.databaseValue && found["mediaType"] == "image".databaseValue)
    #expect(found["latitude"]?.isNull == true && found["year"]?.isNull == false)
  }

  @Test func `the values of a photo are those of the file`() async throws {
    try await scan()
    let reader = try CatalogReader(place)
    let photos = try await reader.database.read { try CatalogPhoto.order { [$0.path] }.fetchAll($0) }
    let asset = try #require(
      try await PhotoLibrary(roots: [tree.at("photos")]).snapshot().assets.first { $0.name.text == "1.jpg" })
    let first = try #require(photos.first)
    #expect(first.path == asset.path && first.format == "jpeg" && first.fileSize == asset.fileSize)
    #expect(first.date == "2014-05-10T10:00:00" && photos.last?.pixelWidth == 3)
  }

  @Test func `albums lead to their photos, and count them`() async throws {
    try await scan()
    let reader = try CatalogReader(place)
    let (albums, photos) = try await reader.database.read { db in
      let albums = try CatalogAlbum.filter { $0.photos > 0 }.order { [$0.path] }.fetchAll(db)
      return (
        albums,
        try albums.map {
          try CatalogPhoto.filter(CatalogPhoto.Columns.folder == $0.path.string).fetchCount(db)
        }
      )
    }
    #expect(albums.map(\.count) == [2, 1] && photos == [2, 1])
    #expect(
      try await reader.database.read { try CatalogAlbum.including(all: CatalogAlbum.photos).fetchCount($0) }
        > 2)
  }

  @Test func `changes of other processes arrive as batches`() async throws {
    try await scan()
    let source = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date]) {
        CatalogPhoto.filter { $0.format == "jpeg" }
      }, in: try CatalogReader(place))
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
    func request(_ format: String) -> SectionedRequest<AttributeSection<Bool>, CatalogPhoto> {
      SectionedRequest(sectionedBy: .bool("screenshot"), itemOrder: [CatalogPhoto.Columns.name]) {
        CatalogPhoto.filter { $0.format == format || $0.name == "1.jpg" }
      }
    }
    let source = FetchedDataSource(request("jpeg"), in: try CatalogReader(place))
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

  @Test func `a value of another type ends the updates with an error`() async throws {
    try await scan()
    let source = FetchedDataSource(
      SectionedRequest(sectionedBy: .string("format")) { CatalogPhoto.all() }, in: try CatalogReader(place))
    var updates = source.updates().makeAsyncIterator()
    #expect(try await updates.next() != nil)
    let other = try DatabaseQueue(path: place.file.string)
    try await other.write { try $0.execute(sql: "UPDATE photo SET size = 'x'") }
    await #expect(throws: DatabaseError.self) { try await updates.next() }
  }

  @Test func `a file that is not a catalog is rejected`() throws {
    _ = try DatabaseQueue(path: place.file.string).write { try $0.execute(sql: "CREATE TABLE catalog (id)") }
    #expect(throws: CatalogUnavailable.self) { try CatalogReader(place) }
  }
}
