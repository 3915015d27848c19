import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Synchronization

struct PageRouter: Sendable {
  /// Performs a command of a page after all previous commands. Returns `nil` if the picker has finished.
  typealias Perform =
    @Sendable (_ command: PageCommand, _ page: String?) async -> Result<PageBoard.Notice, PageCommandError>?

  private static let longestQuery = 1000

  let access: PageAccess
  let board: PageBoard
  let numbers: PhotoNumbers
  let values: LibraryValues
  let pictures: PagePictures
  let threads: PageThreads
  let perform: Perform
  let onEntry: @Sendable () -> Void

  func receive(_ request: WebRequest, from owner: ConnectionOwner) -> WebReception {
    switch access.verdict(on: request, from: owner) {
    case .refused(let reason): .refused(PageResponse.text(.forbidden, reason))
    case .enters:
      .admitted { _ in
        onEntry()
        return PageResponse.entry(access)
      }
    case .asks(let path): .admitted { await answer(request, path: path.map(String.init), body: $0) }
    }
  }

  func answer(_ request: WebRequest, path: [String], body: [UInt8]) async -> WebResponse {
    switch request.method {
    case "POST": return path == ["do"] ? await command(body, request) : PageResponse.notFound
    case "GET", "HEAD": return await get(request, path)
    default: return PageResponse.failure(.methodNotAllowed, "Only GET, HEAD and POST are answered.")
    }
  }

  private func get(_ request: WebRequest, _ path: [String]) async -> WebResponse {
    switch path.first {
    case nil:
      let notice = board.notice
      let view = notice.model.contents.count > 0 ? notice.view : nil
      return PageResponse.bytes(PageFiles.index(view: view), type: "text/html; charset=utf-8", for: request)
    case "page" where path.count == 2:
      guard let file = PageFiles.others[path[1]] else { return PageResponse.notFound }
      return PageResponse.bytes(file.bytes, type: file.type, for: request)
    case "events" where path.count == 1: return PageResponse.events(of: board)
    case "view" where path.count == 1:
      return PageResponse.json(PageView(board.notice, numbers), for: request)
    case "shapes" where path.count == 1: return shapes(request)
    case "filters" where path.count == 1: return await filters(request)
    case "picks" where path.count == 1:
      return PageResponse.json(PagePicks(board.notice.model.picks), for: request)
    case "keywords" where path.count == 1: return await keywords(request)
    case "completions" where path.count == 1: return await completions(request)
    case "photos": return await photos(request, Array(path.dropFirst()))
    default: return PageResponse.notFound
    }
  }

  private func command(_ body: [UInt8], _ request: WebRequest) async -> WebResponse {
    guard let asked = try? PageRequest(body) else {
      return PageResponse.failure(.badRequest, PageCommandError.malformed.text)
    }
    switch await perform(asked.command, asked.page) {
    case .success(let notice): return PageResponse.json(PageStatus(notice), for: request)
    case .failure(let error): return PageResponse.failure(.conflict, error.text)
    case nil: return PageResponse.json(PageStatus(board.notice), for: request)
    }
  }

  private func filters(_ request: WebRequest) async -> WebResponse {
    do {
      return PageResponse.json(try await PageFilters(board.notice), for: request)
    } catch {
      return PageResponse.failure(.conflict, "\(error)")
    }
  }

  private func keywords(_ request: WebRequest) async -> WebResponse {
    let beginning = request.value("beginning") ?? ""
    let found = await threads.answers.run {
      KeywordText.completions(of: beginning, among: values[AssetField(.keywords)].values.map(\.text))
    }
    return PageResponse.json(found, for: request)
  }

  private func completions(_ request: WebRequest) async -> WebResponse {
    guard let text = request.value("text"), let caret = request.number("caret", in: 0...Self.longestQuery),
      text.utf8.count <= Self.longestQuery
    else { return PageResponse.badNumber }
    let saved = board.notice.model.options.savedQueries
    let completion = await threads.answers.run {
      QueryCompletion(text, caret: caret, saved: saved) { values[$0] }
    }
    return PageResponse.json(PageCompletions(completion), for: request)
  }

  private func shapes(_ request: WebRequest) -> WebResponse {
    let notice = board.notice
    guard request.number("view", in: WholeNumber.counts) == notice.view else {
      return PageResponse.stale(notice)
    }
    let shapes = PageRows.shapes(of: notice.model.contents)
    return PageResponse.bytes(shapes, type: "application/octet-stream", for: request)
  }

