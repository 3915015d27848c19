import ArgumentParser
import PhotoImaging

/// The options that re-encode exported photos.
struct ExportPictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make each photo fit as JPEG, such as 1600x1200 or 1600, upright, keeping its ratio; videos stay as they are.",
      valueName: "WxH"),
    transform: FitSize.read)
  var fit: FitSize?

  @Option(
    help: ArgumentHelp("JPEG quality, \(JPEGQuality.range) (default: \(usualQuality)).", valueName: "q"),
    transform: JPEGQuality.read)
  var quality: JPEGQuality?

  @Option(
    help: ArgumentHelp("Crop each photo to this aspect ratio, around its center.", valueName: "W:H"),
    transform: AspectRatio.read)
  var crop: AspectRatio?

  @OptionGroup var metadata: MetadataOptions

  func validate() throws {
    try metadata.check(isUsed: encoding != nil, with: "--fit, --quality or --crop")
  }

  /// The default quality.
  private static let usualQuality = 0.9

  /// The JPEG encoding of each photo; `nil` for plain copies.
  var encoding: PictureEncoding? {
    let fit = fit ?? .asIs
    guard crop != nil || quality != nil || fit != .asIs else { return nil }
    return PictureEncoding(
      fit == .asIs ? .full : .fitting(width: fit.width, height: fit.height),
      crop: crop.map { .middle($0) }, quality: quality?.value ?? Self.usualQuality, policy: metadata.policy)
  }
}

/// The size of `--fit`: `800x600`, `800` for 800x800, `800x0` to limit only the width, `0` for the original size.
struct FitSize: Equatable {
  let width: Int
  let height: Int

  static let asIs = FitSize(width: 0, height: 0)
}

extension FitSize: DescribedOptionValue {
  static let form = "1600x1200, 1600 for both sides, 1600x0 for the width alone, or 0 for the original size"

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(sides.count), let width = sides[0], let height = sides[sides.count - 1],
      width >= 0, height >= 0
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// The quality of a JPEG: `0.5`, or `50` per cent.
struct JPEGQuality: DescribedOptionValue, Equatable {
  /// The valid values, for help.
  static let range = "0 to 1, or 2 to 100 per cent"
  static let form = "a number from \(range)"

  /// The quality, from 0 (smallest file) to 1 (best picture).
  let value: Double

  /// Parses a number; a whole number above 1 is a percentage.
  init?(argument: String) {
    guard let number = Double(argument) else { return nil }
    if (0...1).contains(number) {
      value = number
    } else if (2...100).contains(number), number == number.rounded() {
      value = number / 100
    } else {
      return nil
    }
  }
}
