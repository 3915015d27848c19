import PhotoFormats
import PhotoImaging
import PhotoLibrary
import Terminal

/// Makes pictures for one terminal.
struct PictureMaker: Sendable {
  /// Wider pictures of symbols show more than the smallest thumbnails hold.
  private static let smallColumns = 40
  /// What a cell of symbols shows of a picture, in pixels across and down.
  private static let symbolDetail = 4

  let cache: ThumbnailCache
  let graphics: TerminalGraphics

  /// Makes a picture; takes as long as the photo takes to decode.
  func make(_ request: PictureRequest, identifier: UInt64) -> PhotoPicture {
    do throws(ImagingError) {
      let pixels = try request.isPreview ? preview(request) : thumbnail(request)
      let drawing = graphics.drawing(of: pixels, columns: request.columns, rows: request.rows)
      return .ready(TerminalPicture(drawing, identifier: identifier))
    } catch {
      return .missing(Self.reason(error))
    }
  }

  private func thumbnail(_ request: PictureRequest) throws(ImagingError) -> PixelBuffer {
    let size: ThumbnailSize
    if graphics.mode == .symbols {
      size = request.columns <= Self.smallColumns ? .normal : .large
    } else {
      size = ThumbnailSize(side: pixelSide(request))
    }
    return try cache.thumbnail(of: request.asset.path, size: size).pixels
  }

  /// Previews are not kept: they are large, and seldom seen again.
  private func preview(_ request: PictureRequest) throws(ImagingError) -> PixelBuffer {
    let cell = graphics.cellSize ?? .usual
    let (width, height) =
      graphics.mode == .symbols
      ? (request.columns * Self.symbolDetail, request.rows * Self.symbolDetail * 2)
      : (request.columns * cell.width, request.rows * cell.height)
    let limit = Int(Rendering.screenSide)
    guard
      let box = PixelSize(
        width: UInt32(clamping: min(width, limit)), height: UInt32(clamping: min(height, limit)))
    else { throw ImagingError(.noPicture) }
    return try PhotoImage.render(request.asset.path, .aspectRatioThumbnail(fitting: box)).pixels
  }

  private func pixelSide(_ request: PictureRequest) -> UInt32 {
    let cell = graphics.cellSize ?? .usual
    return UInt32(clamping: max(request.columns * cell.width, request.rows * cell.height))
  }

  /// Why there is no picture, for a small place.
  private static func reason(_ error: ImagingError) -> String {
    switch error.reason {
    case .unreadable: "cannot be read"
    case .damaged: "damaged"
    case .tooLarge: "too large"
    case .outOfMemory: "no memory left"
    default: "no picture"
    }
  }
}
