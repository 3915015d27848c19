import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// What the page is told of photos as they come into sight.
struct PageRows {
  /// The most photos of one answer.
  static let limit = 500

  let notice: PageBoard.Notice
  let numbers: PhotoNumbers

  /// Photos of the view from a position on, as JSON; neither number is negative.
  func json(from start: Int, count: Int) -> [UInt8] {
    let contents = notice.model.contents
    let first = min(start, contents.count)
    let assets = (first..<first + min(count, Self.limit, contents.count - first)).compactMap { contents[$0] }
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("view", notice.view)
    writer.entry("from", start)
    writer.list("photos", zip(assets, numbers.numbers(of: assets))) { writer, photo in
      write(photo.0, number: photo.1, to: &writer)
    }
    writer.endDictionary()
    return writer.output.take()
  }

  private func write(_ asset: Asset, number: Int, to writer: inout JSONWriter) {
    let model = notice.model
    writer.beginDictionary()
    writer.entry("id", number)
    writer.entry("name", SafeText.escaping(asset.name.text))
    if let time = asset.wallTime { writer.entry("date", PhotoFacts.date(time)) }
    if asset.isDatedByFile { writer.entry("isFileDate", true) }
    if let size = asset.shownSize {
      writer.entry("width", Int(size.width))
      writer.entry("height", Int(size.height))
    }
    writer.entry("kind", asset.isVideo ? "video" : "photo")
    writer.entry("format", asset.format.rawValue)
    if let duration = asset.duration { writer.entry("length", PhotoFacts.length(duration)) }
    if asset.stars != 0 { writer.entry("stars", asset.stars ?? -1) }
    if let label = asset.label, !label.isEmpty { writer.entry("label", label) }
    if let place = model.picks.number(of: asset) { writer.entry("number", place) }
    if let refusal = model.refusal(of: asset) { writer.entry("refusal", refusal) }
    if let damage = asset.damage { writer.entry("damage", damage) }
    if let crop = model.crop(of: asset) { write(crop, to: &writer) }
    writer.endDictionary()
  }

  private func write(_ crop: CropFrame, to writer: inout JSONWriter) {
    writer.key("crop")
    writer.beginDictionary()
    writer.entry("x", Int(crop.rectangle.x))
    writer.entry("y", Int(crop.rectangle.y))
    writer.entry("width", Int(crop.rectangle.size.width))
    writer.entry("height", Int(crop.rectangle.size.height))
    writer.entry("mostWidth", Int(crop.largest.width))
    writer.entry("mostHeight", Int(crop.largest.height))
    writer.endDictionary()
  }

  /// The shapes of all photos of the view: a byte for each, 64 steps for each doubling of width to height, 128 for a
  /// square.
  var shapes: [UInt8] {
    notice.model.contents.groups.flatMap { $0.assets.map(Self.shape) }
  }

  private static func shape(_ asset: Asset) -> UInt8 {
    // Most cameras take 4:3; the row of the photo tells more.
    let shape = asset.shownSize.map { Double($0.width) / Double($0.height) } ?? 4.0 / 3
    return UInt8(clamping: Int((128 + 64 * log2(shape)).rounded()))
  }
}
