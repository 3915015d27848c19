import PhotoFormats
import PhotoLibrary
import SystemPackage
import Testing
import TestSupport

@testable import PhotoPicker

struct NumberedViewTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    for (name, date) in [("a", "2014:05:25"), ("b", "2014:05:24"), ("c", "2014:04:01"), ("d", "2012:01:01")] {
      try tree.file(FilePath("\(name).jpg"), PictureBuilder.jpeg("\(date) 10:00:00"))
    }
    try tree.file("e.png", PictureBuilder.png(), modified: 1_000_000_000)
  }

  private func view(_ change: (inout AssetQuery) -> Void = { _ in }) async throws -> NumberedView {
    var query = AssetQuery()
    change(&query)
    return try await query.view(of: PhotoLibrary(roots: [tree.path]).snapshot())
  }

  @Test func `numbers run from 1 through all groups, with index paths`() async throws {
    let view = try await view()
    #expect(view.count == 5)
    #expect(view.all.map(\.number) == [1, 2, 3, 4, 5])
    #expect(view.all.map(\.groupKey) == ["2014-05", "2014-05", "2014-04", "2012-01", "2001-09"])
    #expect(
      view.all.map { [$0.indexPath.section, $0.indexPath.item] } == [
        [0, 0], [0, 1], [1, 0], [2, 0], [3, 0],
      ])
    #expect(view.picked(Array(0..<5)) == Array(view.all))
    #expect(view.picked([-1, 5, .max, 1]).map(\.number) == [2])
    #expect(view.selectable.groups.map(\.positions) == [0..<2, 2..<3, 3..<4, 4..<5])
  }

  @Test func `empty groups take no numbers`() async throws {
    let view = try await view {
      $0.kinds = KindFilter(including: [.format(.png)])
      $0.keepsEmptyGroups = true
    }
    #expect(view.groups.map(\.assets.count) == [0, 0, 0, 1])
    #expect(view.picked([0]).map(\.indexPath) == [ItemIndexPath(section: 3, item: 0)])
    #expect(Array(view.all) == view.picked([0]))
  }

  @Test(
    arguments: [
      (0, nil, ["a", "b", "c", "d", "e"]), (1, 2, ["b", "c"]), (4, 9, ["e"]), (5, nil, []), (0, 0, []),
      (Int.max, Int.max, []), (2, Int.max, ["c", "d", "e"]),
    ] as [(Int, Int?, [String])])
  func `offset and limit cut through groups`(offset: Int, limit: Int?, names: [String]) async throws {
    let view = try await view {
      $0.offset = offset
      $0.limit = limit
    }
    #expect(view.all.map { String($0.asset.name.text.prefix(1)) } == names)
    #expect(view.groups.allSatisfy { !$0.assets.isEmpty })
  }

  @Test func `a test of one's own and the kinds must both pass`() async throws {
    let view = try await view {
      $0.kinds = KindFilter(including: [.format(.jpeg)])
      $0.predicate = PredicateFilter { $0.name.text > "b" }
      $0.direction = .ascending
    }
    #expect(view.all.map(\.asset.name.text) == ["d.jpg", "c.jpg", "b.jpg"])
  }

  @Test func `an album that is not there is an error that says what to do`() async throws {
    await #expect(throws: AssetQuery.QueryError.self) { try await view { $0.album = "none" } }
  }
}

struct SelectionChecksTests {
  private func asset(_ change: (inout PictureBuilder) -> Void = { _ in }) throws -> Asset {
    let tree = try TemporaryTree()
    try tree.file("a.jpg", PictureBuilder.jpeg(nil, change))
    return try LibraryScanner().read(tree.at("a.jpg"))
  }

  @Test func `the size is that of the picture upright`() throws {
    let upright = try asset()
    let turned = try asset { $0.orientation = 6 }
    let checks = SelectionChecks(minimumSize: PixelSize(width: 40, height: 30))
    #expect(checks.refusal(of: upright) == nil)
    #expect(checks.refusal(of: turned) == "30x40 is smaller than 40x30")
    let largest = SelectionChecks(maximumSize: PixelSize(width: 39, height: 100))
    #expect(largest.refusal(of: upright) == "40x30 is larger than 39x100")
    #expect(largest.refusal(of: turned) == nil)
    #expect(SelectionChecks().refusal(of: turned) == nil)
  }

  @Test func `a damaged photo is refused by every policy that does not allow it`() {
    struct Anything: SelectionPolicy {
      func refusal(of asset: Asset, picked count: Int) -> String? { nil }
    }
    let damaged = Photos.asset("a.jpg", damage: "cut off")
    #expect(SelectionChecks().refusal(of: damaged) == "it is damaged: cut off")
    #expect(SelectionChecks(allowsDamaged: true).refusal(of: damaged) == nil)
    #expect(SelectionChecks().refusal(of: Photos.asset("b.jpg")) == nil)
    var options = PickerOptions()
    options.policy = Anything()
    #expect(options.refusal(of: damaged) == "it is damaged: cut off")
    options.policy = SelectionChecks(allowsDamaged: true)
    #expect(options.refusal(of: damaged) == nil)
  }

  @Test func `so many may be picked and no more`() throws {
    let photo = try asset()
    let checks = SelectionChecks(maximumCount: 3)
    #expect(checks.refusal(of: photo, picked: 2) == nil)
    #expect(
      checks.refusal(of: photo, picked: 3) == "Only 3 photos please!\nYou can only pick 3 photos at a time.")
    #expect(checks.tooManyMessage(3) == nil)
    #expect(
      SelectionChecks(maximumCount: 1).tooManyMessage(2)
        == "Only 1 photo please!\nYou can only pick 1 photo at a time.")
    #expect(SelectionChecks().tooManyMessage(.max) == nil)
    #expect(checks.refusalToDeselect(photo) == nil)
  }
}
