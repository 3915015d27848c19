/// The size of a stored picture in pixels, before its orientation is applied.
public struct PixelSize: Sendable, Hashable {
  public let width: UInt32
  public let height: UInt32

  /// A size; `nil` unless both sides are at least 1 pixel.
  public init?(width: UInt32, height: UInt32) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// A size whose sides may be unknown.
  package init?(width: UInt32?, height: UInt32?) {
    guard let width, let height, let size = PixelSize(width: width, height: height) else { return nil }
    self = size
  }
}

/// A part of a picture in pixels from the upper left corner.
public struct PixelRectangle: Sendable, Hashable {
  public let x: UInt32
  public let y: UInt32
  public let size: PixelSize

  public init(x: UInt32, y: UInt32, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// The orientation of a stored picture (Exif 2.32, 4.6.4 A, tag 0x0112).
///
/// Each case is what must be done to display it upright.
public enum Orientation: UInt8, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case up = 1
  /// Mirror left to right.
  case upMirrored = 2
  /// Rotate by 180°.
  case down = 3
  /// Mirror top to bottom.
  case downMirrored = 4
  /// Mirror left to right, then rotate 90° anticlockwise: transpose.
  case leftMirrored = 5
  /// Rotate 90° clockwise.
  case right = 6
  /// Mirror left to right, then rotate 90° clockwise.
  case rightMirrored = 7
  /// Rotate 90° anticlockwise.
  case left = 8

  /// Whether applying the orientation exchanges width and height.
  public var swapsSides: Bool { rawValue >= 5 }
}

/// A place on Earth (WGS 84).
public struct GeoLocation: Sendable, Hashable {
  /// -90° (south) to 90° (north).
  public let latitude: Double
  /// -180° (west) to 180° (east).
  public let longitude: Double
  /// Meters above sea level, negative below it.
  public let altitude: Double?
  /// The time of the measurement.
  public let timestamp: UniversalTime?

  /// A place; `nil` for coordinates out of range and for 0,0, which devices write if they have no fix.
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
  public let make: String?
  public let model: String?

  /// A camera; `nil` if both names are missing.
  public init?(make: String?, model: String?) {
    guard make != nil || model != nil else { return nil }
    self.make = make
    self.model = model
  }

  /// Make and model; only the model if it starts with the make: "Canon EOS 5D".
  public var name: String {
    guard let make else { return model ?? "" }
    guard let model else { return make }
    let maker = make.split(separator: " ").first.map(String.init) ?? make
    return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(make) \(model)"
  }
}
