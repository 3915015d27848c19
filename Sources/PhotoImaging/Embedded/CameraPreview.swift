import CPhotoCodecs
import PhotoFormats

/// The preview that a camera put into a JPEG, if it can stand for the picture in a smaller size.
enum CameraPreview {
  /// How much larger than what is wanted a preview is at least: cameras sharpen and pack them more than photos, which
  /// is seen unless several of their pixels become one.
  private static let reserve = 1.5
  /// The shortest long side. Smaller ones, above all Exif's of 160 × 120, are made for a camera's own screen: scaled
  /// further down by half they still differ from their photos by 2 to 8 of 255.
  private static let shortestSide: UInt32 = 320
  /// How many pixels of the photo there are at least for one of the preview; else it spares too little.
  private static let worth: UInt64 = 4
  /// How far the shape may differ from the photo's. Cameras put bars beside a picture to make it 4 to 3.
  private static let shapeTolerance = 0.01

  /// The smallest preview that is large enough, has the photo's shape and was not outlived by what it shows; `nil` if
  /// there is none. Whether it looks as the photo does, `looksAlike` tells.
  static func find(in source: PictureSource, for wanted: PixelSize, of full: PixelSize) -> PictureSource? {
    guard let bytes = source.byteSource() else { return nil }
    let candidates = CameraPreviews.ranges(in: bytes).compactMap { range in
      source.part(range).flatMap { part in part.pictureSize.map { (part: part, size: $0) } }
    }.filter { fits($0.size, wanted, full) }
    guard let best = candidates.min(by: { $0.size.area < $1.size.area }), CameraPreviews.isAsTaken(bytes)
    else {
      return nil
    }
    return best.part
  }

  private static func fits(_ size: PixelSize, _ wanted: PixelSize, _ full: PixelSize) -> Bool {
    let shape = Double(size.width) / Double(size.height) * Double(full.height) / Double(full.width)
    return Double(size.width) >= Double(wanted.width) * reserve
      && Double(size.height) >= Double(wanted.height) * reserve
      && max(size.width, size.height) >= shortestSide && size.area * worth <= full.area
      && abs(shape - 1) <= shapeTolerance
  }

  /// True if the top of a preview shows what the top of the photo shows, in the same colour space and no sharper: no tag
  /// tells of all that programs do, or of how much a camera sharpens. The top is an eighth, which costs an eighth of
  /// the work that the whole photo does.
  static func looksAlike(
    _ preview: PictureSource, _ photo: PictureSource, at wanted: PixelSize, _ options: RenderingOptions,
    _ share: MemoryShare
  ) -> Bool {
    guard let first = top(of: photo, width: wanted.width, options, share),
      let second = top(of: preview, width: wanted.width, options, share),
      first.colorProfile == second.colorProfile, first.width == second.width,
      let width = preview.pictureSize?.width
    else { return false }
    let comparison = PictureComparison(first, second)
    let isProof = comparison.detail >= detailLimit || width / wanted.width >= sureReduction
    return isProof && comparison.difference <= differenceLimit && comparison.sharpening <= sharpeningLimit
  }

  // Measured on 13 photos of cameras and programs with previews of 640 and 1616 pixels made of them in 8 ways, sharpened
  // and changed as much as no camera does among them, at 128, 256 and 512 pixels: where one is taken it is off by at
  // most 2.8 of 255.

  /// How far the tops may differ on average, of 255.
  private static let differenceLimit = 1.5
  /// How much sharper the preview may be.
  private static let sharpeningLimit = 1.1
  /// A clear sky tells nothing of sharpness: with less detail than this, a preview must be so many times larger than
  /// what is wanted that its sharpness is lost.
  private static let detailLimit = 4.0
  private static let sureReduction: UInt32 = 4

  /// The upper eighth of a JPEG as it is stored, scaled to a width.
  private static func top(
    of source: PictureSource, width: UInt32, _ options: RenderingOptions, _ share: MemoryShare
  ) -> PixelBuffer? {
    guard let size = source.pictureSize, let box = PixelSize(width: width, height: size.height),
      let part = PixelSize(width: size.width, height: max(size.height / 8, 1))
    else { return nil }
    let options = RenderingOptions(
      orientationApplied: false, convertsToSRGB: false, usesEmbeddedThumbnail: false, limits: options.limits,
      budget: options.budget)
    let top = Rendering.region(PixelRectangle(x: 0, y: 0, size: part), fitting: box)
    let plan = RenderingPlan(PhotoMetadata(fileType: .jpeg), top, options, share)
    guard let image = try? plan.make(source), !image.isTruncated else { return nil }
    return image.pixels
  }
}

/// How two pictures of one width differ, as far as both reach down.
struct PictureComparison {
  /// The mean difference of their colours, of 255.
  let difference: Double
  /// The mean difference of neighbours in a row of the first, of 255.
  let detail: Double
  /// That of the second as a multiple of it; what cannot be seen in either counts little.
  let sharpening: Double

  private static let invisible = 0.5

  /// Compares two opaque pictures, of the same width.
  init(_ first: PixelBuffer, _ second: PixelBuffer) {
    let (rows, row) = (min(first.height, second.height), first.bytesPerRow)
    var sums = (difference: 0, first: 0, second: 0)
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        for index in 0..<rows * row {
          sums.difference += abs(Int(first[index]) - Int(second[index]))
          guard index % row >= 4 else { continue }
          sums.first += abs(Int(first[index]) - Int(first[index - 4]))
          sums.second += abs(Int(second[index]) - Int(second[index - 4]))
        }
      }
    }
    // Every fourth byte is alpha, which is the same everywhere.
    let count = Double(max(rows * row / 4 * 3, 1))
    difference = Double(sums.difference) / count
    detail = Double(sums.first) / count
    sharpening = (Double(sums.second) / count + Self.invisible) / (detail + Self.invisible)
  }
}

extension PictureSource {
  /// The size of a JPEG; `nil` if it is none.
  fileprivate var pictureSize: PixelSize? {
    guard bytes(at: 0, count: 3) == Bytes([0xFF, 0xD8, 0xFF]) else { return nil }
    return jpegHeader().flatMap { PixelSize(width: $0.width, height: $0.height) }
  }
}
