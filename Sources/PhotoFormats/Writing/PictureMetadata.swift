import PhotoFiles

/// The metadata of a photo as photopick displays it, to write into pictures that are made of it.
///
///     var encoding = PictureEncoding(.fitting(width: 2048, height: 2048), quality: 0.9)
///     encoding.described = asset.pictureMetadata
public struct PictureMetadata: Sendable, Hashable {
  public var date: CaptureDate?
  public var camera: Camera?
  public var location: GeoLocation?
  public var values: MetadataValues

  public init(date: CaptureDate?, camera: Camera?, location: GeoLocation?, values: MetadataValues) {
    (self.date, self.camera, self.location, self.values) = (date, camera, location, values)
  }

  /// The metadata in a file, without sidecars.
  public init(_ metadata: PhotoMetadata) {
    self.init(
      date: metadata.captureDate, camera: metadata.camera, location: metadata.location,
      values: metadata.values)
  }

  /// A string that differs if the metadata differs.
  package var fingerprint: String {
    let place = location.map { "\($0.latitude) \($0.longitude) \($0.altitude ?? .nan)" }
    let names = [camera?.make, camera?.model, date?.iso8601, date?.source.name, place].map { $0 ?? "" }
    return names.joined(separator: "\n") + MD5.hexDigest(of: values.encoded)
  }

  /// Returns the metadata that a policy permits.
  func permitted(by policy: MetadataPolicy) -> PictureMetadata {
    var metadata = self
    if policy.stripsPlace {
      metadata.location = nil
      for field in Self.placeFields { metadata.values[field] = nil }
    }
    if policy.scope == .marks {
      metadata.camera = nil
      var marks = MetadataValues()
      for field in Self.markFields { marks[field] = metadata.values[field] }
      metadata.values = marks
    }
    return metadata
  }

  private static let placeFields: [MetadataField] = [
    .sublocation, .city, .state, .country, .countryCode, .direction, .speed,
  ]

  private static let markFields: [MetadataField] = [
    .rating, .label, .keywords, .keywordTree, .title, .caption, .creators, .copyright, .people, .faces,
    .sublocation, .city, .state, .country, .countryCode,
  ]
}

/// The metadata that pictures made of photos contain.
public struct MetadataPolicy: Sendable, Hashable {
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// All metadata, and the camera's Exif.
    case all
    /// What people write: date, title, caption, keywords, rating, label, creators, copyright, people and place.
    case marks
    /// No metadata.
    case none
  }

  public var scope: Scope
  /// Whether to leave out position and place names. Maker notes, which may contain them, are omitted too.
  public var stripsPlace: Bool

  public init(_ scope: Scope = .all, stripsPlace: Bool = false) {
    (self.scope, self.stripsPlace) = (scope, stripsPlace)
  }
}

/// A picture made of a photo, with the orientation applied.
package struct DerivedPicture: Sendable {
  package let size: PixelSize
  /// Whether its pixels are in sRGB.
  package let isSRGB: Bool
  /// The orientation of the photo.
  package let orientation: Orientation
  /// The part of the upright photo that it contains, and the size of the upright photo; `nil` if it is all of it.
  package let part: (rectangle: PixelRectangle, of: PixelSize)?

  package init(
    size: PixelSize, isSRGB: Bool = true, orientation: Orientation = .up,
    part: (rectangle: PixelRectangle, of: PixelSize)? = nil
  ) {
    (self.size, self.isSRGB, self.orientation, self.part) = (size, isSRGB, orientation, part)
  }

  /// Returns a face of the stored photo as a face of the picture, or `nil` if its center was cropped away.
  func face(_ face: FaceRegion) -> FaceRegion? {
    var face = face.turned(by: orientation)
    guard let part else { return face }
    let (whole, cut) = (part.of, part.rectangle)
    let scale = (
      x: Double(whole.width) / Double(cut.size.width), y: Double(whole.height) / Double(cut.size.height)
    )
    let left = (face.x - Double(cut.x) / Double(whole.width)) * scale.x
    let top = (face.y - Double(cut.y) / Double(whole.height)) * scale.y
    let (right, bottom) = (left + face.width * scale.x, top + face.height * scale.y)
    guard (0...1).contains((left + right) / 2), (0...1).contains((top + bottom) / 2) else { return nil }
    (face.x, face.y) = (max(left, 0), max(top, 0))
    (face.width, face.height) = (min(right, 1) - face.x, min(bottom, 1) - face.y)
    return face
  }
}

extension FaceRegion {
  /// Returns the region of the upright picture.
  fileprivate func turned(by orientation: Orientation) -> FaceRegion {
    let (right, bottom) = (1 - x - width, 1 - y - height)
    func region(_ x: Double, _ y: Double) -> FaceRegion {
      let isTurned = orientation.swapsSides
      return FaceRegion(
        name: name, x: x, y: y, width: isTurned ? height : width, height: isTurned ? width : height)
    }
    return switch orientation {
    case .up: self
    case .upMirrored: region(right, y)
    case .down: region(right, bottom)
    case .downMirrored: region(x, bottom)
    case .leftMirrored: region(y, x)
    case .right: region(bottom, x)
    case .rightMirrored: region(bottom, right)
    case .left: region(y, right)
    }
  }
}
