import PhotoFiles
import PhotoImaging
import PhotoLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDuplicates

/// Views of duplicates.
struct DuplicateViewTests {
  private let tree: TemporaryTree
  private let index = DuplicateIndex(cache: ThumbnailCache(folder: nil, version: "1"))
  private let searches = SearchCount()

  private final class SearchCount: Sendable {
    let count = Mutex(0)
  }

  init() throws {
    tree = try TemporaryTree()
    for (name, last) in [("a.jpg", 1), ("b.jpg", 2), ("sub/c.jpg", 1), ("d.jpg", 3), ("e.jpg", 2)] {
      var photo = PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = 5000 }
      photo[photo.count - 1] = UInt8(last)
      try tree.file(FilePath(name), photo)
    }
  }

  private func library() async throws -> LibrarySnapshot { try await LibraryScanner().scan([tree.path]) }

  private func query(_ condition: String? = nil) throws -> AssetQuery {
    var query = AssetQuery()
    query.grouping = .duplicate
    query.condition = try condition.map { try AssetCondition($0) }
    let (search, searches) = (index, searches)
    query.duplicateSearch = DuplicateSearch { assets, _ in
      try await search.groups(of: assets) { _ in searches.count.withLock { $0 += 1 } }
    }
    return query
  }

  private func shown(_ query: AssetQuery) async throws -> [String] {
    try await query.groups(of: library()).map { group in
      "\(group.title): \(group.assets.map(\.name.text).joined(separator: " "))"
    }
  }

  @Test func `groups contain copies with the best first, then all other photos`() async throws {
    let groups = try await query().groups(of: library())
    #expect(groups.map(\.assets.count) == [2, 2, 1] && groups.last?.key == "none")
    #expect(groups[0].title.hasPrefix("Copies of ") && groups[0].title.hasSuffix(")"))
    #expect(Set(groups[0].assets.map(\.name.text)) == ["a.jpg", "c.jpg"])
    for group in groups.dropLast() {
      #expect(group.assets[0] == group.assets[0].duplicates?.assets.first)
      #expect(group.title.contains(group.assets[0].name.text))
    }
    #expect(groups.last?.assets.map(\.duplicates) == [nil])
  }

  @Test func `a condition finds duplicates among all photos, groups contain matching ones`() async throws {
    var query = try query("is:duplicate")
    query.grouping = .all
    query.sorting = .name
    #expect(try await shown(query) == ["All Photos: a.jpg b.jpg c.jpg e.jpg"])
    query.condition = try AssetCondition("is:duplicate -name:a.jpg")
    #expect(try await shown(query) == ["All Photos: b.jpg c.jpg e.jpg"])
    query.condition = try AssetCondition("-is:duplicate")
    #expect(try await shown(query) == ["All Photos: d.jpg"])
    query.condition = try AssetCondition("name:d or is:duplicate")
    #expect(try await shown(query) == ["All Photos: a.jpg b.jpg c.jpg d.jpg e.jpg"])
    query.condition = nil
    query.grouping = .duplicate
    query.predicate = PredicateFilter { $0.name.text != "a.jpg" }
    #expect(try await query.groups(of: library()).map(\.assets.count) == [2, 2])
    query.grouping = .all
    query.findsDuplicates = true
    query.predicate = PredicateFilter { $0.name.text == "a.jpg" && $0.duplicates != nil }
    #expect(try await shown(query) == ["All Photos: a.jpg"])
  }

  @Test func `statistics count the photos of a query for duplicates`() async throws {
    var query = try query("is:duplicate")
    query.grouping = .month
    let statistics = try await query.statistics(of: library(), by: [.format])
    #expect(statistics.groups.map(\.tally.count) == [4])
  }

  @Test func `a view of some of the photos does not compare them again`() async throws {
    let query = try query()
    var assets = try await library().assets
    _ = try await query.groups(of: LibrarySnapshot(inAnyOrder: assets))
    let before = searches.count.withLock(\.self)
    #expect(before > 0)
    assets.removeAll { $0.name.text == "c.jpg" }
    let groups = try await query.groups(of: LibrarySnapshot(inAnyOrder: assets))
    #expect(groups.map(\.assets.count) == [2, 2] && searches.count.withLock(\.self) == before)
  }

  @Test func `a rating that changes the best photo reorders its group without another comparison`()
    async throws
  {
    let query = try query()
    let before = AssetSnapshot(try await query.groups(of: library()))
    let compared = searches.count.withLock(\.self)
    let second = try #require(before.itemsBySection[0].last).asset
    try tree.file(
      FilePath("\(second.path.string.dropFirst(tree.path.string.count + 1)).xmp"), SidecarFile.xmp(rating: 3))
    let groups = try await query.groups(of: library())
    #expect(searches.count.withLock(\.self) == compared)
    let group = try #require(groups.first { $0.assets[0] == second })
    #expect(group.title.hasSuffix("(best: rated)") && group.assets.count == 2)
    #expect(group.assets.map(\.duplicates?.assets.first) == [second, second])
    #expect(!BatchUpdates(from: before, to: AssetSnapshot(groups)).movedItems.isEmpty)
  }

  @Test func `a photo with copies and versions is in both groups`() async throws {
    var query = AssetQuery()
    query.grouping = .duplicate
    query.duplicateSearch = DuplicateSearch { assets, _ in
      var relations = DuplicateRelations(assets)
      relations.copies = [DuplicateRelations.Copies(positions: [0, 1], compared: 0)]
      relations.versions = [0: [2], 2: [0]]
      return relations.groups([.copy, .version], by: DuplicateRanking())
    }
    let photos = ["a", "b", "c", "d"].map { Photos.asset("\($0).jpg") }
    let groups = try await query.groups(of: LibrarySnapshot(inAnyOrder: photos))
    #expect(
      groups.map { $0.assets.map(\.name.text) } == [["a.jpg", "b.jpg"], ["a.jpg", "c.jpg"], ["d.jpg"]])
    #expect(groups.map { $0.assets[0].duplicates?.kind } == [.copy, .version, nil])
  }

  @Test func `an edit is grouped with its original, but is no duplicate`() async throws {
    var query = try query("is:duplicate")
    query.grouping = .all
    query.sorting = .name
    query.duplicateSearch = DuplicateSearch { assets, _ in
      let assets = assets.sorted { $0.name < $1.name }
      var relations = DuplicateRelations(assets)
      relations.copies = [DuplicateRelations.Copies(positions: [0, 1], compared: 0)]
      relations.edits = [0: [2]]
      return relations.groups([.copy, .edit], by: DuplicateRanking())
    }
    let library = LibrarySnapshot(inAnyOrder: ["a", "b", "c"].map { Photos.asset("\($0).jpg") })
    let duplicates = try await query.groups(of: library)
    #expect(duplicates.map { $0.assets.map(\.name.text) } == [["a.jpg", "b.jpg"]])
    query.condition = nil
    query.grouping = .duplicate
    let groups = try await query.groups(of: library)
    #expect(groups.map { $0.assets.map(\.name.text) } == [["a.jpg", "b.jpg"], ["a.jpg", "c.jpg"]])
    #expect(groups.last?.title == "Edits of a.jpg (best: first)")
  }

  @Test func `grouped by duplicates, all files of stacks are shown`() async throws {
    var photo = PictureBuilder.jpeg("2014:05:25 10:00:00") { $0.padding = 5000 }
    photo[photo.count - 1] = 9
    try tree.file("a-edited.jpg", photo)
    var query = try query()
    query.stacks = .shots
    let groups = try await query.groups(of: library())
    #expect(groups.map(\.assets.count) == [2, 2, 2])
    query.grouping = .all
    #expect(try await query.groups(of: library()).map(\.assets.count) == [5])
  }

  @Test func `without a search no photo is a duplicate`() async throws {
    var query = try query("is:duplicate")
    query.duplicateSearch = nil
    #expect(try await query.groups(of: library()).isEmpty)
  }
}
