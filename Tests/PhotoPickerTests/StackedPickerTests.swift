import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Pickers of bursts, and of photos with several files.
struct StackedPickerTests {
  private let run: PickerRun

  init() throws { run = try Self.run() }

  /// Returns a picker of a burst of three photos, the first with an edited copy, and the single photo `d.jpg`.
  private static func run(_ change: (inout PickerOptions) -> Void = { _ in }) throws -> PickerRun {
    let shots = (0..<3).map { number in
      PictureBuilder.jpeg("2014:05:01 10:00:00") { picture in
        picture.subseconds = "\(number + 1)00"
        picture.model = "EOS R5"
        picture.padding = number
      }
    }
    let edited = PictureBuilder.jpeg("2014:05:01 10:00:00") { picture in
      picture.subseconds = "100"
      picture.model = "EOS R5"
      picture.padding = 9
    }
    return try PickerRun(
      photos: 0,
      others: [
        "a.jpg": shots[0], "a-edited.jpg": edited, "b.jpg": shots[1], "c.jpg": shots[2],
        "d.jpg": PictureBuilder.jpeg("2014:05:04 10:00:00"),
      ]
    ) { options in
      options.query.stacks = .shots
      options.covers = StackCovers(nil)
      options.actions = .ofUser()
      change(&options)
    }
  }

  private func shown(_ model: PickerModel) -> [String] { model.contents.all.map(\.asset.name.text) }

  private func wait(for names: [String]) async throws {
    try await run.wait("\(names)") { [self] in $0.isLoaded && shown($0) == names }
  }

  private func targets(at position: Int) -> [String] {
    run.tell {
      $0.moveCursor(to: position)
      return []
    }
    return run.model.targetFiles.map(\.name.text)
  }

  private func sidecars() -> [String] { run.tree.names("photos").filter { $0.hasSuffix(".xmp") }.sorted() }