  private func photos(_ request: WebRequest, _ path: [String]) async -> WebResponse {
    guard let first = path.first else { return rows(request) }
    guard let number = WholeNumber.read(first, in: WholeNumber.counts), let asset = numbers[number] else {
      return PageResponse.notFound
    }
    switch path.dropFirst().first {
    case nil: return PageResponse.json(PageFacts(asset), for: request)
    case "thumbnail" where path.count == 2:
      guard let side = request.number("side", in: 1...1024) else { return PageResponse.badNumber }
      return await picture { usesHelper throws(ImagingError) in
        try pictures.thumbnail(of: asset, side: UInt32(side), usesHelper: usesHelper)
      }
    case "picture" where path.count == 2:
      return await picture { usesHelper throws(ImagingError) in
        try pictures.picture(of: asset, usesHelper: usesHelper)
      }
    case "region" where path.count == 2:
      guard let region = PagePictures.Region(request, of: asset) else { return PageResponse.badNumber }
      return await picture { usesHelper throws(ImagingError) in
        try pictures.region(region, of: asset, usesHelper: usesHelper)
      }
    case "overlay" where path.count == 2:
      guard let region = PagePictures.Region(request, of: asset),
        let aids = request.number("aids", in: 1...3).map({ ViewingAids(rawValue: UInt8($0)) })
      else { return PageResponse.badNumber }
      return await picture { usesHelper throws(ImagingError) in
        try pictures.overlay(aids, of: region, of: asset, usesHelper: usesHelper)
      }
    case "video" where path.count == 2: return await PageResponse.video(asset, request, pool: threads.files)
    default: return PageResponse.notFound
    }
  }

  private func rows(_ request: WebRequest) -> WebResponse {
    let notice = board.notice
    guard let start = request.number("from", in: WholeNumber.counts),
      let count = request.number("count", in: 1...PageRows.limit)
    else { return PageResponse.badNumber }
    guard request.number("view", in: WholeNumber.counts) == notice.view else {
      return PageResponse.stale(notice)
    }
    return PageResponse.json(PageRows(notice, numbers, from: start, count: count), for: request)
  }

  private func picture(
    _ make: @escaping @Sendable (_ usesHelper: Bool) throws(ImagingError) -> PagePictures.Picture?
  ) async -> WebResponse {
    do throws(ImagingError) {
      var picture = try await threads.pictures.run { () throws(ImagingError) in try make(false) }
      if picture == nil {
        picture = try await threads.helpedPictures.run { () throws(ImagingError) in
          // The page may have closed while the request was queued.
          Task.isCancelled ? nil : try make(true)
        }
      }
      guard let picture else { return PageResponse.notFound }
      // On the same machine, a new request is faster than the browser's cache.
      return PageResponse.picture(picture, isLasting: pictures.isRemote)
    } catch {
      return PageResponse.failure(.notFound, error.brief)
    }
  }
}

extension PagePictures.Region {
  /// Parses the region of a request. Returns `nil` if it isn't within the photo.
  init?(_ request: WebRequest, of asset: Asset) {
    guard let size = asset.shownSize, let x = request.number("x", in: 0...Int(size.width) - 1),
      let y = request.number("y", in: 0...Int(size.height) - 1),
      let width = request.number("width", in: 1...Int(Int32.max)),
      let height = request.number("height", in: 1...Int(Int32.max)),
      let scale = request.value("scale").flatMap(Double.init), scale > 0
    else { return nil }
    self.init(
      x: x, y: y, width: min(width, Int(size.width) - x), height: min(height, Int(size.height) - y),
      scale: scale)
  }
}

private struct PageCompletions: Encodable {
  struct Item: Encodable {
    let text: String
    let note: String
  }

  let from: Int
  let to: Int
  let items: [Item]

  init(_ completion: QueryCompletion) {
    from = completion.range.lowerBound
    to = completion.range.upperBound
    items = completion.candidates.map { Item(text: $0.text, note: $0.note) }
  }
}

/// The field values of the library, for query completion. Each field is counted on first use.
final class LibraryValues: Sendable {
  private struct State {
    var assets: [Asset] = []
    var known: [AssetField: FieldValues] = [:]
    var turn = 0
  }

  private let state = Mutex(State())

  func set(_ assets: [Asset]) { state.withLock { $0 = State(assets: assets, turn: $0.turn + 1) } }

  /// The values of a field. Counting takes tens of milliseconds for 100,000 photos.
  subscript(field: AssetField) -> FieldValues {
    let (known, assets, turn) = state.withLock { ($0.known[field], $0.assets, $0.turn) }
    if let known { return known }
    let values = FieldValues(field, in: assets)
    // The library may have changed in the meantime.
    state.withLock { if $0.turn == turn { $0.known[field] = values } }
    return values
  }
}

/// The thread pools of the page, separated by what determines the cost: pictures never delay input, and ordinary
/// photos never wait for photos designed to decode slowly.
struct PageThreads: Sendable {
  let answers = WorkerPool(threadCount: 2)
  /// Reads videos, which may block on a disk or network file system.
  let files = WorkerPool(threadCount: 2)
  /// Reads caches, and decodes without a helper.
  let pictures = WorkerPool(threadCount: pictureCount)
  let helpedPictures = WorkerPool(threadCount: pictureCount)

  private static var pictureCount: Int { min(max(WorkerPool.processorCount, 2), 6) }

  func finish() { for pool in [answers, files, pictures, helpedPictures] { pool.finish() } }
}
