import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import SystemPackage

/// Creates pictures for the page, from the shared caches.
///
/// The first attempt never uses a helper, and returns `nil` if the photo may need one. A file determines how
/// long a helper runs, so such photos have separate threads and don't delay others.
struct PagePictures: Sendable {
  typealias Picture = PageFiles.File

  struct Region: Sendable, Hashable {
    var x: Int, y: Int, width: Int, height: Int
    /// The number of output pixels per photo pixel, at most 1.
    var scale: Double
  }

  static let regionSide = 2048.0
  private static let (thumbnailQuality, quality) = (0.85, 0.9)
  private static let fileLimit = 32 << 20

  let cache: ThumbnailCache
  /// The cache of screen-size renderings; `nil` for none.
  let renderings: RenderingFolder?
  let isRemote: Bool
  let lenses = LensStore<Asset>()

  func thumbnail(of asset: Asset, side: UInt32, usesHelper: Bool) throws(ImagingError) -> Picture? {
    let size = ThumbnailSize(side: side)
    // Sending the cached file takes no time, but more bytes than JPEG.
    if !isRemote, let file = try cache.existingFile(for: asset.path, size: size), let bytes = Self.read(file)
    {
      return Picture(bytes: bytes, type: "image/png")
    }
    let thumbnail =
      usesHelper
      ? try cache.thumbnail(of: asset.path, size: size)
      : try cache.thumbnailWithoutHelper(of: asset.path, size: size)
    guard let pixels = thumbnail?.pixels else { return nil }
    return Picture(bytes: try pixels.jpeg(quality: Self.thumbnailQuality), type: "image/jpeg")
  }

  func picture(of asset: Asset, usesHelper: Bool) throws(ImagingError) -> Picture? {
    if !usesHelper, try PhotoImage.mayNeedHelper(asset.path) {
      let kept = try renderings?.existingRendering(of: asset.path, .screen, crop: nil, policy: Self.bare)
      return kept.flatMap { Self.read($0.path) }.map { described($0, of: asset) }
    }
    if let kept = try? renderings?.rendering(of: asset.path, .screen, crop: nil, policy: Self.bare),
      let bytes = Self.read(kept.path)
    {
      return described(bytes, of: asset)
    }
    // The folder may be read-only. If the photo itself is the problem, encoding it throws the right error.
    let encoding = PictureEncoding(
      .screen, quality: Self.quality, policy: Self.bare, usesEmbeddedThumbnail: true)
    return described(try encoding.jpeg(of: asset.path), of: asset)
  }

  /// Cached pictures contain no metadata, since each mark would make them stale.
  private static let bare = MetadataPolicy(.none)

  /// Adds the metadata of the photo, so that a saved picture contains it. The camera's Exif would take a request to a server.
  private func described(_ jpeg: [UInt8], of asset: Asset) -> Picture {
    let isOnServer = asset.path.isRemote
    let source = isOnServer ? nil : try? OpenFile(asset.path)
    let exif = source.flatMap { try? ByteSource($0) }.flatMap { PhotoExif(of: $0) }
    let blocks = PhotoMetadata.read(ByteSource(jpeg)).pixelSize.flatMap { size in
      MetadataBlocks(
        asset.pictureMetadata, of: DerivedPicture(size: size, orientation: asset.orientation ?? .up),
        original: exif, policy: MetadataPolicy(isOnServer ? .marks : .all))
    }
    return Picture(bytes: blocks?.added(to: jpeg) ?? jpeg, type: "image/jpeg")
  }

  func region(_ region: Region, of asset: Asset, usesHelper: Bool) throws(ImagingError) -> Picture? {
    if !usesHelper, try PhotoImage.mayNeedHelper(asset.path) { return nil }
    let (rectangle, box) = try parts(of: region)
    let pixels = try lenses.region(of: asset, at: asset.path, rectangle, fitting: box)
    return Picture(bytes: try pixels.jpeg(quality: Self.quality), type: "image/jpeg")
  }

  /// Returns the part of the photo, and the size of its picture.
  private func parts(
    of region: Region
  ) throws(ImagingError) -> (rectangle: PixelRectangle, box: PixelSize) {
    let scale = min(
      region.scale, 1, Self.regionSide / Double(region.width), Self.regionSide / Double(region.height))
    func scaled(_ side: Int) -> UInt32 { UInt32(max((Double(side) * scale).rounded(), 1)) }
    guard let part = PixelSize(width: UInt32(region.width), height: UInt32(region.height)),
      let box = PixelSize(width: scaled(region.width), height: scaled(region.height))
    else { throw ImagingError(.noPicture) }
    return (PixelRectangle(x: UInt32(region.x), y: UInt32(region.y), size: part), box)
  }

  /// Returns an overlay of a region, transparent except for its marks.
  func overlay(
    _ aids: ViewingAids, of region: Region, of asset: Asset, usesHelper: Bool
  ) throws(ImagingError) -> Picture? {
    if !usesHelper, try PhotoImage.mayNeedHelper(asset.path) { return nil }
    let (rectangle, box) = try parts(of: region)
    let pixels = try lenses.region(of: asset, at: asset.path, rectangle, fitting: box)
    let focus =
      aids.contains(.focus)
      ? try lenses.focusMap(of: asset, at: asset.path, rectangle, in: pixels.size) : nil
    return Picture(bytes: try pixels.marked(aids, focus: focus, isOverlay: true).png(), type: "image/png")
  }

  private static func read(_ path: FilePath) -> [UInt8]? {
    guard let file = try? OpenFile(path) else { return nil }
    return try? file.descriptor.readAll(limit: fileLimit)
  }
}
