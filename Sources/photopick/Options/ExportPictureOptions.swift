import ArgumentParser
import PhotoImaging

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

  /// The JPEG made of each photo, with a quality of 0.9 unless another one is given; `nil` for the photos as they are.
  var encoding: PictureEncoding? {
    let (fit, quality) = (fit ?? .asIs, quality ?? 0)
    guard crop != nil || quality > 0 || fit != .asIs else { return nil }
    return PictureEncoding(
      fit == .asIs ? .full : .fitting(width: fit.width, height: fit.height), crop: crop,
      quality: quality > 0 ? quality : 0.9)
  }
}
