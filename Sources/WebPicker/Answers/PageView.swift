import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// What the page is told of the view: its sections with their counts, the albums, and what can be chosen. The photos
/// come when they are needed.
struct PageView {
  let notice: PageBoard.Notice
  let numbers: PhotoNumbers

  private var model: PickerModel { notice.model }

  /// As JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("view", notice.view)
    writer.entry("count", model.contents.count)
    writer.list("sections", model.contents.groups) { writer, group in
      writer.beginDictionary()
      writer.entry("key", group.key)
      writer.entry("title", SafeText.escaping(group.title))
      writer.entry("count", group.assets.count)
      writer.endDictionary()
    }
    writeAlbums(to: &writer)
    writeChoices(to: &writer)
    writeOptions(to: &writer)
    writer.endDictionary()
    return writer.output.take()
  }

  private func writeAlbums(to writer: inout JSONWriter) {
    writer.entry("title", SafeText.escaping(title))
    if let place { writer.entry("place", place) }
    let posters = numbers.numbers(of: model.albums.compactMap(\.poster))
    var next = posters.makeIterator()
    if let index = model.albums.firstIndex(where: { $0.kind == model.album }) { writer.entry("album", index) }
    writer.list("albums", model.albums) { writer, album in
      writer.beginDictionary()
      writer.entry("name", SafeText.escaping(album.name))
      if let folder = album.folder { writer.entry("folder", PhotoFacts.path(folder.bytes)) }
      writer.entry("count", album.count)
      if let dates = album.dates {
        let (first, last) = (dates.lowerBound.iso8601.prefix(4), dates.upperBound.iso8601.prefix(4))
        writer.entry("years", first == last ? String(first) : "\(first)–\(last)")
      }
      if album.poster != nil, let poster = next.next() {
        writer.key("poster")
        writer.beginDictionary()
        writer.entry("id", poster)
        writer.endDictionary()
      }
      writer.endDictionary()
    }
  }

  private var title: String {
    switch model.album {
    case .all: model.query.album ?? "All Photos"
    case .folder(let folder): folder.name
    }
  }

  /// The folder of the album; for all photos the one in which all of them are. `nil` if there are no photos.
  private var place: String? {
    switch model.album {
    case .folder(let folder): return PhotoFacts.path(folder.bytes)
    case .all:
      guard let assets = notice.library?.assets, let first = assets.first, let last = assets.last else {
        return nil
      }
      // They are in order of their folders.
      var common = first.folder.path
      while !last.folder.path.starts(with: common) { common.removeLastComponent() }
      return PhotoFacts.path(common.fileSystemBytes)
    }
  }

  private func writeChoices(to writer: inout JSONWriter) {
    writer.entry("grouping", model.query.grouping.rawValue)
    writer.list("groupings", PickerModel.groupings) {
      Self.write($1.rawValue, PageFilters.title($1.words), to: &$0)
    }
    writer.entry("order", model.orderName)
    writer.list("orders", PickerModel.orders) { Self.write($1.name, PageFilters.title($1.name), to: &$0) }
    writer.entry("filters", PageFilters(notice: notice).text)
    writer.entry("search", model.search?.text ?? "")
  }

  private static func write(_ name: String, _ title: String, to writer: inout JSONWriter) {
    writer.beginDictionary()
    writer.entry("name", name)
    writer.entry("title", title)
    writer.endDictionary()
  }

  private func writeOptions(to writer: inout JSONWriter) {
    let options = model.options
    writer.entry("canMark", options.marks != nil)
    writer.entry("canCrop", options.crop != nil)
    writer.entry("isSingle", options.isSingle)
    writer.entry("isImmediate", options.isImmediate)
    writer.entry("showsNumbers", options.showsNumbers)
    if let maximum = (options.policy as? SelectionChecks)?.maximumCount { writer.entry("maximum", maximum) }
    writer.entry("startsWithAlbums", options.startsWithAlbums)
  }
}
