import PhotoFiles
import SystemPackage

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
