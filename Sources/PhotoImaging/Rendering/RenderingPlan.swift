import CPhotoPixels
import PhotoFormats

/// One rendering of one photo: where to take pixels from and what to do with them.
struct RenderingPlan {
  private let metadata: PhotoMetadata
  private let rendering: Rendering
  private let options: RenderingOptions
  private let share: MemoryShare

  /// A plan; what it makes takes its memory from `share`, which whoever uses the picture at once may hold longer.
  init(_ metadata: PhotoMetadata, _ rendering: Rendering, _ options: RenderingOptions, _ share: MemoryShare) {
    self.metadata = metadata
    self.rendering = rendering
    self.options = options
    self.share = share
  }

  private var crop: AspectRatio? {
    if case .thumbnail = rendering { return .square }
    return rendering.part == nil ? options.crop : nil
  }

  func make(_ source: PictureSource) throws(ImagingError) -> PhotoImage {
    let head = source.bytes(at: 0, count: 256)
    guard let coding = PictureCoding(head: head, fileType: metadata.fileType) else {
      throw ImagingError(.unsupported("neither a photo nor a video of a known format"))
    }
    switch coding {
    case .jpeg:
      if let thumbnail = exifThumbnail(of: source) { return thumbnail }
      return try picture(source, as: .jpeg, origin: .picture)
    case .raw:
      if let preview = RAWPreviews.best(in: source, atLeast: wantedSize) {
        return try picture(preview, as: .jpeg, origin: .rawPreview)
      }
      // Some makers put an uncompressed picture of reduced size into the first directory.
      if let small = try? picture(source, as: .tiff, origin: .rawPreview), !small.isTruncated {
        return small
      }
      throw ImagingError(.noPicture)
    case .cover:
      guard let cover = CoverPicture.find(in: source),
        let coding = PictureCoding(head: cover.bytes(at: 0, count: 256), fileType: .unknown)
      else { throw ImagingError(.noPicture) }
      return try picture(cover, as: coding, origin: .cover)
    default:
      return try picture(source, as: coding, origin: .picture)
    }
  }

  /// Decodes a source and carries out the rest of the plan.
  private func picture(
    _ source: PictureSource, as coding: PictureCoding, origin: PhotoImage.Origin
  ) throws(ImagingError) -> PhotoImage {
    // libheif applies the container's orientation itself, and a cover picture has none.
    let known = coding == .heif || origin == .cover ? .up : metadata.orientation
    var request = request(for: known ?? .up)
    if known == nil, options.orientationApplied { request.part_orientation = 0 }
    if coding == .heif { request.coded_pixels = BitstreamSize.largest(in: source) }
    request.byte_limit = options.limits.bytes(forFileOf: source.count, as: coding)
    // A header that no decoder believes may tell any size.
    let finishedPixels = min(finishedSize(request)?.area ?? 0, options.limits.pixels)
    share.begin(laterBytes: finishedPixels > request.byte_limit / 4 ? request.byte_limit : finishedPixels * 4)
    let decoded = try DecodedPicture(source, as: coding, request, share)
    let orientation = known ?? decoded.orientation ?? .up
    // libheif tells the size of the upright picture.
    let isStored = origin == .picture && coding != .heif
    let isPart = rendering.part != nil
    let fullSize =
      isStored || isPart && coding != .heif ? decoded.fullSize : metadata.pixelSize ?? decoded.fullSize
    let isTruncated = decoded.isTruncated
    // The last use of what was decoded: its memory goes before more is taken.
    if known == nil, isPart { request = self.request(for: orientation) }
    var pixels = try decoded.finished(request, convertsToSRGB: options.convertsToSRGB)
    if options.orientationApplied { pixels = try pixels.oriented(orientation) }
    if let crop { pixels = try pixels.cropped(to: crop) }
    return PhotoImage(
      fileType: metadata.fileType, pixels: pixels,
      fullSize: fullSize, orientation: metadata.orientation ?? orientation, isTruncated: isTruncated,
      origin: origin)
  }

  /// The request to a decoder, which counts columns and rows as they are stored.
  private func request(for orientation: Orientation) -> photo_request {
    let isTurned = options.orientationApplied && orientation.swapsSides
    let box = isTurned ? rendering.box?.turned : rendering.box
    let crop = isTurned ? crop?.turned : crop
    return photo_request(
      box_width: box?.width ?? 0, box_height: box?.height ?? 0, crop_width: crop?.width ?? 0,
      crop_height: crop?.height ?? 0, upright: options.orientationApplied,
      uses_thumbnail: options.usesEmbeddedThumbnail, wants_profile: true,
      corrects_gamma: options.convertsToSRGB, pixel_limit: options.limits.pixels,
      byte_limit: options.limits.bytes, coded_pixels: 0, admit: nil, admit_context: nil,
      part: rendering.part?.stored ?? photo_rectangle(),
      part_orientation: (options.orientationApplied ? orientation : .up).rawValue, packs_opaque: false)
  }

  /// The size that the photo has after scaling, as stored; `nil` if every pixel is asked for, or a part of them.
  private var wantedSize: PixelSize? {
    guard rendering.part == nil, let box = rendering.box else { return nil }
    return finishedSize(request(for: metadata.orientation ?? .up)) ?? box
  }

  /// The size of the picture that a request gives, as stored; `nil` if the header does not tell that of the photo.
  private func finishedSize(_ request: photo_request) -> PixelSize? {
    guard let size = metadata.pixelSize else { return nil }
    var request = request
    var width: UInt32 = 0
    var height: UInt32 = 0
    photo_finished_size(&request, size.width, size.height, &width, &height)
    return PixelSize(width: width, height: height)
  }

  /// The picture made of the Exif thumbnail, if that is large enough, of the photo's shape, and sound.
  private func exifThumbnail(of source: PictureSource) -> PhotoImage? {
    guard options.usesEmbeddedThumbnail, let wantedSize, let fullSize = metadata.pixelSize,
      let thumbnail = ExifThumbnail.find(in: source, atLeast: wantedSize, shape: fullSize)
    else { return nil }
    let image = try? picture(thumbnail, as: .jpeg, origin: .exifThumbnail)
    return image?.isTruncated == false ? image : nil
  }
}
