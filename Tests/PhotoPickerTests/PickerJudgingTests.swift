import PhotoFormats
import PhotoLibrary
import PhotoMarks
import TestSupport
import Testing

@testable import PhotoPicker

struct PickerJudgingTests {
  private func photo(_ name: String, rating: Int64? = nil, label: String? = nil) -> Asset {
    Photos.asset(name) { metadata in
      if let rating { metadata.values[.rating] = .integer(rating) }
      if let label { metadata.values[.label] = .text(label) }
    }
  }

  private func model(
    _ photos: [Asset], change: (inout PickerOptions) -> Void = { _ in }
  ) -> PickerModel {
    var options = PickerOptions()
    options.marks = PickerMarks(journals: "/journals", scanner: LibraryScanner())
    change(&options)
    var model = PickerModel(options)
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "0", assets: photos)]))))
    return model
  }

  private var plain: [Asset] { (0..<5).map { photo("\($0).jpg") } }

  private func marked(_ effects: [PickerEffect]) -> (names: String, change: MarkChange, told: String)? {
    guard case .work(.mark(let assets, let change, let told, of: _))? = effects.first, effects.count == 1
    else {
      return nil
    }
    return (assets.map { $0.name.text.prefix(1) }.joined(), change, told)
  }

  @Test func `the photo at the cursor is meant, else the run, and first of all the picks if they were named`()
  {
    var model = model(plain)
    model.moveCursor(to: 1)
    #expect(model.targets.map(\.name.text) == ["1.jpg"] && model.targetName == nil)
    _ = model.toggleRun()
    model.moveCursor(to: 3)
    #expect(model.targets.count == 3 && model.targetName == "the run of 3 photos")
    model.moveCursor(to: 1)
    #expect(model.targetName == "the run of 1 photo")
    _ = model.toggle(4)
    model.aimAtPicks()
    #expect(model.targets.map(\.name.text) == ["4.jpg"] && model.targetName == "1 picked photo")
    _ = model.toggle(0)
    #expect(model.targetName == "2 picked photos")
    #expect(marked(model.judge(.rating(.rejected)))?.names == "40")
    // Both are reset.
    #expect(model.run == nil && !model.aimsAtPicks && model.targetName == nil)
    #expect(marked(model.judge(.rating(.rejected)))?.names == "1")
  }

  @Test func `a colour is taken off only if all have it`() {
    let photos = [photo("0", label: "Red"), photo("1", label: "Red"), photo("2", label: "Blue"), photo("3")]
    for (range, label, told) in [
      (0...1, MarkChange.Text.removed, "No label"), (1...2, .set("Red"), "Red"), (3...3, .set("Red"), "Red"),
    ] {
      var model = model(photos)
      model.moveCursor(to: range.lowerBound)
      _ = model.toggleRun()
      model.moveCursor(to: range.upperBound)
      let mark = marked(model.judge(.label("Red")))
      #expect(mark?.change == MarkChange(label: label) && mark?.told == told)
    }
  }

  @Test func `what is told names keywords safely`() {
    var model = model(plain)
    let mark = marked(model.judge(.keywords(added: ["a\u{1B}[2J", "b"], removed: ["c"])))
    #expect(mark?.told == #"a\e[2J, b, -c"#)
    #expect(mark?.change == MarkChange(addedKeywords: ["a\u{1B}[2J", "b"], removedKeywords: ["c"]))
  }

  @Test func `nothing is judged without photos or if nothing can be written`() {
    var empty = model([])
    #expect(empty.judge(.label("Red")) == [] && empty.message == "There is no photo here.")
    var unmarked = model(plain) { $0.marks = nil }
    #expect(unmarked.judge(.label("Red")) == [])
    #expect(unmarked.message == "Photos cannot be marked here.")
    unmarked.begin()
    #expect(!unmarked.canJudge() && unmarked.message != nil)
    var some = model(plain)
    #expect(some.canJudge() && some.message == nil)
  }

  @Test func `the cursor goes on after its own photo was judged, not after others`() {
    var model = model(plain)
    model.advances = true
    _ = model.judge(.rating(.rejected))
    #expect(model.cursor == 1)
    _ = model.toggleRun()
    model.moveCursor(to: 2)
    _ = model.judge(.rating(.rejected))
    #expect(model.cursor == 2)
    _ = model.toggle(0)
    model.aimAtPicks()
    _ = model.judge(.rating(.rejected))
    #expect(model.cursor == 2)
  }

  // MARK: What jobs did

  @Test func `changes are shown and held by the picks at once, without a new view`() {
    var model = model(plain)
    _ = model.toggle(3)
    _ = model.toggle(1)
    let now = photo("1.jpg", rating: 4)
    #expect(model.handle(.changed(PickerChange(assets: [now], message: "★★★★: 1.jpg"))) == [])
    #expect(model.message == "★★★★: 1.jpg")
    #expect(model.contents[1]?.stars == 4 && model.contents[3]?.stars == 0 && model.contents.count == 5)
    #expect(model.picks.assets.map(\.stars) == [0, 4] && model.picks.number(of: now) == 2)
  }

  @Test func `changes ask for a new view if it may be another one`() {
    let change = PickerEvent.changed(PickerChange(assets: [photo("1.jpg", rating: 4)], message: ""))
    var judged = model(plain)
    #expect(judged.show([.unrated]) == [.makeContents] && judged.handle(change) == [.makeContents])
    var grouped = model(plain)
    _ = grouped.group(by: .field(AssetField(.rating)))
    #expect(grouped.handle(change) == [.makeContents])
    var sorted = model(plain) { $0.query.sorting = .field(AssetField(.rating)) }
    #expect(sorted.handle(change) == [.makeContents])
    var searched = model(plain)
    _ = searched.narrow(to: "rating:4")
    #expect(searched.handle(change) == [.makeContents])
    #expect(searched.handle(.changed(PickerChange(message: "nothing"))) == [])
  }

  @Test func `photos that went or came ask for a new view, and picks that went are let go`() {
    var model = model(plain)
    _ = model.toggle(0)
    _ = model.toggle(1)
    #expect(
      model.handle(.changed(PickerChange(gone: [plain[1]], message: "gone"))) == [.makeContents])
    #expect(model.picks.assets.map(\.name.text) == ["0.jpg"] && model.message == "gone")
    #expect(
      model.handle(.changed(PickerChange(restored: [plain[1]], message: "back"))) == [.makeContents])
  }

  // MARK: Judgements

  @Test(
    arguments: [
      (nil, 0, [JudgedKind.unrated]), (0, 0, [.unrated]), (1, 1, [.oneStar]),
      (3, 3, [.oneStar, .twoStars, .threeStars]),
      (5, 5, [.oneStar, .twoStars, .threeStars, .fourStars, .fiveStars]),
      (99, 5, [.oneStar, .twoStars, .threeStars, .fourStars, .fiveStars]),
      (-1, nil, [.rejected]), (-7, nil, [.rejected]),
    ] as [(Int64?, Int?, [JudgedKind])])
  func `ratings are at least some stars, none, or rejections`(
    rating: Int64?, stars: Int?, kinds: [JudgedKind]
  ) {
    let asset = photo("a.jpg", rating: rating)
    #expect(asset.stars == stars && asset.isRejected == (stars == nil))
    #expect(JudgedKind.allCases.filter { $0.matches(asset) } == kinds)
  }

  @Test func `judgements narrow the query beside what is looked for`() throws {
    let photos = [
      photo("a1", rating: 1), photo("a5", rating: 5), photo("b5", rating: 5), photo("bx", rating: -1),
    ]
    var model = model(photos)
    func passing() -> [String] {
      photos.filter { model.narrowedQuery.filter?.includes($0) ?? true }.map(\.name.text)
    }
    #expect(passing().count == 4)
    _ = model.show([.fiveStars, .rejected])
    #expect(passing() == ["a5", "b5", "bx"])
    _ = model.narrow(to: "name:b*")
    #expect(passing() == ["b5", "bx"])
    _ = model.show([])
    #expect(passing() == ["b5", "bx"])
    _ = model.narrow(to: "")
    #expect(passing().count == 4)
  }

  @Test func `keywords are completed without regard to case`() {
    var model = model(plain)
    _ = model.handle(.keywords(["Rain", "rails", "Sun"]))
    #expect(KeywordText.completions(of: "RA", among: model.keywords) == ["Rain", "rails"])
    _ = model.handle(.keywords((0..<300).map { "x\($0)" }))
    #expect(KeywordText.completions(of: "x", among: model.keywords).count == 50)
  }

  // MARK: The end

  @Test func `done without picks returns the photo at the cursor, and nothing if there is none`() {
    var model = model(plain)
    model.moveCursor(to: 2)
    #expect(model.finish() == [.finish] && model.picks.assets.map(\.name.text) == ["2.jpg"])
    var immediate = self.model(plain) { $0.isImmediate = true }
    #expect(immediate.finish() == [.finish] && immediate.picks.count == 1)
    var inspected = self.model(plain) { $0.inspect = { _, _ in [] } }
    #expect(inspected.finish() == [.inspect([plain[0]])])
    var empty = self.model([])
    #expect(empty.finish() == [.finish] && empty.picks.count == 0)
  }

  @Test func `leaving asks once, whatever was done in between`() {
    var model = model(plain)
    #expect(model.cancel() == [.cancel], "nothing is lost")
    _ = model.toggle(1)
    #expect(model.cancel() == [] && model.message?.hasPrefix("Discard 1 picked photo?") == true)
    model.begin()
    #expect(model.cancel() == [.cancel])
    model.begin()
    _ = model.toggle(2)
    model.begin()
    #expect(model.cancel() == [] && model.message?.hasPrefix("Discard 2 picked photos?") == true)
    model.begin()
    _ = model.toggleRun()
    model.begin()
    #expect(model.cancel() == [])
    var draft = self.model(plain) { $0.onChange = { _ in } }
    _ = draft.toggle(0)
    #expect(draft.cancel() == [.cancel], "a draft keeps them")
  }
}
