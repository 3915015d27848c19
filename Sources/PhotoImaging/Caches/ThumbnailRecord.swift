import CPhotoCodecs
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The text chunks of a thumbnail that identify its photo ("Thumbnail Attributes" of the standard).
struct ThumbnailRecord {
  static let uriKey = "Thumb::URI"
  static let softwareKey = "Software"
  /// The key of the photo's fingerprint, which only photopick writes: the standard lets programs add attributes.
  static let stateKey = "photopick::State"

  private var texts: [String: String] = [:]

  /// Parses the text chunks of a cached PNG.
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

  /// Returns the text chunks between IHDR and the pixels, where every thumbnailer writes them.
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

  /// Returns `true` if the thumbnail is of the photo in its current state.
  ///
  /// Without a fingerprint, a thumbnail has only the attributes of the standard, which don't detect an edit with the time
  /// restored. It is then valid only if the photo hasn't changed since the thumbnail was written.
  /// - Parameters:
  ///   - uri: The address of the photo.
  ///   - state: The state of the photo.
  ///   - fingerprint: The text that identifies this state.
  ///   - storedAt: When the thumbnail was written.
  func isValid(
    for uri: String, _ state: FileState, _ fingerprint: String, storedAt stored: FileStatus.Time
  ) -> Bool {
    // Some thumbnailers append decimal places to the time.
    let time = texts["Thumb::MTime"]?.prefix { $0 != "." }
    guard texts[Self.uriKey] == uri, time.flatMap({ Int64($0) }) == state.modified.seconds else {
      return false
    }
    if let size = texts["Thumb::Size"], Int64(size) != state.size { return false }
    if let known = texts[Self.stateKey] { return known == fingerprint }
    return state.changed <= stored
  }

  /// Whether photopick created the thumbnail from the photo, not from another program's thumbnail.
  var hasState: Bool { texts[Self.stateKey] != nil }

  /// Returns `true` if photopick created this thumbnail of a photo, in any state of the photo.
  func isMade(of uri: String) -> Bool {
    texts[Self.uriKey] == uri && texts[Self.softwareKey]?.hasPrefix("\(ThumbnailFile.software) ") == true
  }

  /// The attributes that a smaller copy of this thumbnail has, too. They include the program, so that the copy of a
  /// foreign thumbnail remains foreign.
  var facts: [(key: String, text: String)] {
    let keys = [
      Self.uriKey, "Thumb::MTime", "Thumb::Size", Self.stateKey, Self.softwareKey, "Thumb::Image::Width",
      "Thumb::Image::Height", "Thumb::Mimetype", "Comment",
    ]
    return keys.compactMap { key in texts[key].map { (key, $0) } }
  }

  /// The failure recorded for the photo, or a note that a part is missing.
  var comment: String? { texts["Comment"] }
}

/// Thumbnails as PNG files outside the cache.
///
/// A file contains the attributes of the Thumbnail Managing Standard, which distinguish our thumbnails from other
/// pictures.
public enum ThumbnailFile {
  static let software = "photopick"

  /// Encodes a thumbnail as PNG.
  ///
  /// - Parameters:
  ///   - pixels: The thumbnail.
  ///   - photo: The absolute path of the photo.
  ///   - version: The version of the application.
  /// - Throws: `ImagingError` if memory is exhausted.
  public static func png(
    _ pixels: PixelBuffer, of photo: FilePath, version: String
  ) throws(ImagingError) -> [UInt8] {
    let uri = FileURL.glibText(photo).map { [(key: ThumbnailRecord.uriKey, text: $0)] } ?? []
    return try pixels.png(texts: uri + [(ThumbnailRecord.softwareKey, "\(software) \(version)")])
  }

  /// Returns `true` if photopick created a file as a thumbnail of a photo, in any state of the photo.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - photo: The absolute path of the photo.
  public static func isThumbnail(_ path: FilePath, of photo: FilePath) -> Bool {
    guard let uri = FileURL.glibText(photo), let file = try? PictureFile(path),
      let record = ThumbnailRecord(PictureSource(file))
    else { return false }
    return record.isMade(of: uri)
  }
}