  @Test func `bursts collapse, open and close`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(
      run.model.currentBurst == nil && targets(at: 0) == ["a-edited.jpg", "a.jpg"]
        && targets(at: 1) == ["b.jpg"])
    run.tell { $0.toggleBursts() }
    try await wait(for: ["a-edited.jpg", "d.jpg"])
    #expect(targets(at: 1) == ["d.jpg"] && targets(at: 0) == ["a-edited.jpg", "a.jpg", "b.jpg", "c.jpg"])
    #expect(run.model.currentBurst?.badge == "burst 3")
    run.tell { $0.openBurst() }
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg"])
    #expect(run.model.openedBurst != nil && targets(at: 2) == ["c.jpg"])
    run.tell { $0.makeCover() }
    run.tell { $0.closeBurst() }
    try await wait(for: ["c.jpg", "d.jpg"])
    #expect(run.model.current?.name.text == "c.jpg")
    run.tell { $0.toggleBursts() }
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(sidecars().isEmpty)
  }

  @Test func `a mark goes to all files of the shot, and to no other shot`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.judge(.rating(Rating(rawValue: 3) ?? .none), at: 0)
    try await run.wait(for: "★★★: a-edited.jpg")
    #expect(sidecars() == ["a-edited.jpg.xmp", "a.jpg.xmp"])
  }

  @Test func `the rest of a burst is rejected without a file of the kept shot`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.tell { $0.rejectRest() }
    try await run.wait(for: "Rejected the rest of the burst: 2 photos")
    #expect(sidecars() == ["b.jpg.xmp", "c.jpg.xmp"] && run.model.question == nil)
    run.tell {
      $0.moveCursor(to: 3)
      return $0.rejectRest()
    }
    #expect(run.model.message == "This photo is in no burst.")
  }

  @Test func `marks of a collapsed burst ask for the number of shots`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.tell { $0.toggleBursts() }
    try await wait(for: ["a-edited.jpg", "d.jpg"])
    run.judge(.rating(.rejected), at: 0)
    let question = try #require(run.model.question)
    #expect(question.text == "Reject 3 shots?" && question.verb == "Reject")
    // Other input drops the question.
    run.tell { _ in [] }
    #expect(run.model.question == nil && sidecars().isEmpty)
    run.tell { $0.confirm(question) }
    try await run.wait(for: "Rejected: 3 photos")
    #expect(sidecars() == ["a-edited.jpg.xmp", "a.jpg.xmp", "b.jpg.xmp", "c.jpg.xmp"])
    run.tell { $0.rejectRest() }
    #expect(run.model.question?.text == "Reject 2 shots?")
    // A single photo needs no question.
    run.judge(.rating(.rejected), at: 1)
    #expect(run.model.question == nil)
    await run.finish()
  }

  @Test(arguments: [
    (0..<1, false, "Move a-edited.jpg (2 files) to the trash?"), (1..<2, false, "Move b.jpg to the trash?"),
    (1..<3, false, "Move 2 photos (b.jpg, c.jpg) to the trash?"),
    (0..<4, false, "Move 4 photos, 5 files (a-edited.jpg, b.jpg, c.jpg and 1 other) to the trash?"),
    (0..<1, true, "Move 3 photos, 4 files (the burst of a-edited.jpg) to the trash?"),
  ])
  func `the question before the trash has the number of photos and files, and the first names`(
    run positions: Range<Int>, collapses: Bool, text: String
  ) async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    if collapses {
      run.tell { $0.toggleBursts() }
      try await wait(for: ["a-edited.jpg", "d.jpg"])
    }
    run.tell { model in
      model.moveCursor(to: positions.lowerBound)
      if positions.count > 1 { _ = model.toggleRun() }
      model.moveCursor(to: positions.upperBound - 1)
      return model.askToTrash()
    }
    #expect(run.model.question?.text == text)
  }

  @Test func `the question before the trash tells which photos are rated or picked`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.tell { model in
      _ = model.toggle(1)
      _ = model.toggleRun()
      model.moveCursor(to: 3)
      return model.askToTrash()
    }
    #expect(run.model.question?.text.hasSuffix("to the trash? 1 of them is rated or picked.") == true)
    run.tell { model in
      _ = model.toggleRun()
      model.moveCursor(to: 1)
      return model.askToTrash()
    }
    #expect(run.model.question?.text.hasSuffix("It is rated or picked.") == true)
    run.judge(.rating(Rating(rawValue: 3) ?? .none), at: 0)
    try await run.wait(for: "★★★: a-edited.jpg")
    _ = targets(at: 0)
    run.tell { $0.askToTrash() }
    #expect(run.model.question?.text == "Move a-edited.jpg (2 files) to the trash? It is rated or picked.")
  }

  @Test func `a pick remains what it was when bursts collapse and expand`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.tell { $0.toggle(1) }
    run.tell { $0.toggleBursts() }
    try await wait(for: ["a-edited.jpg", "d.jpg"])
    run.tell { model in
      model.aimAtPicks()
      return []
    }
    #expect(run.model.targetFiles.map(\.name.text) == ["b.jpg"])
    run.tell { $0.askToTrash() }
    #expect(run.model.question?.text == "Move b.jpg to the trash?")
    #expect(try await run.result().picked.map { $0.unit.files(of: $0.asset).map(\.name.text) } == [["b.jpg"]])
    run.tell { model in
      _ = model.toggle(0)
      return model.toggleBursts()
    }
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    let picked = try await run.result().picked.map { $0.unit.files(of: $0.asset).map(\.name.text) }
    #expect(picked == [["b.jpg"], ["a-edited.jpg", "a.jpg", "b.jpg", "c.jpg"]])
  }

  @Test func `the rest of a burst that the view omits isn't rejected`() async throws {
    let run = try Self.run { $0.query.limit = 2 }
    try await run.wait("the view") { $0.contents.count == 2 }
    run.tell { $0.rejectRest() }
    try await run.wait(for: "Rejected the rest of the burst: b.jpg")
    #expect(run.sidecars == ["b.jpg.xmp"])
  }

  @Test func `each file is a photo again after bursts were collapsed`() async throws {
    let run = try Self.run { $0.query.stacks = .found }
    try await run.wait("the files") { $0.contents.count == 5 }
    run.tell { $0.toggleBursts() }
    try await run.wait("the bursts") { $0.contents.count == 2 }
    run.tell { $0.toggleBursts() }
    try await run.wait("the files") { $0.contents.count == 5 }
    run.judge(.rating(.rejected), at: 0)
    try await run.wait(for: "Rejected: a-edited.jpg")
    #expect(run.sidecars == ["a-edited.jpg.xmp"])
  }

  @Test func `a pick of a draft gets the files of its shot`() async throws {
    var model = PickerModel(run.model.options)
    model.picks.insert(try LibraryScanner().read(run.tree.at("photos/a-edited.jpg")))
    let library = LibrarySnapshot(
      inAnyOrder: try run.tree.names("photos").map {
        try LibraryScanner().read(run.tree.at(FilePath("photos/\($0)")))
      })
    let maker = PickerViewMaker(library.stacked(by: StackFinder()), options: run.model.options)
    let update = try await maker.update(model.query, album: .all, picks: model.picks.assets)
    _ = model.handle(.update(update))
    #expect(model.picks.assets.map { ViewUnit.shot.files(of: $0).count } == [2])
    #expect(try await maker.result(of: model).picked.map { $0.unit.files(of: $0.asset).count } == [2])
  }

  @Test func `a label comes off a collapsed burst if all of its files have it`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg", "c.jpg", "d.jpg"])
    run.judge(.label("Red"), at: 0)
    try await run.wait(for: "Red: a-edited.jpg")
    run.tell { $0.toggleBursts() }
    try await wait(for: ["a-edited.jpg", "d.jpg"])
    run.judge(.label("Red"), at: 0)
    #expect(run.model.question?.text == "Label 3 shots Red?")
  }

  @Test func `chosen covers are kept in a file, and a damaged one has none`() throws {
    let tree = try TemporaryTree()
    let file = tree.at("state/covers")
    let assets = ["a.jpg", "a-edited.jpg"].map { Photos.asset($0) }
    let stack = try #require(StackFinder().stacked(assets)[0].stack)
    #expect(stack.cover.name.text == "a-edited.jpg")
    try StackCovers(file).choose(assets[0], in: stack)
    #expect(StackCovers(file).finder.stacked(assets)[0].stack?.cover.name.text == "a.jpg")
    try StackCovers(file).choose(assets[1], in: stack)
    #expect(StackCovers(file).finder.stacked(assets)[0].stack?.cover.name.text == "a-edited.jpg")
    try tree.file("state/covers", Array("photopick covers 1\nx".utf8))
    #expect(StackCovers(file).finder.stacked(assets)[0].stack?.cover.name.text == "a-edited.jpg")
  }
}
