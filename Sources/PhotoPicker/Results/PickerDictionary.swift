import PhotoFormats
import PhotoLibrary

/// The info dictionary that iOS image pickers pass to delegates, with the keys of UIKit and AssetsLibrary.
public struct PickerDictionary: Sendable {
  public struct Image: Sendable, Hashable {
    /// The absolute path.
    public var path: [UInt8]
    /// The stored size, if known.
    public var pixelSize: PixelSize?
    public var orientation: Orientation
    /// A Boolean value indicating whether the picture is cropped; if so, the original is included.
    public var isCropped: Bool
    /// The crop in pixels of the original with orientation applied, if its size is known.
    public var cropRectangle: PixelRectangle?

    /// Creates a picture of a complete asset.
    public init(path: [UInt8], pixelSize: PixelSize?, orientation: Orientation) {
      self.path = path
      self.pixelSize = pixelSize
      self.orientation = orientation
      isCropped = false
    }

    /// Creates a cropped picture, with orientation applied.
    public init(path: [UInt8], pixelSize: PixelSize?, croppedTo rectangle: PixelRectangle?) {
      self.path = path
      self.pixelSize = pixelSize
      orientation = .up
      isCropped = true
      cropRectangle = rectangle
    }

    public init(original asset: Asset) {
      self.init(path: asset.pathBytes, pixelSize: asset.pixelSize, orientation: asset.orientation ?? .up)
    }
  }

  public let picked: PickedAsset
  public let image: Image?

  public init(_ picked: PickedAsset, image: Image? = nil) {
    self.picked = picked
    self.image = image
  }

  /// Writes the dictionary, omitting missing values.
  public func write(to writer: inout some RecordWriter) {
    let asset = picked.asset
    writer.beginDictionary()
    writer.entry("UIImagePickerControllerMediaType", asset.mediaType.assetType)
    writer.entry("UIImagePickerControllerReferenceURL", asset.url)
    if asset.isVideo { writer.entry("UIImagePickerControllerMediaURL", asset.url) }
    if let image {
      writer.key("UIImagePickerControllerOriginalImage")
      write(image.isCropped ? Image(original: asset) : image, to: &writer)
      if image.isCropped { writeEdit(image, to: &writer) }
    }
    if let location = asset.location {
      writer.key("ALAssetPropertyLocation")
      write(location, to: &writer)
    }
    writer.entry("ALAssetPropertyDate", asset.date.map { .date($0) })
    let orientation = asset.orientation ?? .up
    writer.entry("ALAssetPropertyOrientation", orientation.assetsLibraryNumber)
    writer.entry("PhotoPickExifOrientation", Int64(orientation.rawValue))
    writer.entry("ALAssetPropertyDuration", asset.duration)
    writer.key("ALAssetPropertyRepresentations")
    writer.beginArray()
    writer.string(asset.fileType.typeIdentifier)
    writer.endArray()
    writer.entry("PhotoPickNumber", Int64(picked.number))
    writer.key("PhotoPickIndexPath")
    writer.beginArray()
    writer.integer(Int64(picked.indexPath.section))
    writer.integer(Int64(picked.indexPath.item))
    writer.endArray()
    // As in plain records, so scripts can read either.
    writer.entry("name", .bytes(asset.name.bytes))
    writer.entry("path", .bytes(asset.pathBytes))
    writer.endDictionary()
  }

  private func writeEdit(_ image: Image, to writer: inout some RecordWriter) {
    writer.key("UIImagePickerControllerEditedImage")
    write(image, to: &writer)
    guard let rectangle = image.cropRectangle else { return }
    writer.key("UIImagePickerControllerCropRect")
    writer.beginDictionary()
    writer.entry("x", Int64(rectangle.x))
    writer.entry("y", Int64(rectangle.y))
    writer.entry("width", Int64(rectangle.size.width))
    writer.entry("height", Int64(rectangle.size.height))
    writer.endDictionary()
  }

  private func write(_ image: Image, to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("path", .bytes(image.path))
    writer.entry("pixelWidth", image.pixelSize.map { Int64($0.width) })
    writer.entry("pixelHeight", image.pixelSize.map { Int64($0.height) })
    writer.entry("orientation", Int64(image.orientation.rawValue))
    writer.endDictionary()
  }

  private func write(_ location: GeoLocation, to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("latitude", location.latitude)
    writer.entry("longitude", location.longitude)
    writer.entry("altitude", location.altitude)
    if let timestamp = location.timestamp {
      writer.key("timestamp")
      writer.moment(timestamp)
    }
    writer.endDictionary()
  }
}

extension MediaType {
  fileprivate var assetType: String {
    switch self {
    case .image: "ALAssetTypePhoto"
    case .video: "ALAssetTypeVideo"
    case .unknown: "ALAssetTypeUnknown"
    }
  }
}

extension Orientation {
  /// The value of `ALAssetOrientation` (ALAsset.h).
  fileprivate var assetsLibraryNumber: Int64 {
    switch self {
    case .up: 0
    case .down: 1
    case .left: 2
    case .right: 3
    case .upMirrored: 4
    case .downMirrored: 5
    case .leftMirrored: 6
    case .rightMirrored: 7
    }
  }
}
