import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoPicker

struct FilterTests {
  private static let labels = ["Red", "Blue", "To do", ""]

  private static func photo(_ index: Int, rating: Int64?, label: String?, type: PhotoFileType) -> Asset {
    Photos.asset("\(index)") { metadata in
      metadata.fileType = type
      if let rating { metadata.values[.rating] = .integer(rating) }
      if let label { metadata.values[.label] = .text(label) }
    }
  }

  private static func library(_ count: Int, _ generator: inout SeededGenerator) -> [Asset] {
    (0..<count).map { index in
      photo(
        index, rating: [nil, -1, 0, 1, 2, 3, 4, 5].randomElement(using: &generator) ?? nil,
        label: Bool.random(using: &generator) ? labels.randomElement(using: &generator) : nil,
        type: [.jpeg, .png, .quickTimeMovie].randomElement(using: &generator) ?? .jpeg)
    }
  }

  private static func model(_ assets: [Asset], _ state: FilterState = FilterState()) -> PickerModel {
    var model = PickerModel(PickerOptions())
    _ = model.show(state, at: nil)
    _ = model.handle(.counts(FilterCounts(assets)))
    return model
  }

  private static let items: [FilterItem] =
    AssetKind.allCases.map(FilterItem.kind) + JudgedKind.allCases.map(FilterItem.judged)
    + labels.filter { !$0.isEmpty }.map(FilterItem.label)

  private static func randomState(_ generator: inout SeededGenerator) -> FilterState {
    var state = FilterState()
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      guard let item = items.randomElement(using: &generator) else { continue }
      if Bool.random(using: &generator) { item.advance(&state) } else { item.toggle(&state) }
    }
    return state
  }

  /// Replaces the choices of an item's part by the item.
  private static func only(_ item: FilterItem, _ state: FilterState) -> FilterState {
    var state = state
    switch item {
    case .kind(let kind):
      state.kinds.included = [kind]
      state.kinds.excluded.remove(kind)
    case .judged(let kind): state.judged = [kind]
    case .label(let label): state.labels = [label]
    }
    return state
  }

  private static func shown(_ assets: [Asset], _ state: FilterState) -> [Asset] {
    let model = model([], state)
    let filter = model.narrowedQuery.filter
    return assets.filter { filter?.includes($0) ?? true }
  }

  @Test(arguments: 0..<40)
  func `the count of a choice is the number of photos that it shows with the other parts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let assets = Self.library(Int.random(in: 1...60, using: &generator), &generator)
    let state = Self.randomState(&generator)
    let counts = Self.model(assets, state).counts
    for item in Self.items {
      let expected = Self.shown(assets, Self.only(item, state)).count
      #expect(item.count(in: counts) == expected, "\(item) with \(state)")
      let occurs = !Self.shown(assets, Self.only(item, FilterState())).isEmpty
      #expect(item.occurs(in: counts) == occurs, "\(item)")
    }
  }

  @Test func `a shot counts once for each choice that shows one of its files`() throws {
    let members = [
      Photos.asset("a.jpg", date: "2014-05-01T10:00:00") { $0.values[.label] = .text("Red") },
      Photos.asset("a.cr2", date: "2014-05-01T10:00:00") { $0.fileType = .canonRAW },
      Photos.asset("b.jpg", date: "2014-06-01T10:00:00"),
    ]
    let stacked = StackFinder().stacked(members)
    #expect(stacked.count { $0.stack != nil } == 2)
    var counts = FilterCounts(stacked, of: .shot)
    #expect(counts.kinds[.photo] == 2 && counts.kinds[.format(.raw)] == 1 && counts.judged == [.unrated: 2])
    counts.count(with: FilterState(labels: ["Red"]))
    // The RAW of the stack has no label.
    #expect(counts.kinds == [.photo: 1, .format(.jpeg): 1, .format(.raw): 0])
    #expect(FilterCounts(stacked).kinds[.photo] == 3)
  }

  @Test func `stars are a minimum, so only one is selected`() {
    var state = FilterState()
    for kind in [JudgedKind.twoStars, .rejected, .fourStars] { FilterItem.judged(kind).toggle(&state) }
    #expect(state.judged == [.rejected, .fourStars])
    FilterItem.judged(.fourStars).toggle(&state)
    #expect(state.judged == [.rejected])
    // In the checklist, a kind has a third state. The bar removes it.
    let raw = FilterItem.kind(.format(.raw))
    let marks = (0..<4).map { _ in
      raw.advance(&state)
      return raw.mark(in: state)
    }
    #expect(marks == ["✓", "×", " ", "✓"])
    raw.advance(&state)
    raw.toggle(&state)
    #expect(raw.mark(in: state) == " ")
  }

  @Test func `the bar offers what occurs, and what is in the filter`() {
    let photos = [
      Self.photo(0, rating: 2, label: "To do", type: .jpeg),
      Self.photo(1, rating: -1, label: "Blue", type: .png),
      Self.photo(2, rating: nil, label: "Red", type: .jpeg),
      Self.photo(3, rating: nil, label: "To do", type: .jpeg),
    ]
    var model = Self.model(photos)
    let first: [FilterItem] = [.judged(.oneStar), .judged(.twoStars), .judged(.rejected), .judged(.unrated)]
    let labels: [FilterItem] = [.label("Red"), .label("Blue"), .label("To do")]
    #expect(model.barItems == first + labels + [.kind(.format(.jpeg)), .kind(.format(.png))])
    #expect(model.show(FilterState(judged: [.rejected]), at: nil) == [.makeContents])
    #expect(model.show(FilterState(judged: [.rejected]), at: nil) == [], "nothing changed")
    // Choices without photos remain, so that the bar doesn't move.
    #expect(model.barItems.prefix(4) == first[...])
    #expect(model.counts.labels == ["Red": 0, "Blue": 1, "To do": 0])
    _ = model.show(FilterState(kinds: KindFilter(including: [.video]), labels: ["Green"]), at: nil)
    #expect(model.barItems.last == .kind(.format(.png)) || model.barItems.contains(.kind(.video)))
    #expect(model.barItems.contains(.label("Green")))
    #expect(PickerModel(PickerOptions()).barItems == [], "before the first count")
  }

  @Test func `labels of a hostile library are bounded`() {
    let photos = (0..<1000).map { Self.photo($0, rating: nil, label: "\($0)", type: .jpeg) }
    let model = Self.model(photos)
    #expect(model.counts.labels.count == 200 && model.counts.judged[.unrated] == 1000)
    #expect(model.barItems.count == 22 && model.filterItems.count < 40)
  }
}
