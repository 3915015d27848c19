import Foundation
import GRDB
import CatalogRequests
import PhotoLibrary
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FetchedDataSourceTests {
  private typealias Source = FetchedDataSource<AttributeSection<String>, Photo>

  private let byFolder = SectionedRequest(sectionedBy: .string("folder")) { Photo.all() }

  private func insert(_ photos: [Int], folder: String, in database: some DatabaseWriter) async throws {
    try await database.write { db in
      for id in photos {
        try Photo(id: id, folder: folder).insert(db)
      }
    }
  }

  @Test func isEmptyUntilItIsReloaded() async throws {
    let database = try photoDatabase()
    try await insert([1, 2], folder: "a", in: database)
    let source = Source(byFolder, in: database)
    #expect(source.snapshot.numberOfItems == 0)
    try await source.reload()
    #expect(source.snapshot.items.map(\.id) == [1, 2])
    #expect(source.snapshot.item(at: ItemIndexPath(section: 0, item: 1))?.id == 2)
    #expect(source.snapshot.section(at: 0)?.value == "a")
    try await insert([3], folder: "a", in: database)
    #expect(source.snapshot.numberOfItems == 2, "nobody follows the database")
  }

  @Test func tellsTheFirstStateAndThenABatchForEachTransaction() async throws {
    let database = try photoDatabase()
    try await insert([1, 2], folder: "a", in: database)
    let source = Source(byFolder, in: database)
    var updates = source.updates().makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(first.change == .reload)
    #expect(first.snapshot.identities == [[1, 2]])

    try await insert([3, 4], folder: "b", in: database)
    let second = try #require(try await updates.next())
    #expect(second.change == .batch(BatchUpdates(from: first.snapshot, to: second.snapshot)))
    #expect(second.snapshot.identities == [[1, 2], [3, 4]])
    #expect(source.snapshot == second.snapshot)

    try await database.write { db in try db.execute(sql: "UPDATE photo SET folder = 'b' WHERE id = 1") }
    guard case .batch(let batch) = try await updates.next()?.change else {
      Issue.record("a moved photo is told by a batch")
      return
    }
    #expect(batch.movedItems.map(\.destination) == [ItemIndexPath(section: 1, item: 0)])
    #expect(batch.count == 2, "the photo moved, and its folder is no longer the same")
  }

  @Test func staysTrueToADatabaseThatIsEditedAtRandom() async throws {
    let database = try photoDatabase()
    let source = FetchedDataSource(
      SectionedRequest(sectionedBy: Photo.albums, sectionOrder: { [$0[Column("title")]] }) { Photo.all() },
      in: database)
    var updates = source.updates().makeAsyncIterator()
    var shown = try #require(try await updates.next()).snapshot
    var editor = RandomEditor(seed: 7)
    let oracle = FetchedDataSource(
      SectionedRequest(sectionedBy: Photo.albums, sectionOrder: { [$0[Column("title")]] }) { Photo.all() },
      in: database)
    for _ in 0..<300 {
      let edits = editor.edits()
      try await database.write { db in
        for edit in edits { try db.execute(sql: edit) }
      }
      try await oracle.reload()
      while shown != oracle.snapshot {
        let update = try #require(try await updates.next())
        guard case .batch(let batch) = update.change else {
          Issue.record("only the first state is a reload")
          return
        }
        shown = try batch.applied(to: shown)
        #expect(shown == update.snapshot)
      }
    }
    #expect(shown.numberOfItems > 0)
  }

  @Test func allReadersReachTheLastStateInOrderWhileAWriterGoesOn() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try DatabasePool(path: folder.appendingPathComponent("photos.sqlite").path)
    try createTables(in: pool)
    let source = Source(byFolder, in: pool)
    let last = 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var count = 0
          for try await update in source.updates() {
            #expect(update.snapshot.numberOfItems >= count, "states come in the order of the transactions")
            #expect(
              source.snapshot.numberOfItems >= update.snapshot.numberOfItems, "told after it has happened")
            count = update.snapshot.numberOfItems
            if count == last { return }
          }
        }
      }
      group.addTask {
        for id in 1...last {
          try await insert([id], folder: "a", in: pool)
          if id.isMultiple(of: 20) { try await source.reload() }
        }
      }
      try await group.waitForAll()
    }
    #expect(source.snapshot.numberOfItems == last)
  }

  @Test func aWindowMovesByABatch() async throws {
    let database = try photoDatabase()
    try await insert([1, 2, 3, 4, 5], folder: "a", in: database)
    let source = Source(byFolder, in: database, window: ItemWindow(limit: 3))
    var updates = source.updates().makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.identities == [[1, 2, 3]])
    try await source.setWindow(ItemWindow(offset: 2, limit: 3))
    #expect(source.window.offset == 2)
    guard case .batch(let batch) = try await updates.next()?.change else {
      Issue.record("a window moves by a batch")
      return
    }
    #expect(batch.deletedItems.map(\.item.id) == [1, 2])
    #expect(batch.insertedItems.map(\.item.id) == [4, 5])
    try await database.write { db in try db.execute(sql: "DELETE FROM photo WHERE id = 1") }
    #expect(try await updates.next()?.snapshot.identities == [[4, 5]])
  }

  @Test func reloadIsShownAnewAndFollowingGoesOn() async throws {
    let database = try photoDatabase()
    try await insert([1], folder: "a", in: database)
    let source = Source(byFolder, in: database)
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    try await source.reload()
    #expect(try await updates.next()?.change == .reload)
    try await insert([2], folder: "a", in: database)
    #expect(try await updates.next()?.snapshot.identities == [[1, 2]])
  }

  @Test func resetEmptiesUntilItIsReloaded() async throws {
    let database = try photoDatabase()
    try await insert([1], folder: "a", in: database)
    let source = Source(byFolder, in: database)
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    source.reset()
    let empty = try #require(try await updates.next())
    #expect(empty.change == .reload)
    #expect(empty.snapshot.numberOfSections == 0)
    try await insert([2], folder: "a", in: database)
    #expect(source.snapshot.numberOfItems == 0)
    try await source.reload()
    #expect(try await updates.next()?.snapshot.identities == [[1, 2]])
    try await insert([3], folder: "a", in: database)
    #expect(try await updates.next()?.snapshot.identities == [[1, 2, 3]])
  }

  @Test func reloadAllSendsNoBatches() async throws {
    let database = try photoDatabase()
    let source = Source(byFolder, in: database, reloadsAll: true)
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    try await insert([1], folder: "a", in: database)
    let update = try #require(try await updates.next())
    #expect(update.change == .reload)
    #expect(update.snapshot.identities == [[1]])
  }

  @Test func anUnreadableStoreEndsFollowingWithItsError() async throws {
    let database = try photoDatabase()
    let source = Source(byFolder, in: database)
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    try await database.write { db in try db.execute(sql: "ALTER TABLE photo RENAME TO elsewhere") }
    await #expect(throws: DatabaseError.self) { try await source.reload() }
    await #expect(throws: DatabaseError.self) {
      while try await updates.next() != nil {}
    }
    try await database.write { db in try db.execute(sql: "ALTER TABLE elsewhere RENAME TO photo") }
    try await insert([1], folder: "a", in: database)
    var again = source.updates().makeAsyncIterator()
    while let update = try await again.next(), update.snapshot.numberOfItems == 0 {}
    #expect(source.snapshot.numberOfItems == 1)
  }

  @Test func stopsFollowingAfterTheLastReader() async throws {
    let database = try photoDatabase()
    let source = Source(byFolder, in: database)
    for try await _ in source.updates() { break }
    for id in 1...20 {
      try await insert([id], folder: "a", in: database)
    }
    try await Task.sleep(for: .milliseconds(50))
    #expect(source.snapshot.numberOfItems == 0)
  }
}

