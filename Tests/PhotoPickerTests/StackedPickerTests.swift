import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct StackedPickerTests {
  private let run: PickerRun

  init() throws {
    let edited = PictureBuilder.jpeg("2014:05:01 10:00:00") { $0.padding = 9 }
    run = try PickerRun(photos: 2, others: ["a-edited.jpg": edited]) { options in
      options.query.stacks = .covers
      options.covers = StackCovers(nil)
    }
  }

  private func shown(_ model: PickerModel) -> [String] { model.contents.all.map(\.asset.name.text) }

  private func wait(for names: [String]) async throws {
    try await run.wait("\(names)") { [self] in $0.isLoaded && shown($0) == names }
  }

  @Test func `stacks open, close and show all photos`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg"])
    #expect(run.model.currentStack?.badge == "edited")
    run.tell { $0.openStack() }
    try await wait(for: ["a-edited.jpg", "a.jpg"])
    #expect(run.model.openedStack != nil && run.model.currentStack == nil)
    run.tell {
      $0.moveCursor(to: 1)
      return $0.makeCover()
    }
    run.tell { $0.closeStack() }
    try await wait(for: ["a.jpg", "b.jpg"])
    #expect(run.model.current?.name.text == "a.jpg")
    run.tell { $0.toggleStacks() }
    try await wait(for: ["a-edited.jpg", "a.jpg", "b.jpg"])
    run.tell { $0.toggleStacks() }
    try await wait(for: ["a.jpg", "b.jpg"])
    #expect(run.tree.names("photos").allSatisfy { !$0.hasSuffix(".xmp") })
  }

  @Test func `a mark goes to all files of the shot`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg"])
    run.judge(.rating(Rating(rawValue: 3) ?? .none), at: 0)
    try await run.wait("sidecars") { _ in run.tree.names("photos").filter { $0.hasSuffix(".xmp") }.count == 2
    }
    #expect(run.tree.names("photos").contains("a.jpg.xmp"))
  }

  @Test func `only the cover of a stack stands for all of its files`() async throws {
    try await wait(for: ["a-edited.jpg", "b.jpg"])
    #expect(run.model.targetFiles.map(\.name.text) == ["a-edited.jpg", "a.jpg"])
    run.tell { $0.openStack() }
    try await wait(for: ["a-edited.jpg", "a.jpg"])
    #expect(run.model.targetFiles.map(\.name.text) == ["a-edited.jpg"])
    run.tell { $0.closeStack() }
    try await wait(for: ["a-edited.jpg", "b.jpg"])
    run.tell { $0.toggleStacks() }
    try await wait(for: ["a-edited.jpg", "a.jpg", "b.jpg"])
    #expect(run.model.targetFiles.map(\.name.text) == ["a-edited.jpg"])
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
