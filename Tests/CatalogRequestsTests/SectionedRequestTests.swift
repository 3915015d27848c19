import Foundation
import GRDB
import PhotoLibrary
import Testing

@testable import CatalogRequests

@Suite struct SectionedRequestTests {
  private let database: DatabaseQueue

  init() throws {
    database = try photoDatabase()
    let spring = Date(timeIntervalSince1970: 1_400_000_000)
    try database.write { db in
      try Photo(id: 1, folder: "iceland", rating: 5, exposure: 0.5, day: spring).insert(db)
      try Photo(id: 2, folder: "berlin", rating: 3, exposure: 0.25, isDamaged: true).insert(db)
      try Photo(id: 3, folder: nil, rating: 5, exposure: 0.5, day: spring).insert(db)
      try Photo(id: 4, folder: "iceland", rating: 1, exposure: 0.25).insert(db)
      try Album(id: 1, title: "Volcanoes").insert(db)
      try Album(id: 2, title: "Best").insert(db)
      try Placement(photoId: 1, albumId: 1).insert(db)
      try Placement(photoId: 1, albumId: 2).insert(db)
      try Placement(photoId: 2, albumId: 2).insert(db)
    }
  }

  private func fetched<Section>(
    _ request: SectionedRequest<Section, Photo>, window: ItemWindow = .all
  ) async throws -> SectionedSnapshot<Section, Photo> {
    let source = FetchedDataSource(request, in: database, window: window)
    try await source.reload()
    return source.snapshot
  }

  @Test func sectionsByText() async throws {
    let list = try await fetched(SectionedRequest(sectionedBy: .string("folder")) { Photo.all() })
    #expect(list.sections.map(\.value) == [nil, "berlin", "iceland"])
    #expect(list.identities == [[3], [2], [1, 4]])
  }

  @Test func sectionsByWholeNumberDescending() async throws {
    let list = try await fetched(
      SectionedRequest(
        sectionedBy: .int("rating"), sectionOrder: .descending, itemOrder: [Column("id").desc]
      ) { Photo.all() })
    #expect(list.sections.map(\.value) == [5, 3, 1])
    #expect(list.identities == [[3, 1], [2], [4]])
  }

  @Test func sectionsByNumberTruthAndDate() async throws {
    let exposures = try await fetched(SectionedRequest(sectionedBy: .double("exposure")) { Photo.all() })
    #expect(exposures.sections.map(\.value) == [0.25, 0.5])
    let damages = try await fetched(SectionedRequest(sectionedBy: .bool("isDamaged")) { Photo.all() })
    #expect(damages.sections.map(\.value) == [false, true])
    #expect(damages.identities == [[1, 3, 4], [2]])
    let days = try await fetched(SectionedRequest(sectionedBy: .date("day")) { Photo.all() })
    #expect(days.sections.map(\.value) == [nil, Date(timeIntervalSince1970: 1_400_000_000)])
  }

  @Test func sectionsByExpressionOverFilteredItems() async throws {
    let list = try await fetched(
      SectionedRequest(sectionedBy: SectionAttribute<Bool>(Column("rating") > 3)) {
        Photo.filter(Column("folder") == "iceland")
      })
    #expect(list.sections.map(\.value) == [false, true])
    #expect(list.identities == [[4], [1]])
  }

  @Test func sectionsByRelationHoldAnItemOnceForEachRelatedRecord() async throws {
    let list = try await fetched(
      SectionedRequest(sectionedBy: Photo.albums, sectionOrder: { [$0[Column("title")]] }) { Photo.all() })
    #expect(list.sections.map(\.record?.title) == [nil, "Best", "Volcanoes"])
    #expect(list.identities == [[3, 4], [1, 2], [1]])
    #expect(
      list.indexPaths(of: 1) == [ItemIndexPath(section: 1, item: 0), ItemIndexPath(section: 2, item: 0)])
  }

  @Test func sectionsByFetchedItem() async throws {
    let list = try await fetched(
      SectionedRequest(
        itemOrder: [Column("id").desc], items: { Photo.all() },
        section: { NumberedSection(id: $0.id % 2) }))
    #expect(list.sections.map(\.id) == [0, 1])
    #expect(list.identities == [[4, 2], [3, 1]])
  }

  @Test func sectionItemsOfOnesOwnTypeMayJoinSections() async throws {
    let byRating = SectionedRequest(sectionedBy: .int("rating")) { Photo.all() }
    let list = try await fetched(byRating.mappingSections { RatingBand(id: ($0.value ?? 0) / 3) })
    #expect(list.sections.map(\.id) == [0, 1])
    #expect(list.identities == [[4], [2, 1, 3]])
  }

  @Test(arguments: [
    (ItemWindow(offset: 1, limit: 2), [[2], [1]]), (ItemWindow(limit: 1), [[3]]),
    (ItemWindow(offset: 2), [[1, 4]]), (ItemWindow(offset: 9), []), (ItemWindow(limit: 0), []),
    (ItemWindow(offset: -3, limit: 3), [[3], [2], [1]]),
  ])
  func offsetAndLimitCountItemsInTheOrderShown(window: ItemWindow, expected: [[Int]]) async throws {
    let request = SectionedRequest(sectionedBy: .string("folder")) { Photo.all() }
    #expect(try await fetched(request, window: window).identities == expected)
  }

  @Test func aSectionValueOfAnotherTypeIsAnErrorThatNamesIt() async throws {
    let request = SectionedRequest(sectionedBy: .int("folder")) { Photo.filter(Column("id") == 2) }
    await #expect(throws: SectionValueError(value: "berlin".databaseValue, expectedType: "Int")) {
      _ = try await fetched(request)
    }
  }
}

/// A custom section: a range of ratings.
private struct RatingBand: Hashable, Identifiable, Sendable {
  var id: Int
}
