import Foundation
import SystemPackage
import TestSupport
import Testing

/// `photopick watch` as a child process.
@Suite(.blocking, .serialized) struct WatchCommandTests {
  private static let views: [[String]] = [
    [], ["--group", "album", "--sort", "name"], ["--offset", "3", "--limit", "12"],
    ["--group", "day", "--ascending", "--hidden", "--jsonl"],
  ]

  @Test(arguments: views.indices)
  func replayingItsLinesGivesWhatBrowsePrints(index: Int) async throws {
    let view = Self.views[index]
    let photopick = try Photopick()
    var writer = RandomWriter(root: photopick.photos.path, seed: UInt64(index))
    for _ in 0..<20 { writer.step() }
    let watch = try WatchProcess(photopick, view)
    var replay = WatchReplay()
    for round in 0..<8 {
      for _ in 0..<(round % 2 == 0 ? 30 : 2) { writer.step() }
      #expect(try await watch.replay(into: &replay), "round \(round)")
    }
  }

  @Test
  func aRatingThatChangesTheBestOfCopiesReordersThem() async throws {
    let photopick = try Photopick()
    for name in ["a.jpg", "b.jpg"] { try photopick.photos.file(FilePath(name), PictureBuilder.jpeg()) }
    let watch = try WatchProcess(photopick, ["--group", "duplicate"])
    var replay = WatchReplay()
    #expect(try await watch.replay(into: &replay))
    for name in ["b.jpg", "a.jpg"] {
      try photopick.photos.file(FilePath("\(name).xmp"), SidecarFile.xmp(rating: 4))
      #expect(try await watch.replay(into: &replay), "\(name)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsItWithTheStatusOfACancelledCommand(signal: Int32) async throws {
    let watch = try WatchProcess(try Photopick())
    try await watch.waitForLine()
    watch.send(signal)
    #expect(try await watch.status() == 130)
    #expect(watch.lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0))) != nil })
  }

  @Test
  func aReaderThatGoesAwayEndsItThoughNothingHappens() throws {
    let photopick = try Photopick()
    let watch = #"{ "$PHOTOPICK" watch --no-catalog; echo $? > "$HOME/status"; } | head -n 1"#
    let outcome = try photopick.shell(watch)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors == "")
    #expect(photopick.user.bytes("home/status") == Array("0\n".utf8))
  }

  @Test
  func anEmptyListEndsItAtOnce() throws {
    let outcome = try Photopick().run("watch", "-", "--no-catalog")
    #expect(outcome.status == 0)
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: the list contains nothing to watch\n")
  }

  @Test
  func anAlbumThatIsNotThereIsWrongUsage() async throws {
    let watch = try WatchProcess(try Photopick(), ["--album", "none"])
    #expect(try await watch.status() == 64)
    #expect(watch.lines.isEmpty)
  }
}
