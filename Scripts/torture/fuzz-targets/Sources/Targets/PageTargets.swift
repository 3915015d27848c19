import Dispatch
// The page's router, its commands and the picker's model are internal to their modules.
@testable import PhotoFiles
@testable import PhotoFormats
@testable import PhotoImaging
@testable import PhotoLibrary
@testable import PhotoPicker
import Synchronization
@testable import WebPicker

/// Sends the lines of an input to a page with a small library: a line that starts with `{` is a command, other lines
/// are request targets.
func fuzzRequests(_ bytes: [UInt8]) {
  let lines = bytes.split { $0 == 0 || $0 == UInt8(ascii: "\n") }.prefix(32).map(Array.init)
  waitForEnd {
    let page = FuzzedPage()
    for line in lines { await page.send(line) }
  }
}

/// Blocks this thread, which is not a thread of Swift's pool, until a task has finished.
func waitForEnd(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task {
    await body()
    end.signal()
  }
  end.wait()
}

/// A page whose picker executes commands synchronously.
private final class FuzzedPage: Sendable {
  private static let access = PageAccess(port: 8080)
  private static let threads = PageThreads()
  private static let library = (0..<12).map { number in
    photo("IMG_\(number).jpg") { metadata in
      if number % 4 == 0 { metadata.captureDate = nil }
      if number % 5 == 0 { metadata.values = MetadataValues() }
    }
  }
  private static let statuses: Set = [200, 206, 400, 404, 405, 409, 416]

  private let state: Mutex<PageBoard.Notice>
  private let board: PageBoard
  private let numbers = PhotoNumbers()
  private let values = LibraryValues()

  init() {
    var options = PickerOptions()
    options.policy = SelectionChecks(maximumCount: 9)
    options.marks = PickerMarks(journals: "/nowhere", scanner: LibraryScanner())
    var notice = PageBoard.Notice(model: PickerModel(options), view: 1)
    Self.show(Self.library, in: &notice.model)
    let folder = Album.Kind.folder(Folder("/photos"))
    _ = notice.model.handle(.albums([.all, folder].map { AlbumSummary(Album($0, assets: Self.library)) }))
    _ = numbers.numbers(of: Self.library)
    values.set(Self.library)
    board = PageBoard(notice.model) { _ in }
    board.put(notice)
    state = Mutex(notice)
  }

  /// Displays photos in sections of several sizes, one of them empty.
  private static func show(_ assets: [Asset], in model: inout PickerModel) {
    let parts = [assets.prefix(5), [], assets.dropFirst(5).prefix(1), assets.dropFirst(6)].map(Array.init)
    let groups = parts.enumerated().map { AssetGroup(key: "\($0)", title: "Part \($0)", assets: $1) }
    _ = model.handle(.update(PickerUpdate(NumberedView(groups))))
  }

  /// Sends a request with the access key of the page.
  func send(_ line: [UInt8]) async {
    let isCommand = line.first == UInt8(ascii: "{")
    let target = Self.access.root + (isCommand ? "do" : String(decoding: line, as: UTF8.self))
    let cookie = String(Self.access.cookie.prefix { $0 != ";" })
    let headers = [
      ("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080"), ("cookie", cookie),
    ].map { WebRequest.Pair(name: $0.0, value: $0.1) }
    let request = WebRequest(isCommand ? "POST" : "GET", target: target[...], headers: headers)
    if case .part(let part) = ByteRange.answer(request.value("range"), size: 1000) {
      precondition(
        part.lowerBound >= 0 && part.upperBound <= 1000 && !part.isEmpty, "a part outside of the file")
    }
    let router = PageRouter(
      access: Self.access, board: board, numbers: numbers, values: values,
      pictures: PagePictures(
        cache: ThumbnailCache(folder: "/nowhere", version: "fuzz"), renderings: nil, isRemote: false),
      threads: Self.threads, perform: { command, _ in self.perform(command) }, onEntry: {})
    switch router.receive(request, from: .user) {
    case .refused: preconditionFailure("the key is refused")
    case .admitted(let answer):
      let response = await answer(isCommand ? line : [])
      precondition(Self.statuses.contains(response.status.code), "an unknown status")
    }
  }

  private func perform(_ command: PageCommand) -> Result<PageBoard.Notice, PageCommandError> {
    state.withLock { notice in
      do throws(PageCommandError) {
        let effects = try command.apply(to: &notice.model, numbers: numbers)
        if effects.contains(.makeContents) {
          // Other views contain other photos in another order.
          let isSearched = notice.model.search != nil
          Self.show(isSearched ? Array(Self.library.reversed().prefix(7)) : Self.library, in: &notice.model)
          notice.view += 1
        }
      } catch {
        return .failure(error)
      }
      let model = notice.model
      precondition(model.contents[model.cursor] != nil, "the cursor is on no photo")
      precondition(model.picks.count <= 9, "more is picked than may be")
      board.put(notice)
      return .success(notice)
    }
  }
}
