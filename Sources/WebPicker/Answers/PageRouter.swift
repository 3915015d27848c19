import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker

/// Answers the requests of the page.
struct PageRouter: Sendable {
  /// Carries out a command, once those before it are done; `nil` if the picker has ended.
  typealias Perform = @Sendable (PageCommand) async -> Result<PageBoard.Notice, PageCommandError>?

  /// The longest query that is completed, in bytes.
  private static let longestQuery = 1000

  let access: PageAccess
  let board: PageBoard
  let numbers: PhotoNumbers
  let values: LibraryValues
  let pictures: PagePictures
  /// Makes pictures and reads files.
  let pool: WorkerPool
  let perform: Perform

  /// Answers a request, whoever it is from.
  func answer(_ request: WebRequest, visitorPort: UInt16) async -> WebResponse {
    switch access.verdict(on: request, visitorPort: visitorPort) {
    case .refused(let reason): return PageResponse.text(.forbidden, reason)
    case .enters:
      var response = PageResponse.entry(access)
      response.isTrusted = true
      return response
    case .asks(let path):
      var response = await answer(request, path: path.map(String.init))
      response.isTrusted = true
      return response
    }
  }

  private func answer(_ request: WebRequest, path: [String]) async -> WebResponse {
    switch request.method {
    case "POST": return path == ["do"] ? await command(request) : PageResponse.notFound
    case "GET", "HEAD": return await get(request, path)
    default: return PageResponse.failure(.methodNotAllowed, "Only GET, HEAD and POST are answered.")
    }
  }

  private func get(_ request: WebRequest, _ path: [String]) async -> WebResponse {
    switch path.first {
    case nil:
      let notice = board.notice
      let view = notice.model.contents.count > 0 ? notice.view : nil
      return PageResponse.file(PageFiles.index(view: view), for: request)
    case "page" where path.count == 2:
      return PageFiles.others[path[1]].map { PageResponse.file($0, for: request) } ?? PageResponse.notFound
    case "events" where path.count == 1: return PageResponse.events(EventBytes(board))
    case "view" where path.count == 1:
      return PageResponse.json(PageView(notice: board.notice, numbers: numbers).json, for: request)
    case "shapes" where path.count == 1: return shapes(request)
    case "keywords" where path.count == 1: return await keywords(request)
    case "completions" where path.count == 1: return await completions(request)
    case "photos": return await photos(request, Array(path.dropFirst()))
    default: return PageResponse.notFound
    }
  }

  // MARK: Commands

  private func command(_ request: WebRequest) async -> WebResponse {
    guard let command = try? PageCommandReader(request.body).command() else {
      return PageResponse.failure(.badRequest, PageCommandError.malformed.text)
    }
    switch await perform(command) {
    case .success(let notice): return PageResponse.json(PageStatus(notice: notice).json, for: request)
    case .failure(let error): return PageResponse.failure(.conflict, error.text)
    case nil: return PageResponse.json(PageStatus(notice: board.notice).json, for: request)
    }
  }

  private func keywords(_ request: WebRequest) async -> WebResponse {
    let beginning = request.value("beginning") ?? ""
    let found = await pool.run {
      KeywordText.completions(of: beginning, among: values[AssetField(.keywords)].values.map(\.text))
    }
    var writer = JSONWriter()
    writer.beginArray()
    for keyword in found { writer.string(keyword) }
    writer.endArray()
    return PageResponse.json(writer.output.take(), for: request)
  }

  private func completions(_ request: WebRequest) async -> WebResponse {
    guard let text = request.value("text"), let caret = request.number("caret"),
      text.utf8.count <= Self.longestQuery
    else { return PageResponse.badNumber }
    let completion = await pool.run { QueryCompletion(text, caret: caret) { values[$0] } }
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("from", completion.range.lowerBound)
    writer.entry("to", completion.range.upperBound)
    writer.list("items", completion.candidates) { writer, candidate in
      writer.beginDictionary()
      writer.entry("text", candidate.text)
      writer.entry("note", candidate.note)
      writer.endDictionary()
    }
    writer.endDictionary()
    return PageResponse.json(writer.output.take(), for: request)
  }

  // MARK: Photos

  private func shapes(_ request: WebRequest) -> WebResponse {
    let notice = board.notice
    guard request.number("view") == notice.view else { return PageResponse.stale(notice) }
    let shapes = PageRows(notice: notice, numbers: numbers).shapes
    return PageResponse.bytes(shapes, type: "application/octet-stream", for: request)
  }

  private func photos(_ request: WebRequest, _ path: [String]) async -> WebResponse {
    guard let first = path.first else { return rows(request) }
    guard let number = Int(first), let asset = numbers[number] else { return PageResponse.notFound }
    switch path.dropFirst().first {
    case nil: return PageResponse.json(PageFacts(asset: asset).json, for: request)
    case "thumbnail" where path.count == 2:
      guard let side = request.number("side"), (1...1024).contains(side) else {
        return PageResponse.badNumber
      }
      return await picture { () throws(ImagingError) in
        try pictures.thumbnail(of: asset, side: UInt32(side))
      }
    case "picture" where path.count == 2:
      return await picture { () throws(ImagingError) in try pictures.picture(of: asset) }
    case "region" where path.count == 2:
      guard let region = PagePictures.Region(request, of: asset) else { return PageResponse.badNumber }
      return await picture { () throws(ImagingError) in try pictures.region(region, of: asset) }
    case "video" where path.count == 2: return await PageResponse.video(asset, request, pool: pool)
    default: return PageResponse.notFound
    }
  }

  private func rows(_ request: WebRequest) -> WebResponse {
    let notice = board.notice
    guard let start = request.number("from"), let count = request.number("count"), start >= 0,
      (1...PageRows.limit).contains(count)
    else { return PageResponse.badNumber }
    guard request.number("view") == notice.view else { return PageResponse.stale(notice) }
    return PageResponse.json(
      PageRows(notice: notice, numbers: numbers).json(from: start, count: count), for: request)
  }

  private func picture(
    _ make: @escaping @Sendable () throws(ImagingError) -> PagePictures.Picture
  ) async -> WebResponse {
    do throws(ImagingError) {
      let picture = try await pool.run { () throws(ImagingError) in try make() }
      // On the same machine, what a browser writes to its own cache takes longer than to ask again.
      return PageResponse.picture(picture, isLasting: pictures.isRemote)
    } catch {
      return PageResponse.failure(.notFound, PagePictures.reason(error))
    }
  }
}

extension PagePictures.Region {
  /// The part that a request asks for; `nil` if it is none of the photo.
  init?(_ request: WebRequest, of asset: Asset) {
    guard let size = asset.shownSize, let x = request.number("x"), let y = request.number("y"),
      let width = request.number("width"), let height = request.number("height"),
      let scale = request.value("scale").flatMap(Double.init), scale > 0,
      (0..<Int(size.width)).contains(x), (0..<Int(size.height)).contains(y), width > 0, height > 0
    else { return nil }
    self.init(
      x: x, y: y, width: min(width, Int(size.width) - x), height: min(height, Int(size.height) - y),
      scale: scale)
  }
}
