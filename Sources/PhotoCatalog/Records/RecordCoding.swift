import PhotoFiles
import PhotoFormats
import PhotoLibrary

extension RecordEncoder {
  mutating func append(_ sidecar: SeenSidecar) {
    append(bytes: sidecar.name.bytes)
    append(sidecar.inode)
    append(compact: UInt64(bitPattern: sidecar.size))
    append(sidecar.modified)
    append(sidecar.changed)
    append(optional: sidecar.fault)
  }

  mutating func append(_ metadata: PhotoMetadata) {
    append(metadata.fileType.rawValue)
    append(MetadataFlags(metadata).rawValue)
    if let size = metadata.pixelSize {
      append(compact: UInt64(size.width))
      append(compact: UInt64(size.height))
    }
    append(metadata.orientation?.rawValue ?? 0)
    if let date = metadata.captureDate {
      append(date.time.seconds)
      append(date.nanoseconds)
      append(date.fractionDigits)
      append(date.offsetMinutes ?? Int16.min)
      append(date.source.rawValue)
    }
    if let camera = metadata.camera {
      var name = RecordEncoder(reserving: 64)
      name.append(camera.make ?? "")
      name.append(camera.model ?? "")
      append(bytes: name.bytes)
    }
    if let location = metadata.location {
      append(location.latitude)
      append(location.longitude)
      append(location.altitude ?? .nan)
      append(location.timestamp?.time.seconds ?? .min)
      append(location.timestamp?.nanoseconds ?? 0)
    }
    if !metadata.values.isEmpty { append(bytes: metadata.values.encoded) }
    if let damage = metadata.damage { append(damage) }
  }
}

/// The optional parts of the metadata in a record.
struct MetadataFlags: OptionSet {
  let rawValue: UInt8
  static let size = MetadataFlags(rawValue: 1)
  static let date = MetadataFlags(rawValue: 2)
  static let camera = MetadataFlags(rawValue: 4)
  static let location = MetadataFlags(rawValue: 8)
  static let values = MetadataFlags(rawValue: 16)
  static let damage = MetadataFlags(rawValue: 32)
  static let screenshot = MetadataFlags(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ metadata: PhotoMetadata) {
    self = []
    if metadata.pixelSize != nil { insert(.size) }
    if metadata.captureDate != nil { insert(.date) }
    if metadata.camera != nil { insert(.camera) }
    if metadata.location != nil { insert(.location) }
    if !metadata.values.isEmpty { insert(.values) }
    if metadata.damage != nil { insert(.damage) }
    if metadata.isScreenshot { insert(.screenshot) }
  }
}

extension RecordDecoder {
  mutating func sidecar() throws(RecordDamage) -> SeenSidecar {
    guard let name = FileName(bytes: try data()) else { throw RecordDamage() }
    return SeenSidecar(
      name: name, inode: try integer(), size: Int64(bitPattern: try compact()), modified: try time(),
      changed: try time(), fault: try optional())
  }

  mutating func metadata(sharing facts: SharedFacts?) throws(RecordDamage) -> KnownMetadata {
    guard let type = PhotoFileType(rawValue: try integer()) else { throw RecordDamage() }
    let flags = MetadataFlags(rawValue: try integer())
    var metadata = PhotoMetadata(fileType: type)
    var parts = KnownMetadata.SharedParts()
    if flags.contains(.size) {
      guard let width = UInt32(exactly: try compact()), let height = UInt32(exactly: try compact()) else {
        throw RecordDamage()
      }
      metadata.pixelSize = PixelSize(width: width, height: height)
    }
    metadata.orientation = Orientation(rawValue: try integer())
    if flags.contains(.date) { metadata.captureDate = try date() }
    if flags.contains(.camera) {
      let name = try part()
      if let facts {
        parts.camera = facts.camera(name) { Self.camera(name) }
      } else {
        metadata.camera = Self.camera(name)
      }
    }
    if flags.contains(.location) { metadata.location = try location() }
    if flags.contains(.values) {
      let bytes = try part()
      if let facts {
        guard let values = facts.values(bytes) else { throw RecordDamage() }
        parts.values = values
      } else {
        guard let values = MetadataValues(encoded: Array(bytes)) else { throw RecordDamage() }
        metadata.values = values
      }
    }
    if flags.contains(.damage) { metadata.damage = try text() }
    metadata.isScreenshot = flags.contains(.screenshot)
    return facts == nil ? KnownMetadata(metadata) : KnownMetadata(metadata, sharing: parts)
  }

  private static func camera(_ bytes: UnsafeRawBufferPointer) -> Camera? {
    var input = RecordDecoder(bytes)
    guard let make = try? input.text(), let model = try? input.text() else { return nil }
    return Camera(make: make.isEmpty ? nil : make, model: model.isEmpty ? nil : model)
  }

  private mutating func date() throws(RecordDamage) -> CaptureDate {
    let time = CivilTime(seconds: try integer())
    let (nanoseconds, digits): (UInt32, UInt8) = (try integer(), try integer())
    let offset: Int16 = try integer()
    guard let source = DateSource(rawValue: try integer()) else { throw RecordDamage() }
    return CaptureDate(
      time: time, nanoseconds: nanoseconds, fractionDigits: digits,
      offsetMinutes: offset == .min ? nil : offset, source: source)
  }

  private mutating func location() throws(RecordDamage) -> GeoLocation {
    let (latitude, longitude, altitude) = (try double(), try double(), try double())
    let seconds: Int64 = try integer()
    let timestamp = UniversalTime(CivilTime(seconds: seconds), nanoseconds: try integer())
    guard
      let location = GeoLocation(
        latitude: latitude, longitude: longitude, altitude: altitude.isNaN ? nil : altitude,
        timestamp: seconds == .min ? nil : timestamp)
    else { throw RecordDamage() }
    return location
  }
}
