import PhotoFiles
import PhotoFormats
import SystemPackage

/// Proves that files show the same picture as a photo, by decoding all pixels of both.
///
///     let proof = try PictureProof(of: best)
///     if let difference = try proof.difference(from: version) { print("\(version): \(difference)") }
///
/// Nothing that was stored earlier counts: neither cached metadata, small pictures nor thumbnails.
public struct PictureProof: Sendable {
  /// The reason why a file couldn't be proven to contain the same picture.
  public enum Difference: Sendable, Hashable, CustomStringConvertible {
    case picture
    case part
    /// A part of a picture of flat areas and sharp edges, such as a line of text.
    case graphicPart
    case colors
    case brightness
    case sharpness
    case shape
    /// One shows a part of the other.
    case crop
    /// The smaller picture has too few pixels.
    case size
    /// Letters are lost in a scaled picture.
    case graphicSize
    case several
    /// One contains a film, a depth map or a gain map that the photo lacks.
    case supplement(String)

    public var description: String {
      switch self {
      case .picture: "it shows another picture"
      case .part, .graphicPart: "a part of the picture differs"
      case .colors: "its colors differ"
      case .brightness: "its brightness differs"
      case .sharpness: "its sharpness differs"
      case .shape: "it has another shape"
      case .crop: "one of them is cropped"
      case .size: "one of them is too small to be compared"
      case .graphicSize: "pictures with text can only be compared at the same size"
      case .several: "files with several pictures cannot be compared"
      case .supplement(let what): "it also contains \(what)"
      }
    }

    /// Whether one picture can be an edit of the other: black and white, toned, brighter, sharpened, retouched, or cropped.
    public var isEdit: Bool {
      switch self {
      case .part, .colors, .brightness, .sharpness, .crop: true
      case .picture, .graphicPart, .shape, .size, .graphicSize, .several, .supplement: false
      }
    }
  }

  /// The least longer side of pictures that are scaled to be compared, in pixels.
  private static let leastSide: UInt32 = 1024
  /// The longer side at which a crop is compared with the part that it shows, in pixels.
  private static let cropSide: UInt32 = 512

  private let photo: DecodedPhoto

  /// Decodes a photo.
  ///
  /// - Throws: `ImagingError` if the decoder reports an error anywhere in the picture.
  public init(of path: FilePath, limits: ImagingLimits = ImagingLimits()) throws(ImagingError) {
    photo = try DecodedPhoto(path, limits)
  }

  /// Decodes a file and compares it with the photo in all its pixels, turned and mirrored if necessary.
  ///
  /// - Returns: `nil` if the file contains the same picture, and nothing else that the photo lacks.
  /// - Throws: `ImagingError` if the decoder reports an error.
  public func difference(
    from path: FilePath, limits: ImagingLimits = ImagingLimits()
  ) throws(ImagingError) -> Difference? {
    let other = try DecodedPhoto(path, limits)
    if photo.hasSeveral || other.hasSeveral { return .several }
    if let name = other.supplements.first(where: { !photo.supplements.contains($0) }) {
      return .supplement(name)
    }
    let isLarger = photo.pixels.size.area >= other.pixels.size.area
    return try isLarger
      ? Self.difference(photo.pixels, other.pixels) : Self.difference(other.pixels, photo.pixels)
  }

  /// Compares the upright thumbnails of two photos in sRGB, in which a difference of few pixels or in sharpness is invisible.
  ///
  /// - Parameters:
  ///   - small: The thumbnail of the photo with fewer pixels.
  ///   - large: The thumbnail of the photo with more pixels.
  package static func difference(
    ofThumbnail small: PixelBuffer, from large: PixelBuffer
  ) throws(ImagingError) -> Difference? {
    try difference(large, small, areReduced: true)
  }

