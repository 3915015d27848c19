import CPhotoPixels
import PhotoFormats

/// The texts of a thumbnail that tell which file it was made of ("Thumbnail Attributes" of the standard).
struct ThumbnailRecord {
  private var texts: [String: String] = [:]

  /// The texts of a cached PNG; `nil` where it is no PNG.
  init?(_ source: PictureSource) {
    let collector = Collector()
    let isPNG = source.withInput { input in
      photo_png_read_text(
        input,
        { context, key, text in
          guard let context, let key, let text else { return }
          let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
          collector.texts[String(cString: key)] = String(cString: text)
        }, Unmanaged.passUnretained(collector).toOpaque())
    }
    guard isPNG else { return nil }
    texts = collector.texts
  }

  /// True where the thumbnail belongs to a file as it is now.
  func isValid(for uri: FileURI, modificationTime: Int, byteCount: Int) -> Bool {
    // Some writers add a fraction to the time.
    let time = texts["Thumb::MTime"]?.prefix { $0 != "." }
    guard texts["Thumb::URI"] == uri.text, time.flatMap({ Int($0) }) == modificationTime else { return false }
    guard let size = texts["Thumb::Size"] else { return true }
    return Int(size) == byteCount
  }

  /// Why a thumbnail could not be made, in a fail entry of ours.
  var failure: String? { texts["Comment"] }

  private final class Collector {
    var texts: [String: String] = [:]
  }
}
