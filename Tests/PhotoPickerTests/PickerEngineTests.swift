import Foundation
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Runs the picker's engine on files.
struct PickerEngineTests {
  @Test func `marks are written, read anew and shown at once, and the photos stay as they are`() async throws
  {
    let run = try PickerRun(photos: 3)
    try await run.load()
    let before = run.tree.bytes("photos/b.jpg")
    run.judge(.rating(.init(rawValue: 3) ?? .none), at: 1)
    try await run.wait(for: "★★★: b.jpg")
    #expect(run.model.contents[1]?.stars == 3 && run.model.contents[0]?.stars == 0)
    #expect(run.sidecars == ["b.jpg.xmp"] && run.tree.bytes("photos/b.jpg") == before)
    run.judge(.label("Red"), at: 1)
    try await run.wait(for: "Red: b.jpg")
    run.judge(.keywords(added: ["Kyoto"], removed: []), at: 1)
    try await run.wait(for: "Kyoto: b.jpg")
    #expect(run.model.current?.label == "Red" && run.model.current?.values.texts(.keywords) == ["Kyoto"])
    // The same color again removes the label.
    run.judge(.label("Red"), at: 1)
    try await run.wait(for: "No label: b.jpg")
    #expect(run.model.current?.label == nil && run.model.current?.stars == 3)
    await run.finish()
  }

  @Test func `progress stays on display until the whole library is`() async throws {
    let run = try PickerRun(photos: 3, partCount: 2)
    // The second snapshot follows when the part is on display.
    try await run.load()
    #expect(run.model.contents.count == 2 && run.model.progress == "Reading… 2")
    try await run.wait("the library") { $0.contents.count == 3 }
    #expect(run.model.progress == nil)
    await run.finish()
  }

  @Test func `jobs are done in the order in which they were asked for`() async throws {
    let run = try PickerRun(photos: 2)
    try await run.load()
    for rating in [5, 1, 4, 2] { run.judge(.rating(.init(rawValue: rating) ?? .none), at: 0) }
    run.judge(.rating(.rejected), at: 1)
    try await run.wait(for: "Rejected: b.jpg")
    #expect(run.messages == ["★★★★★: a.jpg", "★: a.jpg", "★★★★: a.jpg", "★★: a.jpg", "Rejected: b.jpg"])
    #expect(run.model.contents[0]?.stars == 2 && run.model.contents[1]?.isRejected == true)
    await run.finish()
  }