  /// Compares two upright pictures in sRGB.
  ///
  /// - Parameter areReduced: Pass `true` for thumbnails.
  static func difference(
    _ large: PixelBuffer, _ small: PixelBuffer, areReduced: Bool = false
  ) throws(ImagingError) -> Difference? {
    var found = Difference.shape
    if let orientation = try orientation(of: large, in: small) {
      let size = orientation.swapsSides ? small.size.turned : small.size
      let isScaled = size != large.size
      if isScaled, !areReduced, max(size.width, size.height) < leastSide { return .size }
      let turned = try large.scaled(to: size).oriented(orientation)
      let residual = PictureResidual(
        ComparedPicture(turned), ComparedPicture(small), isScaled: isScaled, areReduced: areReduced)
      guard let difference = residual.difference else {
        return isScaled && !areReduced && residual.isGraphic ? .graphicSize : nil
      }
      found = difference
    }
    // A crop of a smooth picture may resemble it. All thumbnails have one longer side.
    guard areReduced || small.size != large.size else { return found }
    return try isCrop(small, of: large) ? .crop : found
  }

  /// Returns whether a picture shows a part of another one, possibly edited.
  private static func isCrop(
    _ small: PixelBuffer, of large: PixelBuffer
  ) throws(ImagingError) -> Bool {
    guard let rectangle = try CropSearch.rectangle(of: small, in: large) else { return false }
    let part = try large.cropped(to: rectangle)
    let side = min(cropSide, max(part.size.width, part.size.height), max(small.size.width, small.size.height))
    guard let size = small.size.fitting(side) else { return false }
    let residual = PictureResidual(
      ComparedPicture(try part.scaled(to: size)), ComparedPicture(try small.scaled(to: size)), isScaled: true)
    return residual.difference != .picture
  }

  /// Returns the orientation in which a picture resembles another one of the same shape most; `nil` if none has the shape.
  private static func orientation(
    of large: PixelBuffer, in small: PixelBuffer
  ) throws(ImagingError) -> Orientation? {
    guard let square = PixelSize(width: 32, height: 32) else { return nil }
    let (reduced, luma) = (try large.scaled(to: square), try small.scaled(to: square).luma)
    var best: (orientation: Orientation, difference: Int)?
    for orientation in Orientation.allCases {
      let size = orientation.swapsSides ? large.size.turned : large.size
      guard size.hasShape(of: small.size) else { continue }
      let turned = try reduced.oriented(orientation).luma
      let difference = zip(turned, luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      if difference < best?.difference ?? .max { best = (orientation, difference) }
    }
    return best?.orientation
  }
}

/// A photo whose pixels were all decoded without an error.
private struct DecodedPhoto: Sendable {
  /// Upright, in sRGB.
  let pixels: PixelBuffer
  /// Whether the file has more frames or pages.
  let hasSeveral: Bool
  /// What the file contains in addition to the picture, for messages.
  let supplements: [String]

  init(_ path: FilePath, _ limits: ImagingLimits) throws(ImagingError) {
    let options = RenderingOptions(usesEmbeddedThumbnail: false, limits: limits)
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let values = try PhotoImage.metadata(of: file).values
      let image = try PhotoImage.render(file, .full, options)
      if image.isTruncated { throw ImagingError(.damaged("it is cut off or broken inside")) }
      guard image.origin == .picture else {
        throw ImagingError(.unsupported("only a preview of it can be decoded"))
      }
      pixels = image.pixels
      hasSeveral = [.frameCount, .pageCount].contains { values[$0]?.number ?? 1 > 1 }
      let named: [(MetadataField, String)] = [
        (.motion, "a film"), (.depth, "a depth map"), (.hdr, "a gain map"),
      ]
      supplements = named.filter { values[$0.0] != nil }.map(\.1)
    } catch {
      throw error.about(path)
    }
  }
}

extension PixelSize {
  /// Whether pictures of both sizes may show the same picture, with sides that were rounded to pixels.
  fileprivate func hasShape(of other: PixelSize) -> Bool {
    let (left, right) = (UInt64(width) * UInt64(other.height), UInt64(other.width) * UInt64(height))
    // 0.5 %, and a pixel of each shorter side.
    let tolerance =
      max(left, right) / 200 + UInt64(max(width, height)) + UInt64(max(other.width, other.height))
    return max(left, right) - min(left, right) <= tolerance
  }
}
