import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Everything about the view except the photos: sections with counts, albums, and the choices of all menus.
struct PageView: Encodable {
  struct Section: Encodable {
    let key: String
    let title: String
    let count: Int
  }

  struct AlbumEntry: Encodable {
    struct Poster: Encodable { let id: Int }

    let name: String
    let folder: String?
    let count: Int
    let years: String?
    let poster: Poster?
  }

  struct Choice: Encodable {
    let name: String
    let title: String

    init(_ name: String, _ words: String) { (self.name, title) = (name, PageFilters.title(words)) }
  }

  let view: Int
  let count: Int
  let sections: [Section]
  let title: String
  let place: String?
  let album: Int?
  let albums: [AlbumEntry]
  let grouping: String
  let groupings: [Choice]
  let order: String
  let orders: [Choice]
  let filters: String
  let search: String
  /// Whether each burst is one photo, and whether a single burst is opened.
  let collapsesBursts: Bool
  let isBurst: Bool
  let canMark: Bool
  let canCrop: Bool
  let isSingle: Bool
  let isImmediate: Bool
  let showsNumbers: Bool
  let maximum: Int?
  let startsWithAlbums: Bool
  let request: PageAppRequest?

  init(_ notice: PageBoard.Notice, _ numbers: PhotoNumbers) {
    let (model, options) = (notice.model, notice.model.options)
    view = notice.view
    count = model.contents.count
    sections = model.contents.groups.map {
      Section(key: $0.key, title: SafeText.escaping($0.title), count: $0.assets.count)
    }
    title = SafeText.escaping(model.albumName) + (model.openedBurst.map { " · \($0.stack.badge)" } ?? "")
    place = Self.place(of: notice)
    album = model.albums.firstIndex { $0.kind == model.album }
    albums = model.albums.map { AlbumEntry($0, numbers) }
    grouping = model.query.grouping.rawValue
    groupings = PickerModel.groupings.map { Choice($0.rawValue, $0.words) }
    order = model.orderName
    orders = PickerModel.orders.map { Choice($0.name, $0.name) }
    filters = PageFilters.text(of: model)
    search = model.search?.text ?? ""
    collapsesBursts = model.query.unit == .burst
    isBurst = model.openedBurst != nil
    canMark = options.marks != nil
    canCrop = options.crop != nil
    isSingle = options.isSingle
    isImmediate = options.isImmediate
    showsNumbers = options.showsNumbers
    maximum = (options.policy as? SelectionChecks)?.maximumCount
    startsWithAlbums = options.startsWithAlbums
    request = options.dialog.map { PageAppRequest($0, model.dialogAnswer) }
  }

  /// Returns the folder of the album, or the common parent folder of all photos.
  private static func place(of notice: PageBoard.Notice) -> String? {
    switch notice.model.album {
    case .folder(let folder): return PhotoFacts.path(folder.bytes)
    case .all:
      guard let assets = notice.library?.assets, let first = assets.first, let last = assets.last else {
        return nil
      }
      // Photos are sorted by folder.
      var common = first.folder.path
      while !last.folder.path.starts(with: common) { common.removeLastComponent() }
      return PhotoFacts.path(common.fileSystemBytes)
    }
  }
}

extension PageView.AlbumEntry {
  fileprivate init(_ album: AlbumSummary, _ numbers: PhotoNumbers) {
    name = SafeText.escaping(album.name)
    folder = album.folder.map { PhotoFacts.path($0.bytes) }
    count = album.count
    years = album.years
    poster = album.poster.flatMap { numbers.numbers(of: [$0]).first }.map { Poster(id: $0) }
  }
}
