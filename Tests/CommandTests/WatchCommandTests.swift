import Foundation
import SystemPackage
import TestSupport
import Testing

/// `photopick watch`, run as another program runs it.
@Suite(.serialized) struct WatchCommandTests {
  private static let views: [[String]] = [
    [], ["--group", "album", "--sort", "name"], ["--offset", "3", "--limit", "12"],
    ["--group", "day", "--ascending", "--hidden", "--jsonl"],
  ]

  @Test(arguments: views.indices)
  func replayingItsLinesGivesWhatBrowsePrints(index: Int) async throws {
    let view = Self.views[index]
    let folder = try TemporaryFolder()
    var writer = RandomWriter(root: folder.path, seed: UInt64(index))
    for _ in 0..<20 { writer.step() }
    let watch = try WatchProcess(folder.path, view)
    defer { watch.end() }
    var replay = WatchReplay()
    for round in 0..<8 {
      for _ in 0..<(round % 2 == 0 ? 30 : 2) { writer.step() }
      #expect(try await watch.replay(into: &replay, until: folder.path, view), "round \(round)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsItWithTheStatusOfACancelledCommand(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let watch = try WatchProcess(folder.path)
    try await watch.waitForLine()
    kill(watch.process.processIdentifier, signal)
    #expect(await watch.status() == 130)
    #expect(watch.lines.allSatisfy { (try? JSONSerialization.jsonObject(with: $0)) != nil })
  }

  @Test
  func aReaderThatGoesAwayEndsItThoughNothingHappens() async throws {
    let folder = try TemporaryFolder()
    let watch = try WatchProcess(folder.path)
    try await watch.waitForLine()
    watch.closeOutput()
    #expect(await watch.status() == 0)
    #expect(watch.diagnostics.isEmpty)
  }

  @Test
  func anAlbumThatIsNotThereIsWrongUsage() async throws {
    let folder = try TemporaryFolder()
    let watch = try WatchProcess(folder.path, ["--album", "none"])
    #expect(await watch.status() == 64)
    #expect(watch.lines.isEmpty)
  }
}
