import PhotoFormats
import PhotoImaging
import PhotoLibrary
import Terminal

struct PictureMaker: Sendable {
  /// Wider symbol pictures need more detail than the smallest thumbnails have.
  private static let smallColumns = 40
  struct Made {
    let picture: PhotoPicture
    /// The brightness histogram of a complete photo.
    var histogram: Histogram?
  }

  let cache: ThumbnailCache
  let graphics: TerminalGraphics
  let lenses = LensStore<Asset>()
  private let recent = RecentPictures()

  /// Creates a picture. Blocks while the photo is decoded.
  ///
  /// - Returns: `nil` if the photo may need a helper and `usesHelper` is false.
  func make(_ request: PictureRequest, identifier: UInt64, usesHelper: Bool) -> Made? {
    do throws(ImagingError) {
      let made =
        switch request.detail {
        case .thumbnail: try thumbnail(request, usesHelper: usesHelper)
        case .fit, .region: try closely(request, usesHelper: usesHelper)
        }
      guard let pixels = made else { return nil }
      let drawing = graphics.drawing(
        of: framed(try marked(pixels, request), request), columns: request.columns, rows: request.rows)
      return Made(
        picture: .ready(TerminalPicture(drawing, identifier: identifier)),
        histogram: request.detail == .fit ? pixels.histogram() : nil)
    } catch {
      return Made(picture: .missing(error.brief))
    }
  }

  func prepare(after request: PictureRequest) {
    if case .region = request.detail { lenses.prepare(request.asset) }
  }

  private func thumbnail(
    _ request: PictureRequest, usesHelper: Bool
  ) throws(ImagingError) -> PixelBuffer? {
    let size: ThumbnailSize
    if graphics.mode == .symbols {
      size = request.columns <= Self.smallColumns ? .normal : .large
    } else {
      size = ThumbnailSize(side: pixelSide(request))
    }
    let path = request.asset.path
    return usesHelper
      ? try cache.thumbnail(of: path, size: size).pixels
      : try cache.thumbnailWithoutHelper(of: path, size: size)?.pixels
  }

  /// Returns a complete photo or a region. Retains complete photos with crops, since each move of the crop needs them
  /// again.
  private func closely(_ request: PictureRequest, usesHelper: Bool) throws(ImagingError) -> PixelBuffer? {
    if let kept = recent.pixels(request) { return kept }
    if !usesHelper, try PhotoImage.mayNeedHelper(request.asset.path) { return nil }
    if case .region(let region) = request.detail { return try self.region(region, request) }
    let pixels = try whole(request)
    if request.crop != nil { recent.insert(pixels, request) }
    return pixels
  }

  /// Returns the picture with the requested overlays. Focus is judged by the photo at full size.
  private func marked(_ pixels: PixelBuffer, _ request: PictureRequest) throws(ImagingError) -> PixelBuffer {
    guard !request.aids.isEmpty, let size = request.asset.shownSize else { return pixels }
    var focus: FocusMap?
    if request.aids.contains(.focus) {
      var part = PixelRectangle(x: 0, y: 0, size: size)
      if case .region(let region) = request.detail,
        let side = PixelSize(width: UInt32(clamping: region.width), height: UInt32(clamping: region.height))
      {
        part = PixelRectangle(x: UInt32(clamping: region.x), y: UInt32(clamping: region.y), size: side)
      }
      focus = try lenses.focusMap(of: request.asset, at: request.asset.path, part, in: pixels.size)
    }
    return pixels.marked(request.aids, focus: focus)
  }

  private func framed(_ pixels: PixelBuffer, _ request: PictureRequest) -> PixelBuffer {
    guard let crop = request.crop, let size = request.asset.shownSize else { return pixels }
    let whole = PictureRequest.Region(x: 0, y: 0, width: Int(size.width), height: Int(size.height), factor: 1)
    let shown = if case .region(let region) = request.detail { region } else { whole }
    return pixels.framing(crop, of: shown)
  }

  /// Decodes the complete photo. Users rarely return to a large picture, so the thumbnail cache doesn't store it.
  private func whole(_ request: PictureRequest) throws(ImagingError) -> PixelBuffer {
    let (width, height) = (request.columns * cell.width, request.rows * cell.height)
    let limit = Int(Rendering.screenSide)
    guard
      let box = PixelSize(
        width: UInt32(clamping: min(width, limit)), height: UInt32(clamping: min(height, limit)))
    else { throw ImagingError(.noPicture) }
    return try PhotoImage.render(request.asset.path, .aspectRatioThumbnail(fitting: box)).pixels
  }

  private func region(
    _ region: PictureRequest.Region, _ request: PictureRequest
  ) throws(ImagingError) -> PixelBuffer {
    func scaled(_ side: Int) -> UInt32 { UInt32(clamping: max(Int(Double(side) * region.factor), 1)) }
    guard let size = PixelSize(width: scaled(region.width), height: scaled(region.height)),
      let part = PixelSize(width: UInt32(clamping: region.width), height: UInt32(clamping: region.height))
    else { throw ImagingError(.noPicture) }
    let rectangle = PixelRectangle(x: UInt32(clamping: region.x), y: UInt32(clamping: region.y), size: part)
    let pixels = try lenses.region(of: request.asset, at: request.asset.path, rectangle, fitting: size)
    return region.factor > 1 ? try pixels.scaled(to: size) : pixels
  }

  private var cell: CellSize { graphics.mode == .symbols ? .symbols : graphics.cellSize ?? .usual }

  private func pixelSide(_ request: PictureRequest) -> UInt32 {
    UInt32(clamping: max(request.columns * cell.width, request.rows * cell.height))
  }
}

extension PixelBuffer: TerminalImage {
  public init?(width: Int, height: Int, rgba: [UInt8], isOpaque: Bool) {
    guard let size = PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)) else {
      return nil
    }
    self.init(size: size, rgba: rgba, isOpaque: isOpaque)
  }

  public func resized(width: Int, height: Int) -> PixelBuffer? {
    PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)).flatMap {
      try? scaled(to: $0)
    }
  }

  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(body)
  }

  public func pngFile() -> [UInt8]? { try? png() }

  public func jpegFile(quality: Double) -> [UInt8]? { try? jpeg(quality: quality) }
}
