import PhotoFormats
import PhotoLibrary
import Testing

struct AssetSorterTests {
  private let assets: [Asset] = [
    .sample("b.jpg", in: "/p/1", size: 2), .sample("a10.jpg", in: "/p/10", size: 3),
    .sample("a2.jpg", in: "/p/10", size: 2), .sample("a2.jpg", in: "/p/9", size: 2),
  ]

  private func paths(_ sorter: some AssetSorter) -> [String] {
    sorter.sorted(assets).map { "\($0.folder.name)/\($0.name.text)" }
  }

  @Test func `names come before folders, and equal names are always in the order of folders`() {
    #expect(paths(NameSorter()) == ["9/a2.jpg", "10/a2.jpg", "10/a10.jpg", "1/b.jpg"])
    #expect(paths(NameSorter(.descending)) == ["1/b.jpg", "10/a10.jpg", "9/a2.jpg", "10/a2.jpg"])
  }

  @Test func `equal sizes are always in the order of paths`() {
    #expect(paths(SizeSorter()) == ["10/a10.jpg", "1/b.jpg", "9/a2.jpg", "10/a2.jpg"])
    #expect(paths(SizeSorter(.ascending)) == ["1/b.jpg", "9/a2.jpg", "10/a2.jpg", "10/a10.jpg"])
  }

  @Test func `the order of a list puts the photos of a folder at its position, and others last`() {
    let order = GivenOrder(["/p/9/a2.jpg", "/p/10/a10.jpg", "/p/10", "/p/9"])
    #expect(paths(GivenSorter(order)) == ["9/a2.jpg", "10/a10.jpg", "10/a2.jpg", "1/b.jpg"])
    #expect(paths(GivenSorter(order, .descending)) == ["10/a2.jpg", "10/a10.jpg", "9/a2.jpg", "1/b.jpg"])
    #expect(paths(GivenSorter(GivenOrder())) == ["1/b.jpg", "9/a2.jpg", "10/a2.jpg", "10/a10.jpg"])
  }

  @Test(arguments: [1, 3])
  func `the first photos of a list are found among all`(limit: Int) async throws {
    var query = AssetQuery()
    (query.grouping, query.sorting, query.limit) = (.all, .given, limit)
    query.givenOrder = GivenOrder(["/p/10/a2.jpg", "/p/1/b.jpg", "/p/9"])
    var shown = ShownAssets(query)
    for asset in assets { shown.add(asset) }
    let groups = try await query.groups(of: LibrarySnapshot(inAnyOrder: shown.assets))
    #expect(groups.flatMap(\.assets).names == Array(["a2.jpg", "b.jpg", "a2.jpg"].prefix(limit)))
  }

  @Test(arguments: [SortDirection.ascending, .descending])
  func `no photo precedes itself`(direction: SortDirection) {
    let sorters: [any AssetSorter] = [
      NameSorter(direction), SizeSorter(direction), DateSorter(direction),
      GivenSorter(GivenOrder(), direction),
    ]
    for sorter in sorters {
      for asset in assets { #expect(!sorter.precedes(asset, asset)) }
    }
  }
}
