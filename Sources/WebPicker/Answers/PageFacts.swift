import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// What the page is told of a photo that is looked at: controls and marks of direction are escaped, as on a terminal.
struct PageFacts {
  let asset: Asset

  /// As JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("name", SafeText.escaping(asset.name.text))
    writer.list("facts", PhotoFacts.facts(of: asset)) { writer, fact in
      writer.beginDictionary()
      writer.entry("name", fact.name)
      writer.entry("text", SafeText.escaping(fact.text))
      writer.endDictionary()
    }
    writer.endDictionary()
    return writer.output.take()
  }
}
