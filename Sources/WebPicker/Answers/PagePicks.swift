import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// The paths of what is picked, which the page keeps in case photopick ends unexpectedly.
struct PagePicks {
  /// The most paths of one answer.
  static let limit = 10_000

  let notice: PageBoard.Notice

  /// As JSON: the number of picks, and their paths in order. Controls and marks of direction are escaped, so that a path
  /// that is pasted into a shell is one line.
  var json: [UInt8] {
    let picks = notice.model.picks.assets
    var writer = JSONWriter()
    writer.beginDictionary()
    writer.entry("count", picks.count)
    writer.list("paths", picks.prefix(Self.limit)) { writer, asset in
      writer.string(SafeText.escaping(String(decoding: asset.pathBytes, as: UTF8.self)))
    }
    writer.endDictionary()
    return writer.output.take()
  }
}
