import CPhotoPixels
import PhotoFormats

struct FoundPicture {
  let source: PictureSource
  let coding: PictureCoding
  let origin: PhotoImage.Origin

  /// Whether failure means that there is no picture, rather than an error: for the first directory of a RAW photo,
  /// which may contain a small picture or undecodable data, and for video frames.
  var isAttempt: Bool { origin == .rawPreview && coding == .tiff || origin == .videoFrame }
}

/// The steps to render a photo: the source of the pixels and the operations on them.
struct RenderingPlan {
  let metadata: PhotoMetadata
  private let rendering: Rendering
  private let options: RenderingOptions
  let share: MemoryShare

  /// Creates a plan that reserves memory from `share`, which the caller may retain.
  init(_ metadata: PhotoMetadata, _ rendering: Rendering, _ options: RenderingOptions, _ share: MemoryShare) {
    self.metadata = metadata
    self.rendering = rendering
    self.options = options
    self.share = share
  }

  private var crop: AspectRatio? {
    if case .thumbnail = rendering { return .square }
    guard rendering.part == nil, case .middle(let shape)? = options.crop else { return nil }
    return shape
  }

  /// The rectangle to crop to, in pixels of the photo.
  private var croppedPart: PixelRectangle? {
    if case .thumbnail = rendering { return nil }
    guard rendering.part == nil, case .part(let part)? = options.crop else { return nil }
    return part
  }

  func make(_ source: PictureSource) throws(ImagingError) -> PhotoImage {
    if let croppedPart { return try make(croppedPart, of: source) }
    if case .jpeg = try PictureCoding(of: source, metadata.fileType),
      let preview = cameraPreview(of: source)
    {
      return preview
    }
    return try picture(found(in: source))
  }

  /// Renders a part of the photo. The preview of a RAW photo contains the same part with fewer pixels.
  private func make(_ part: PixelRectangle, of source: PictureSource) throws(ImagingError) -> PhotoImage {
    let whole = RenderingPlan(metadata, .onePixel, options, share)
    let found = try whole.found(in: source)
    let size = try whole.lookedAtSize(of: found)
    let isTurned = options.orientationApplied && metadata.orientation?.swapsSides == true
    let photo = (isTurned ? metadata.pixelSize?.turned : metadata.pixelSize) ?? size
    let region = Crop.part(part).rectangle(in: photo).scaled(from: photo, to: size)
    let rendering = Rendering.region(region, fitting: rendering.box ?? region.size)
    return try RenderingPlan(metadata, rendering, options, share).picture(found)
  }

  /// Returns the size with orientation applied, from the header or the decoder.
  func lookedAtSize(of found: FoundPicture) throws(ImagingError) -> PixelSize {
    let isWhole = found.origin == .picture
    let told = isWhole ? metadata : found.source.byteSource().map { PhotoMetadata.read($0) }
    let size = found.isAttempt ? nil : told?.pixelSize
    let stored = if let size { size } else { try picture(found).fullSize }
    let isTurned = turnsSides(of: found)
    return isTurned ? stored.turned : stored
  }

  func found(in source: PictureSource) throws(ImagingError) -> FoundPicture {
    let coding = try PictureCoding(of: source, metadata.fileType)
    switch coding {
    case .raw:
      if let preview = RAWPreviews.best(in: source, atLeast: wantedSize) {
        return FoundPicture(source: preview, coding: .jpeg, origin: .rawPreview)
      }
      // The first directory may contain a small uncompressed picture.
      return FoundPicture(source: source, coding: .tiff, origin: .rawPreview)
    case .video:
      if let cover = CoverPicture.find(in: source),
        let coding = PictureCoding(head: cover.bytes(at: 0, count: 256), fileType: .unknown)
      {
        return FoundPicture(source: cover, coding: coding, origin: .cover)
      }
      return FoundPicture(source: source, coding: .video, origin: .videoFrame)
    case .jpeg, .png, .gif, .webp, .tiff, .heif, .jxl, .bmp, .ico:
      return FoundPicture(source: source, coding: coding, origin: .picture)
    }
  }

  func picture(_ found: FoundPicture) throws(ImagingError) -> PhotoImage {
    let request = request(for: found)
    begin(request)
    do throws(ImagingError) {
      let decoded = try DecodedPicture(found.source, as: found.coding, request, share)
      if found.isAttempt, decoded.isTruncated { throw ImagingError(.noPicture) }
      return try finished(decoded, found.coding, found.origin, request)
    } catch {
      // A missing library is an error for videos.
      let isMissing = found.origin == .videoFrame ? error.reason.fault != nil : found.isAttempt
      throw isMissing ? ImagingError(.noPicture) : error
    }
  }

  /// Decodes the picture with all frames and pages of its file, and discards the pixels.
  ///
  /// - Returns: `true` if a part is missing or broken.
  /// - Throws: `ImagingError` if the picture can't be decoded; `noPicture` for a RAW photo without a preview.
  func findsDamage(in source: PictureSource) throws(ImagingError) -> Bool {
    let found = try found(in: source)
    var request = request(for: found)
    request.checks_all = found.origin == .picture
    begin(request)
    do throws(ImagingError) {
      let decoded = try DecodedPicture(found.source, as: found.coding, request, share)
      return decoded.isTruncated
    } catch {
      throw found.isAttempt ? ImagingError(.noPicture) : error
    }
  }