  @Test func `marks are taken back one by one, the last one first`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    run.judge(.rating(.init(rawValue: 2) ?? .none), at: 0)
    try await run.wait(for: "★★: a.jpg")
    run.judge(.rating(.init(rawValue: 5) ?? .none), at: 0)
    try await run.wait(for: "★★★★★: a.jpg")
    run.tell { model in
      for position in 0..<3 { _ = model.toggle(position) }
      model.aimAtPicks()
      return model.judge(.label("Green"))
    }
    try await run.wait(for: "Green: 3 photos")
    #expect(run.sidecars.count == 3)
    run.tell { $0.undo() }
    try await run.wait(for: "Undone: Green: 3 photos")
    #expect(run.sidecars == ["a.jpg.xmp"] && run.model.contents[0]?.label == nil)
    run.tell { $0.undo() }
    try await run.wait(for: "Undone: ★★★★★: a.jpg")
    #expect(run.model.contents[0]?.stars == 2)
    run.tell { $0.undo() }
    try await run.wait(for: "Undone: ★★: a.jpg")
    #expect(run.model.contents[0]?.stars == 0 && run.sidecars == [])
    run.tell { $0.undo() }
    try await run.wait(for: "There is nothing to undo.")
    // Picks are preserved, with their new values.
    #expect(run.model.picks.count == 3 && run.model.picks.assets.allSatisfy { $0.label == nil })
    await run.finish()
  }

  @Test func `a photo that cannot be marked is told, and the others are marked`() async throws {
    let run = try PickerRun(photos: 3)
    try run.tree.file("photos/b.jpg.xmp", Array("<broken".utf8))
    try await run.load()
    run.judge(.rating(.init(rawValue: 4) ?? .none), at: 1)
    try await run.wait("the problem") { $0.message?.hasSuffix("; it remains unchanged") == true }
    #expect(run.model.message?.hasPrefix("\(run.tree.at("photos/b.jpg.xmp")): ") == true)
    run.tell { model in
      for position in 0..<3 { _ = model.toggle(position) }
      model.aimAtPicks()
      return model.judge(.rating(.init(rawValue: 1) ?? .none))
    }
    try await run.wait("the problem") { $0.message?.hasSuffix("\n1 photo was not marked.") == true }
    #expect((0..<3).map { run.model.contents[$0]?.stars } == [1, 0, 1])
    #expect(run.tree.bytes("photos/b.jpg.xmp") == Array("<broken".utf8))
    await run.finish()
  }

  @Test func `a folder that cannot be written is told once`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    try FileManager.default.moveItem(
      atPath: run.tree.at("photos").string, toPath: run.tree.at("moved").string)
    try run.tree.file("photos", [])
    run.tell { model in
      for position in 0..<3 { _ = model.toggle(position) }
      model.aimAtPicks()
      return model.judge(.rating(.init(rawValue: 1) ?? .none))
    }
    try await run.wait("the problem") { $0.message?.hasSuffix("\n3 photos were not marked.") == true }
    #expect(run.model.message?.split(separator: "\n").count == 2)
    await run.finish()
  }

  @Test func `what waits is not done after everything was stopped`() async throws {
    let run = try PickerRun(photos: 6)
    try await run.load()
    let photos = (0..<6).compactMap { run.model.contents[$0] }
    let stopper = Stopper()
    let jobs = PickerJobs(run.model.options) { _ in stopper.jobs?.cancel() }
    stopper.jobs = jobs
    // The other jobs wait until the first one has ended.
    for photo in photos {
      jobs.add(.mark([photo], MarkChange(rating: .rejected), "Rejected", of: photo.name.text))
    }
    await jobs.finish()
    #expect(run.sidecars == ["a.jpg.xmp"])
    await run.finish()
  }

  @Test func `the end waits for all that was asked for`() async throws {
    let run = try PickerRun(photos: 8)
    try await run.load()
    for position in 0..<8 { run.judge(.rating(.rejected), at: position) }
    await run.finish()
    #expect(run.sidecars.count == 8)
  }

  @Test func `keywords are told, those of most photos first`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    for (position, keywords) in [["Kyoto", "Rain"], ["Rain"], ["Apple", "Rain", "Kyoto"]].enumerated() {
      run.judge(.keywords(added: keywords, removed: []), at: position)
    }
    try await run.wait(for: "Apple, Rain, Kyoto: c.jpg")
    run.tell { _ in [.listKeywords] }
    try await run.wait("keywords") { $0.keywords == ["Rain", "Kyoto", "Apple"] }
    #expect(KeywordText.completions(of: "k", among: run.model.keywords) == ["Kyoto"])
    #expect(KeywordText.completions(of: "", among: run.model.keywords) == ["Rain", "Kyoto", "Apple"])
    #expect(KeywordText.completions(of: "Rain", among: run.model.keywords) == [], "it is there already")
    await run.finish()
  }

  // MARK: What is shown

  @Test func `choices of the filter are counted with the other parts, and again after a mark`() async throws {
    let run = try PickerRun(photos: 3) { $0.query.kinds = KindFilter(including: [.video]) }
    try await run.wait("counts") { $0.counts.kinds[.format(.jpeg)] == 3 && $0.counts.judged[.unrated] == 0 }
    #expect(run.model.contents.count == 0)
    run.tell { $0.show(KindFilter()) }
    #expect(run.model.counts.judged == [.unrated: 3], "counted before the view arrives")
    try await run.wait("photos") { $0.contents.count == 3 }
    run.judge(.label("Red"), at: 1)
    try await run.wait("a label") { $0.counts.labels == ["Red": 1] }
    run.tell { $0.show(labels: ["Red"]) }
    try await run.wait("the labelled photo") { _ in run.shown == ["all:b"] }
    #expect(run.model.counts.kinds[.format(.jpeg)] == 1 && run.model.counts.labels == ["Red": 1])
    run.tell { $0.narrow(to: "name:a") }
    try await run.wait("counts of the search") { $0.counts.labels.isEmpty && $0.counts.kinds[.photo] == 0 }
    await run.finish()
  }

  @Test func `what is taken back brings the cursor back, also to a photo that was gone`() async throws {
    let run = try PickerRun(photos: 4)
    try await run.load()
    run.judge(.rating(.init(rawValue: 3) ?? .none), at: 1)
    try await run.wait(for: "★★★: b.jpg")
    run.tell {
      $0.moveCursor(to: 3)
      return $0.undo()
    }
    try await run.wait("the photo") { $0.cursor == 1 }
    #expect(run.model.message == "Undone: ★★★: b.jpg")
    await run.finish()
  }

  @Test func `a filter by stars follows the marks`() async throws {
    let run = try PickerRun(photos: 4)
    try await run.load()
    run.judge(.rating(.init(rawValue: 3) ?? .none), at: 1)
    run.judge(.rating(.init(rawValue: 5) ?? .none), at: 2)
    run.judge(.rating(.rejected), at: 3)
    try await run.wait(for: "Rejected: d.jpg")
    for (judged, shown) in [
      ([JudgedKind.threeStars], "bc"), ([.fiveStars], "c"), ([.fiveStars, .rejected], "cd"),
      ([.rejected], "d"),
      ([.unrated], "a"),
      ([.unrated, .rejected], "ad"),
    ] as [(Set<JudgedKind>, String)] {
      run.tell { $0.show(judged) }
      try await run.wait("\(judged)") { _ in run.shown == ["all:\(shown)"] }
    }
    // A photo with another judgement disappears.
    run.judge(.rating(.init(rawValue: 1) ?? .none), at: 0)
    try await run.wait("the others") { _ in run.shown == ["all:d"] }
    run.tell { $0.show([]) }
    try await run.wait("all") { _ in run.shown == ["all:abcd"] }
    await run.finish()
  }

  @Test func `groups and orders by rating follow the marks`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    run.tell { $0.group(by: .field(AssetField(.rating))) }
    try await run.wait("groups") { $0.contents.groups.count == 1 && $0.contents.groups[0].key != "all" }
    run.judge(.rating(.init(rawValue: 4) ?? .none), at: 2)
    try await run.wait("two groups") { $0.contents.groups.count == 2 }
    let rated = run.model.contents.groups.first { $0.assets.contains { $0.stars == 4 } }
    #expect(rated?.assets.map(\.name.text) == ["c.jpg"] && rated?.key == "4")
    #expect(run.model.current?.name.text == "c.jpg", "the cursor stays on its photo")
    run.tell { $0.group(by: .all) }
    run.tell { model in
      guard let order = PickerModel.orders.first(where: { $0.name == "rating" }) else { return [] }
      return model.sort(by: order)
    }
    try await run.wait("the order") { _ in run.shown == ["all:cab"] }
    await run.finish()
  }

  @Test func `what is picked comes back as it is marked now, with its number`() async throws {
    let run = try PickerRun(photos: 3)
    try await run.load()
    run.tell { $0.toggle(2) }
    run.judge(.rating(.init(rawValue: 4) ?? .none), at: 2)
    try await run.wait(for: "★★★★: c.jpg")
    let result = try await run.result()
    #expect(result.picked.map(\.number) == [3] && result.picked.first?.asset.stars == 4)
    await run.finish()
  }
}

/// Retains jobs that cancel themselves.
private final class Stopper: @unchecked Sendable {
  // Set once, before the first job.
  var jobs: PickerJobs?
}
