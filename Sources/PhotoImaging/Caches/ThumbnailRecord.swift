import CPhotoCodecs
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The texts of a thumbnail that tell which file it was made of ("Thumbnail Attributes" of the standard).
struct ThumbnailRecord {
  static let uriKey = "Thumb::URI"
  static let softwareKey = "Software"

  private var texts: [String: String] = [:]

  /// The texts of a cached PNG; `nil` if it is no PNG.
  init?(_ source: PictureSource) {
    let segments = Self.textChunks(of: source)
    let opened = source.withReader { read, context in
      photo_png_open(read, context, segments, segments.count)
    }
    guard let png = opened else { return nil }
    defer { photo_png_close(png) }
    var text = photo_png_text()
    var index = 0
    while photo_png_find_text(png, index, &text) {
      let bytes = UnsafeBufferPointer(start: text.bytes, count: text.size)
      texts[String(cString: text.keyword)] = String(decoding: bytes, as: UTF8.self)
      index += 1
    }
  }

  /// The signature, IHDR, and the texts before the pixels, where every writer of thumbnails puts them.
  private static func textChunks(of source: PictureSource) -> [photo_segment] {
    var segments = [photo_segment(offset: 0, size: 8)]
    var offset = 8
    for _ in 0..<chunkLimit {
      let header = source.bytes(at: offset, count: 8)
      guard let length = header.uint32(at: 0, .big), length <= textLimit, let type = header.fourCC(at: 4),
        type != "IDAT"
      else { break }
      if type == "IHDR" || type == "tEXt" || type == "zTXt" || type == "iTXt" {
        segments.append(photo_segment(offset: UInt64(offset), size: length + 12))
      }
      offset += Int(length) + 12
    }
    return segments
  }

  private static let chunkLimit = 200
  private static let textLimit: UInt32 = 1 << 20

  func isValid(for uri: String, modificationTime: Int, byteCount: Int) -> Bool {
    // Some writers add a fraction to the time.
    let time = texts["Thumb::MTime"]?.prefix { $0 != "." }
    guard texts[Self.uriKey] == uri, time.flatMap({ Int($0) }) == modificationTime else { return false }
    guard let size = texts["Thumb::Size"] else { return true }
    return Int(size) == byteCount
  }

  /// True if a program made the thumbnail of a photo, however the photo has changed since.
  func isMade(of uri: String, by software: String) -> Bool {
    texts[Self.uriKey] == uri && texts[Self.softwareKey]?.hasPrefix(software + " ") == true
  }

  /// What is true of the photo whatever the size of the thumbnail.
  var facts: [(key: String, text: String)] {
    let keys = ["Thumb::Image::Width", "Thumb::Image::Height", "Thumb::Mimetype", "Comment"]
    return keys.compactMap { key in texts[key].map { (key, $0) } }
  }

  /// What we noted with a thumbnail of ours: why none could be made, or that the photo is cut off.
  var comment: String? { texts["Comment"] }
}

/// A thumbnail as a PNG file of its own, outside of the cache, that tells which photo it was made of.
///
/// It carries the attributes of the Thumbnail Managing Standard, by which one of ours is known from a picture
/// that somebody else put there.
public enum ThumbnailFile {
  private static let software = "photopick"

  /// The thumbnail of a photo as the bytes of a PNG file.
  ///
  /// - Parameters:
  ///   - pixels: the thumbnail.
  ///   - photo: the absolute path of the photo.
  ///   - version: the version of the program.
  /// - Throws: `ImagingError` if memory is short.
  public static func png(
    _ pixels: PixelBuffer, of photo: FilePath, version: String
  ) throws(ImagingError) -> [UInt8] {
    let uri = FileURL.glibText(photo).map { [(key: ThumbnailRecord.uriKey, text: $0)] } ?? []
    return try pixels.png(texts: uri + [(ThumbnailRecord.softwareKey, "\(software) \(version)")])
  }

  /// True if a file is a thumbnail that we made of a photo, whatever the photo was then.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - photo: the absolute path of the photo.
  public static func isThumbnail(_ path: FilePath, of photo: FilePath) -> Bool {
    guard let uri = FileURL.glibText(photo), let file = try? PictureFile(path),
      let record = ThumbnailRecord(PictureSource(file))
    else { return false }
    return record.isMade(of: uri, by: software)
  }
}
