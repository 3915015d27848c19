import PhotoActions
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct DuplicatePickerTests {
  private static func options(_ change: (inout PickerOptions) -> Void = { _ in }) -> PickerOptions {
    var options = PickerOptions()
    options.query.grouping = .duplicate
    options.marks = PickerMarks(journals: "/none", scanner: LibraryScanner())
    options.actions = UserActions(reading: "/none")
    change(&options)
    return options
  }

  /// Returns a picker of three copies and another photo.
  private func model(_ options: PickerOptions = options()) -> PickerModel {
    let copies = ["b.jpg", "a.jpg", "c.jpg"].map { Photos.asset($0) }
    let group = DuplicateGroup(.copy, copies, reason: "older")
    var model = PickerModel(options)
    let groups = [
      AssetGroup(key: "1", title: group.title, assets: copies.map { $0.in(duplicates: group) }),
      AssetGroup(key: "none", title: "", assets: [Photos.asset("d.jpg")]),
    ]
    _ = model.handle(.update(PickerUpdate(NumberedView(groups))))
    return model
  }

  @Test func `the best or the photo at the cursor is kept`() throws {
    var model = model()
    model.moveCursor(to: 1)
    #expect(model.keepsDuplicates)
    let bestChoice = model.duplicateChoice(keepsBest: true)
    let best = try #require(bestChoice)
    #expect(best.kept.name.text == "b.jpg" && best.duplicates.map(\.name.text) == ["a.jpg", "c.jpg"])
    #expect(best.question == "Keep b.jpg, and move 2 other copies to the trash?")
    let ownChoice = model.duplicateChoice(keepsBest: false)
    let own = try #require(ownChoice)
    #expect(own.kept.name.text == "a.jpg" && own.duplicates.map(\.name.text) == ["b.jpg", "c.jpg"])
    _ = model.askToKeep(best: false)
    let question = try #require(model.question)
    #expect(model.confirm(question) == [.work(.keep(own.kept, own.duplicates, .copy))])
  }

  @Test func `edits are not moved`() {
    let edits = ["b.jpg", "a.jpg"].map { Photos.asset($0) }
    let group = DuplicateGroup(.edit, edits, reason: "older")
    var model = PickerModel(Self.options())
    let shown = [AssetGroup(key: "1", title: "", assets: edits.map { $0.in(duplicates: group) })]
    _ = model.handle(.update(PickerUpdate(NumberedView(shown))))
    let choice = model.duplicateChoice(keepsBest: true)
    #expect(choice == nil && model.message?.contains("Edits are other pictures") == true)
  }

  @Test func `only duplicates in the view are moved`() throws {
    let copies = ["b.jpg", "a.jpg", "c.jpg"].map { Photos.asset($0) }
    let group = DuplicateGroup(.copy, copies, reason: "older")
    var model = PickerModel(Self.options())
    let shown = [AssetGroup(key: "1", title: "", assets: [copies[2].in(duplicates: group)])]
    _ = model.handle(.update(PickerUpdate(NumberedView(shown))))
    let bestChoice = model.duplicateChoice(keepsBest: true)
    let best = try #require(bestChoice)
    #expect(best.kept.name.text == "b.jpg" && best.duplicates.map(\.name.text) == ["c.jpg"])
    let own = model.duplicateChoice(keepsBest: false)
    #expect(own == nil && model.message?.contains("not in this view") == true)
  }

  @Test(arguments: [
    (AssetQuery.Grouping.month, true, false), (.duplicate, true, true), (.month, false, true),
  ])
  func `a photo with duplicates and a burst concerns its burst, unless duplicates are grouped`(
    grouping: AssetQuery.Grouping, isBurst: Bool, keepsDuplicates: Bool
  ) throws {
    let group = DuplicateGroup(.copy, ["a.jpg", "b.jpg"].map { Photos.asset($0) }, reason: "older")
    let others = isBurst ? ["c.jpg", "d.jpg"] : ["a.rw2"]
    let stacked = StackFinder().stacked(
      (["a.jpg"] + others).map { name in
        Photos.asset(name) { metadata in
          if isBurst {
            metadata.values[.burst] = .text("1")
          } else if name != "a.jpg" {
            metadata.fileType = .panasonicRAW
          }
        }
      })
    try #require(stacked.allSatisfy { $0.stack != nil })
    var model = PickerModel(Self.options { $0.query.grouping = grouping })
    let shown = AssetGroup(key: "1", title: "", assets: [stacked[0].in(duplicates: group)])
    _ = model.handle(.update(PickerUpdate(NumberedView([shown]))))
    #expect(model.keepsDuplicates == keepsDuplicates)
  }

  @Test func `a photo without duplicates is not kept`() {
    var model = model()
    model.moveCursor(to: 3)
    let choice = model.duplicateChoice(keepsBest: true)
    #expect(!model.keepsDuplicates && choice == nil)
    #expect(model.message?.contains("no duplicates") == true)
    for change: @Sendable (inout PickerOptions) -> Void in [{ $0.actions = nil }, { $0.marks = nil }] {
      var other = self.model(Self.options(change))
      let choice = other.duplicateChoice(keepsBest: true)
      #expect(choice == nil && other.message != nil)
    }
  }

  @Test func `a search for duplicates finds them in the picker`() async throws {
    let run = try PickerRun(photos: 3) { options in
      options.query.duplicateSearch = DuplicateSearch { assets, onProgress in
        onProgress("Comparing…")
        return assets.count > 1 ? [DuplicateGroup(.copy, Array(assets.prefix(2)), reason: "older")] : []
      }
    }
    try await run.load()
    run.tell { $0.narrow(to: "is:duplicate") }
    try await run.wait("the duplicates") { $0.contents.count == 2 }
    run.tell { $0.widen() }
    run.tell { $0.group(by: .duplicate) }
    try await run.wait("the groups") { $0.contents.groups.map(\.assets.count) == [2, 1] }
    await run.finish()
  }

  @Test func `a rating reorders a group of duplicates`() async throws {
    let run = try PickerRun(photos: 2) { options in
      options.query.grouping = .duplicate
      options.query.duplicateSearch = DuplicateSearch { assets, _ in
        let ranked = assets.sorted { ($0.stars ?? 0) > ($1.stars ?? 0) }
        return [DuplicateGroup(.copy, ranked, reason: "rated")]
      }
    }
    try await run.load()
    #expect(run.model.contents[0]?.name.text == "a.jpg")
    run.judge(.rating(try #require(Rating(rawValue: 3))), at: 1)
    try await run.wait("the order") { $0.contents[0]?.name.text == "b.jpg" }
    #expect(run.model.contents[1]?.duplicates?.assets.first?.stars == 3)
    await run.finish()
  }

  @Test func `dates of the picks or the photo at the cursor are shifted and restored`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    #expect(run.model.shiftPreview("+1:02:03").lines == ["2014-05-01T10:00:00 → 2014-05-01T11:02:03  a.jpg"])
    #expect(run.model.shiftPreview("+").lines == nil)
    run.tell { $0.shiftTime(by: "soon") }
    #expect(run.model.message?.hasPrefix("Write a shift") == true)
    run.tell { $0.toggle(1) }
    run.tell { $0.toggle(2) }
    let preview = run.model.shiftPreview("-1d")
    #expect(preview.target == "2 files" && preview.lines?.count == 2)
    run.tell { $0.shiftTime(by: "-1d") }
    try await run.wait(for: "Shifted by -1d: 2 photos")
    #expect(run.sidecars == ["b.jpg.xmp", "c.jpg.xmp"])
    #expect(run.model.contents[1]?.date?.iso8601 == "2014-05-01T10:00:00")
    run.tell { $0.undo() }
    try await run.wait(for: "Undone: Shifted by -1d: 2 photos")
    #expect(run.sidecars.isEmpty)
    await run.finish()
  }

  @Test func `faces are turned with the photo`() {
    let face = FaceRegion(name: "Ann", x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    let places: [Orientation: [Double]] = [
      .up: [0.1, 0.2, 0.3, 0.4], .upMirrored: [0.6, 0.2, 0.3, 0.4], .down: [0.6, 0.4, 0.3, 0.4],
      .downMirrored: [0.1, 0.4, 0.3, 0.4], .leftMirrored: [0.2, 0.1, 0.4, 0.3], .right: [0.4, 0.1, 0.4, 0.3],
      .rightMirrored: [0.4, 0.6, 0.4, 0.3], .left: [0.2, 0.6, 0.4, 0.3],
    ]
    for (orientation, place) in places {
      let turned = face.upright(orientation)
      let found = [turned.x, turned.y, turned.width, turned.height]
      #expect(zip(found, place).allSatisfy { abs($0 - $1) < 1e-9 }, "\(orientation): \(found)")
    }
  }
}
