import PhotoFiles
import PhotoImaging
import PhotoLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

struct ThumbnailLoaderTests {
  @Test func `ordinary photos don't wait for slow ones`() async throws {
    let tree = try TemporaryTree()
    let slow = TooSlowPicture.bytes
    for number in 1...8 { try tree.file(FilePath("\(number).tif"), slow) }
    try tree.file("ordinary.jpg", try picture(width: 200, height: 150))
    let watcher = Watcher()
    let loader = ThumbnailLoader(
      cache: ThumbnailCache(folder: tree.at("thumbnails"), version: "test"), threadCount: 2,
      onReady: { watcher.look() })
    defer { loader.finish() }
    loader.use(TerminalGraphics(mode: .symbols, colors: .trueColor))
    func request(_ name: String, _ detail: PictureRequest.Detail) -> PictureRequest {
      PictureRequest(Photos.asset(name, in: tree.path), columns: 8, rows: 4, detail)
    }
    for detail in [PictureRequest.Detail.thumbnail, .fit] {
      let others = (1...8).map { request("\($0).tif", detail) }
      let ordinary = request("ordinary.jpg", detail)
      watcher.watch(loader, ordinary, others)
      loader.want(others + [ordinary])
      var patience = Patience()
      while watcher.waitingCount == nil {
        let isOver = patience.isOver()
        try #require(!isOver)
        try await Task.sleep(for: .milliseconds(5))
      }
      guard case .ready = loader.picture(ordinary) else {
        Issue.record("\(loader.picture(ordinary))")
        return
      }
      // A single queue would have made all but one before.
      #expect(try #require(watcher.waitingCount) >= 4)
    }
    // Deferred pictures are loaded too.
    let late = request("1.tif", .thumbnail)
    loader.want([late])
    var patience = Patience()
    while loader.picture(late) == .waiting {
      let isOver = patience.isOver()
      try #require(!isOver)
      try await Task.sleep(for: .milliseconds(20))
    }
    guard case .missing = loader.picture(late) else {
      Issue.record("\(loader.picture(late))")
      return
    }
  }

  /// Counts the pending pictures when another one is ready, on the thread that made it: concurrent tests may delay
  /// the task of this test.
  private final class Watcher: Sendable {
    private struct State {
      var loader: ThumbnailLoader?
      var ordinary: PictureRequest?
      var others: [PictureRequest] = []
      var waitingCount: Int?
    }

    private let state = Mutex(State())

    var waitingCount: Int? { state.withLock { $0.waitingCount } }

    func watch(_ loader: ThumbnailLoader, _ ordinary: PictureRequest, _ others: [PictureRequest]) {
      state.withLock { $0 = State(loader: loader, ordinary: ordinary, others: others) }
    }

    func look() {
      let now = state.withLock { $0 }
      guard now.waitingCount == nil, let loader = now.loader, let ordinary = now.ordinary,
        loader.picture(ordinary) != .waiting
      else { return }
      let count = now.others.count { loader.picture($0) == .waiting }
      state.withLock { $0.waitingCount = $0.waitingCount ?? count }
    }
  }
}