/// Generates random changes of photos, albums and placements from a seed.
private struct RandomEditor {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The statements of a transaction.
  mutating func edits() -> [String] {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in edit() }
  }

  private mutating func edit() -> String {
    let photo = Int.random(in: 1...30, using: &generator)
    let album = Int.random(in: 1...6, using: &generator)
    let number = Int.random(in: 0...9, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: return "INSERT OR IGNORE INTO photo VALUES (\(photo), 'a', \(number), 0, 0, NULL)"
    case 4: return "DELETE FROM photo WHERE id = \(photo)"
    case 5: return "UPDATE photo SET rating = \(number) WHERE id = \(photo)"
    case 6: return "INSERT OR IGNORE INTO album VALUES (\(album), 'title \(number)')"
    case 7: return "UPDATE album SET title = 'title \(number)' WHERE id = \(album)"
    case 8: return "DELETE FROM album WHERE id = \(album) AND \(number) < 3"
    case 9, 10:
      return """
        INSERT OR IGNORE INTO placement SELECT photo.id, album.id FROM photo, album
        WHERE photo.id = \(photo) AND album.id = \(album)
        """
    default:
      return "UPDATE OR IGNORE placement SET albumId = \(album) WHERE photoId = \(photo) AND "
        + "EXISTS (SELECT 1 FROM album WHERE id = \(album))"
    }
  }
}
