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
