import PhotoLibrary
import PhotoPicker

/// What the page is told of a photo that is looked at.
struct PageFacts {
  let asset: Asset

  /// As JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("name", asset.name.text)
    writer.list("facts", PhotoFacts.facts(of: asset)) { writer, fact in
      writer.beginDictionary()
      writer.entry("name", fact.name)
      writer.entry("text", fact.text)
      writer.endDictionary()
    }
    writer.endDictionary()
    return writer.output.take()
  }
}
