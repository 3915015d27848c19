/// The size of a picture in pixels as it is stored, before its orientation is applied.
public struct PixelSize: Sendable, Hashable {
  /// Pixels in a row.
  public let width: UInt32
  /// Rows.
  public let height: UInt32

  /// A size; `nil` unless both sides are at least 1 pixel.
  public init?(width: UInt32, height: UInt32) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }
}

/// A part of a picture, in its pixels, counted from the upper left corner.
public struct PixelRectangle: Sendable, Hashable {
  /// Columns left of it.
  public let x: UInt32
  /// Rows above it.
  public let y: UInt32
  /// Columns and rows.
  public let size: PixelSize

  /// A part of that size whose upper left pixel is at `x` and `y`.
  public init(x: UInt32, y: UInt32, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// How a stored picture must be turned and mirrored to stand upright (Exif 2.32, 4.6.4 A, tag 0x0112).
///
/// Each case names where row 0 and column 0 of the stored picture belong.
public enum Orientation: UInt8, Sendable, Hashable, CaseIterable {
  /// Row 0 top, column 0 left: upright as stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180 degrees.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored left to right, then turned 90 degrees anticlockwise to be shown upright: transposed.
  case leftMirrored = 5
  /// To be turned 90 degrees clockwise.
  case right = 6
  /// Mirrored along the other diagonal.
  case rightMirrored = 7
  /// To be turned 90 degrees anticlockwise.
  case left = 8

  /// True if width and height change places when the orientation is applied.
  public var swapsSides: Bool { rawValue >= 5 }
}

/// A place on Earth (WGS 84) as a photo or video records it.
public struct GeoLocation: Sendable, Hashable {
  /// Degrees, north positive, -90 to 90.
  public let latitude: Double
  /// Degrees, east positive, -180 to 180.
  public let longitude: Double
  /// Metres above sea level, negative below, if known.
  public let altitude: Double?
  /// When the place was measured, if known.
  public let timestamp: UniversalTime?

  /// A place; `nil` if a coordinate is no number or out of its range, and for 0,0: devices write it if they know no
  /// place.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil, timestamp: UniversalTime? = nil)
  {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude),
      latitude != 0 || longitude != 0
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    self.timestamp = timestamp
  }
}

/// The camera that took a photo.
public struct Camera: Sendable, Hashable {
  /// The maker's name as written in the file, trimmed.
  public let make: String?
  /// The model's name as written in the file, trimmed.
  public let model: String?

  /// A camera; `nil` if neither name is known.
  public init?(make: String?, model: String?) {
    guard make != nil || model != nil else { return nil }
    self.make = make
    self.model = model
  }

  /// Make and model in one, the make left out if the model begins with it: "Canon EOS 5D".
  public var name: String {
    guard let make else { return model ?? "" }
    guard let model else { return make }
    let maker = make.split(separator: " ").first.map(String.init) ?? make
    return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(make) \(model)"
  }
}
