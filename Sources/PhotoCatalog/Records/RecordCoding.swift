import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Appends values to a record, least significant byte first.
struct RecordEncoder {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(192) }

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number in groups of seven bits, lowest first (LEB128).
  mutating func append(compact value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(_ value: Double) { append(value.bitPattern) }

  mutating func append(_ time: FileStatus.Time) {
    append(time.seconds)
    append(time.nanoseconds)
  }

  mutating func append(_ text: String) {
    append(compact: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(bytes values: [UInt8]) {
    append(compact: UInt64(values.count))
    bytes.append(contentsOf: values)
  }

  mutating func append(_ sidecar: SeenSidecar) {
    append(bytes: sidecar.name.bytes)
    append(sidecar.inode)
    append(compact: UInt64(bitPattern: sidecar.size))
    append(sidecar.modified)
    append(sidecar.changed)
    append(UInt8(sidecar.fault == nil ? 0 : 1))
    if let fault = sidecar.fault { append(fault) }
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
      append(camera.make ?? "")
      append(camera.model ?? "")
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

/// The parts of the metadata that stand in a record.
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

/// Reads values from a record; `nil` beyond its end.
struct RecordDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard position + size <= bytes.count else { return nil }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  mutating func uint8() -> UInt8? { integer(UInt8.self) }
  mutating func uint64() -> UInt64? { integer(UInt64.self) }
  mutating func int64() -> Int64? { integer(Int64.self) }
  mutating func double() -> Double? { integer(UInt64.self).map(Double.init(bitPattern:)) }

  mutating func time() -> FileStatus.Time? {
    guard let seconds = int64(), let nanoseconds = integer(Int32.self) else { return nil }
    return FileStatus.Time(seconds: seconds, nanoseconds: nanoseconds)
  }

  mutating func compact() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = uint8() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// A number of bytes that follow.
  private mutating func count() -> Int? {
    compact().flatMap(Int.init(exactly:)).flatMap { $0 <= bytes.count - position ? $0 : nil }
  }

  mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func data() -> [UInt8]? {
    guard let count = count() else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func sidecar() -> SeenSidecar? {
    guard let name = data().flatMap(FileName.init(bytes:)), let inode = uint64(),
      let size = compact().map(Int64.init(bitPattern:)), let modified = time(), let changed = time(),
      let hasFault = uint8()
    else { return nil }
    var fault: String?
    if hasFault != 0 {
      guard let text = text() else { return nil }
      fault = text
    }
    return SeenSidecar(
      name: name, inode: inode, size: size, modified: modified, changed: changed, fault: fault)
  }

  mutating func metadata() -> PhotoMetadata? {
    guard let type = uint8().flatMap(PhotoFileType.init(rawValue:)), let raw = uint8() else { return nil }
    let flags = MetadataFlags(rawValue: raw)
    var metadata = PhotoMetadata(fileType: type)
    if flags.contains(.size) {
      guard let width = compact().flatMap(UInt32.init(exactly:)),
        let height = compact().flatMap(UInt32.init(exactly:))
      else { return nil }
      metadata.pixelSize = PixelSize(width: width, height: height)
    }
    guard let orientation = uint8() else { return nil }
    metadata.orientation = Orientation(rawValue: orientation)
    if flags.contains(.date) {
      guard let date = date() else { return nil }
      metadata.captureDate = date
    }
    if flags.contains(.camera) {
      guard let make = text(), let model = text() else { return nil }
      metadata.camera = Camera(make: make.isEmpty ? nil : make, model: model.isEmpty ? nil : model)
    }
    if flags.contains(.location) {
      guard let location = location() else { return nil }
      metadata.location = location
    }
    if flags.contains(.values) {
      guard let values = data().flatMap(MetadataValues.init(encoded:)) else { return nil }
      metadata.values = values
    }
    if flags.contains(.damage) {
      guard let damage = text() else { return nil }
      metadata.damage = damage
    }
    metadata.isScreenshot = flags.contains(.screenshot)
    return metadata
  }

  private mutating func date() -> CaptureDate? {
    guard let seconds = int64(), let nanoseconds = integer(UInt32.self), let digits = uint8(),
      let offset = integer(Int16.self), let source = uint8().flatMap(DateSource.init(rawValue:))
    else { return nil }
    return CaptureDate(
      time: CivilTime(seconds: seconds), nanoseconds: nanoseconds, fractionDigits: digits,
      offsetMinutes: offset == .min ? nil : offset, source: source)
  }

  private mutating func location() -> GeoLocation? {
    guard let latitude = double(), let longitude = double(), let altitude = double(), let seconds = int64(),
      let nanoseconds = integer(UInt32.self)
    else { return nil }
    let timestamp = UniversalTime(CivilTime(seconds: seconds), nanoseconds: nanoseconds)
    return GeoLocation(
      latitude: latitude, longitude: longitude, altitude: altitude.isNaN ? nil : altitude,
      timestamp: seconds == .min ? nil : timestamp)
  }
}
