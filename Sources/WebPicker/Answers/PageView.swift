import PhotoFormats
import PhotoLibrary
import PhotoPicker
import Terminal

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
      writer.entry("title", TerminalText.safe(group.title))
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
    writer.entry("title", TerminalText.safe(title))
    let posters = numbers.numbers(of: model.albums.compactMap(\.poster))
    var next = posters.makeIterator()
    if let index = model.albums.firstIndex(where: { $0.kind == model.album }) { writer.entry("album", index) }
    writer.list("albums", model.albums) { writer, album in
      writer.beginDictionary()
      writer.entry("name", TerminalText.safe(album.name))
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

  private func writeChoices(to writer: inout JSONWriter) {
    writer.entry("grouping", model.query.grouping.rawValue)
    writer.list("groupings", PickerModel.groupings) { $0.string($1.rawValue) }
    writer.entry("order", model.orderName)
    writer.list("orders", PickerModel.orders) { $0.string($1.name) }
    let kinds = model.query.kinds
    writer.list("kinds", AssetKind.allCases) { writer, kind in
      let state = kinds.included.contains(kind) ? 1 : kinds.excluded.contains(kind) ? -1 : 0
      Self.write(kind.rawValue, state, to: &writer)
    }
    writer.list("judged", JudgedKind.allCases) { writer, kind in
      Self.write(kind.rawValue, model.judged.contains(kind) ? 1 : 0, to: &writer)
    }
    writer.entry("search", model.search?.text ?? "")
  }

  private static func write(_ name: String, _ state: Int, to writer: inout JSONWriter) {
    writer.beginDictionary()
    writer.entry("name", name)
    writer.entry("state", state)
    writer.endDictionary()
  }

  private func writeOptions(to writer: inout JSONWriter) {
    let options = model.options
    writer.entry("canMark", options.marks != nil)
    writer.entry("isSingle", options.isSingle)
    writer.entry("isImmediate", options.isImmediate)
    writer.entry("showsNumbers", options.showsNumbers)
    if let maximum = (options.policy as? SelectionChecks)?.maximumCount { writer.entry("maximum", maximum) }
    writer.entry("startsWithAlbums", options.startsWithAlbums)
  }
}
