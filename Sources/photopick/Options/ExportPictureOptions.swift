import ArgumentParser
import PhotoFormats
import PhotoImaging
import PhotoStore
import SystemPackage

/// The options that make other pictures of exported photos.
struct ExportPictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make each photo fit as JPEG, upright, keeping its ratio and Exif; videos stay as they are.",
      valueName: "WxH"))
  var fit: FitSize?

  @Option(help: ArgumentHelp("JPEG quality, 0 to 1 (default: 0.9).", valueName: "q"))
  var quality: Double?

  @Option(help: ArgumentHelp("Cut each photo to this shape, from its middle.", valueName: "W:H"))
  var crop: AspectRatio?

  func validate() throws {
    if let quality, !(0...1).contains(quality) {
      throw ValidationError("--quality is 0 to 1, not \(quality).")
    }
  }

  /// True where other pictures are made.
  var areGiven: Bool { crop != nil || quality.map { $0 > 0 } == true || fit.map { $0 != .asIs } == true }

  /// What makes them.
  var renderer: any ExportRenderer {
    CommandExportRenderer(fit: fit ?? .asIs, quality: quality.map { $0 > 0 ? $0 : 0.9 } ?? 0.9, crop: crop)
  }
}

/// Makes pictures for exports with `PhotoImaging`.
private struct CommandExportRenderer: ExportRenderer {
  /// Why no picture could be made, without the path, which the export tells itself.
  struct Failure: Error, CustomStringConvertible {
    let reason: ImagingError.Reason
    var description: String { ImagingError(reason).description }
  }

  let fit: FitSize
  let quality: Double
  let crop: AspectRatio?

  func render(_ photo: FilePath) throws -> [UInt8] {
    do throws(ImagingError) {
      let options = RenderingOptions(crop: crop, usesEmbeddedThumbnail: false)
      let image = try PhotoImage.render(photo, rendering, options: options)
      let exif = try ExifAttachment.read(from: photo)?.adapted(to: image.pixels.size)
      return try image.pixels.jpeg(quality: quality, exif: exif)
    } catch {
      throw Failure(reason: error.reason)
    }
  }

  /// The size asked for; a side of 0 is free, up to what JPEG can hold.
  private var rendering: Rendering {
    guard fit != .asIs else { return .full }
    let limit = CommandPictureFitter.largestSide
    let width = fit.width > 0 ? min(fit.width, limit) : limit
    let height = fit.height > 0 ? min(fit.height, limit) : limit
    let size = PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height))
    return size.map { .aspectRatioThumbnail(fitting: $0) } ?? .full
  }
}