  func picture(_ held: HeldPicture) throws(ImagingError) -> PhotoImage {
    var request = request(known(held.coding, held.origin))
    request.byte_limit = options.limits.bytes
    begin(request)
    let decoded = try DecodedPicture(request, share) { request, picture in
      held.decode(request, into: &picture)
    }
    return try finished(decoded, held.coding, held.origin, request)
  }

  private func begin(_ request: photo_request) {
    // A header that decoders reject may contain any size.
    let finishedPixels = min(finishedSize(request)?.area ?? 0, options.limits.pixels)
    share.begin(laterBytes: finishedPixels > request.byte_limit / 4 ? request.byte_limit : finishedPixels * 4)
  }

  private func finished(
    _ decoded: consuming DecodedPicture, _ coding: PictureCoding, _ origin: PhotoImage.Origin,
    _ request: photo_request
  ) throws(ImagingError) -> PhotoImage {
    let known = known(coding, origin)
    let orientation = known ?? decoded.orientation ?? .up
    // libheif returns the size with orientation applied.
    let isStored = origin == .picture && coding != .heif
    let isPart = rendering.part != nil
    let fullSize =
      isStored || isPart && coding != .heif ? decoded.fullSize : metadata.pixelSize ?? decoded.fullSize
    let isTruncated = decoded.isTruncated
    // The last use of `decoded`, which is freed before more memory is allocated.
    var pixels = try decoded.finished(
      known == nil && isPart ? self.request(orientation) : request,
      to: origin == .cameraPreview ? wantedSize : nil, convertsToSRGB: options.convertsToSRGB)
    if options.orientationApplied { pixels = try pixels.oriented(orientation) }
    if let crop { pixels = try pixels.cropped(to: crop) }
    return PhotoImage(
      fileType: metadata.fileType, pixels: pixels,
      fullSize: fullSize, orientation: metadata.orientation ?? orientation, isTruncated: isTruncated,
      origin: origin)
  }

  /// Returns the orientation to apply to stored pixels, or `nil` if only the decoder knows it.
  private func known(_ coding: PictureCoding, _ origin: PhotoImage.Origin) -> Orientation? {
    // libheif applies the orientation of the container, and cover pictures have no orientation.
    coding == .heif || origin == .cover ? .up : metadata.orientation
  }

  /// Returns `true` if the orientation exchanges width and height.
  private func turnsSides(of found: FoundPicture) -> Bool {
    // The header contains the orientation that libheif applies.
    let orientation = found.coding == .heif ? metadata.orientation : known(found.coding, found.origin)
    return options.orientationApplied && orientation?.swapsSides == true
  }

  func request(for found: FoundPicture) -> photo_request {
    var request = request(known(found.coding, found.origin))
    if found.coding == .heif { request.coded_pixels = BitstreamSize.largest(in: found.source) }
    if found.coding == .video { request.coded_pixels = metadata.pixelSize?.area ?? 0 }
    request.byte_limit = options.limits.bytes(forFileOf: found.source.count, as: found.coding)
    return request
  }

  /// Returns the request to a decoder, in stored columns and rows.
  private func request(_ orientation: Orientation?) -> photo_request {
    let isTurned = options.orientationApplied && orientation?.swapsSides == true
    let box = isTurned ? rendering.box?.turned : rendering.box
    let crop = isTurned ? crop?.turned : crop
    return photo_request(
      box_width: box?.width ?? 0, box_height: box?.height ?? 0, crop_width: crop?.width ?? 0,
      crop_height: crop?.height ?? 0, upright: options.orientationApplied,
      uses_thumbnail: options.usesEmbeddedThumbnail, wants_profile: true,
      corrects_gamma: options.convertsToSRGB, pixel_limit: options.limits.pixels,
      byte_limit: options.limits.bytes, coded_pixels: 0, admit: nil, share: nil, context: nil,
      part: rendering.part?.stored ?? photo_rectangle(),
      part_orientation: options.orientationApplied ? orientation?.rawValue ?? 0 : 1, checks_all: false,
      packs_opaque: false)
  }

  /// The stored size after scaling, or `nil` for all pixels or a part.
  private var wantedSize: PixelSize? {
    guard rendering.part == nil, let box = rendering.box else { return nil }
    return finishedSize(request(metadata.orientation)) ?? box
  }

  /// Returns the stored size of the result, or `nil` if the header doesn't contain the size of the photo.
  private func finishedSize(_ request: photo_request) -> PixelSize? {
    metadata.pixelSize.flatMap(request.finishedSize)
  }

  private func cameraPreview(of source: PictureSource) -> PhotoImage? {
    guard options.usesEmbeddedThumbnail, let wantedSize, let fullSize = metadata.pixelSize,
      let preview = CameraPreview.find(in: source, for: wantedSize, of: fullSize),
      CameraPreview.looksAlike(preview, source, at: wantedSize, options, share)
    else { return nil }
    let image = try? picture(FoundPicture(source: preview, coding: .jpeg, origin: .cameraPreview))
    return image?.isTruncated == false ? image : nil
  }
}
