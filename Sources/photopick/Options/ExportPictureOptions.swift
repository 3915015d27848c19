import ArgumentParser
import PhotoImaging

/// The options that make other pictures of exported photos.
struct ExportPictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make each photo fit as JPEG, such as 1600x1200 or 1600, upright, keeping its ratio and Exif; videos stay as they are.",
      valueName: "WxH"))
  var fit: FitSize?

  @Option(
    help: ArgumentHelp("JPEG quality, \(JPEGQuality.range) (default: \(usualQuality)).", valueName: "q"))
  var quality: JPEGQuality?

  @Option(help: ArgumentHelp("Cut each photo to this shape, from its middle.", valueName: "W:H"))
  var crop: AspectRatio?

  /// The quality unless another one is given.
  private static let usualQuality = 0.9

  /// The JPEG made of each photo; `nil` for the photos as they are.
  var encoding: PictureEncoding? {
    let fit = fit ?? .asIs
    guard crop != nil || quality != nil || fit != .asIs else { return nil }
    return PictureEncoding(
      fit == .asIs ? .full : .fitting(width: fit.width, height: fit.height), crop: crop,
      quality: quality?.value ?? Self.usualQuality)
  }
}
