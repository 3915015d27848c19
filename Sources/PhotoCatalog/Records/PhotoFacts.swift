import PhotoFormats
import PhotoLibrary

/// What is asked of a photo, in as few bytes as hold it: the column `facts`.
///
/// An index in the order of dates holds it, so that a look at each of a million photos reads some 90 MB, and not the
/// records of all. It is coded as `MetadataValues` are, but texts and lists are the numbers of rows of the table
/// `value`: each is compared once, however many photos have it.
struct PhotoFacts {
  /// What a photo has besides the declared fields. A number belongs to its fact for good: catalogs hold it.
  enum Fact: UInt8 {
    /// `PhotoFileType`.
    case fileType = 1
    /// A row of the table `camera`.
    case camera
    /// `DateSource`.
    case dateSource
    case width
    case height
    case orientation
    /// In bytes.
    case size
    /// Seconds since 1970-01-01T00:00:00Z.
    case modified
    case latitude
    case longitude
    case altitude
    /// Present if the photo is a screenshot.
    case screenshot
    /// A row of the table `value`: why the header cannot be read.
    case damage
  }

  /// The numbers of the declared fields begin here.
  private static let firstField: UInt8 = 32

  /// The number of a declared field among the facts.
  static func number(of field: MetadataField) -> UInt8 { firstField &+ field.rawValue }

  /// The number of the fact that is the value of a field, or decides it; `nil` if there is no such fact.
  static func number(of field: AssetField) -> UInt8? {
    if let declared = MetadataField.allCases.first(where: { $0.key == field.name }) {
      return number(of: declared)
    }
    let fact: Fact? =
      switch field.name {
      case "fileSize": .size
      case "pixelWidth": .width
      case "pixelHeight": .height
      case "orientation": .orientation
      case "latitude": .latitude
      case "longitude": .longitude
      case "altitude": .altitude
      case "screenshot": .screenshot
      case "damaged": .damage
      case "make", "model", "camera": .camera
      case "format", "typeIdentifier", "mediaType": .fileType
      case "dateSource": .dateSource
      default: nil
      }
    return fact?.rawValue
  }

  private let entries: MetadataValues.Entries

  /// The facts in some bytes.
  init(_ bytes: UnsafeRawBufferPointer) { entries = MetadataValues.Entries(bytes) }

  /// The whole number of a fact.
  func integer(_ number: UInt8) -> Int64? { entries[number].map { CompactNumber.integer($0) } }

  /// The number of a fact.
  func number(_ number: UInt8) -> Double? { entries[number].flatMap { CompactNumber.number($0) } }

  /// The number of a fact.
  func number(_ fact: Fact) -> Double? { number(fact.rawValue) }

  /// The whole number of a fact.
  func integer(_ fact: Fact) -> Int64? { integer(fact.rawValue) }
}

/// Writes the facts of a photo.
struct PhotoFactsEncoder {
  private(set) var bytes: [UInt8] = []

  /// The facts of an asset.
  ///
  /// - Parameters:
  ///   - camera: the row of its camera.
  ///   - identifier: the row of a value of a text or list: the number of its fact, and the value as `MetadataValues`
  ///     keeps it.
  init(
    _ asset: Asset, camera: Int64?, identifier: (UInt8, UnsafeRawBufferPointer) throws -> Int64
  ) rethrows {
    bytes.reserveCapacity(128)
    append(.fileType, Int64(asset.fileType.rawValue))
    if let camera { append(.camera, camera) }
    if let source = asset.date?.source { append(.dateSource, Int64(source.rawValue)) }
    if let size = asset.pixelSize {
      append(.width, Int64(size.width))
      append(.height, Int64(size.height))
    }
    if let orientation = asset.orientation { append(.orientation, Int64(orientation.rawValue)) }
    append(.size, asset.fileSize)
    append(.modified, asset.modified.seconds)
    if let location = asset.location {
      append(.latitude, location.latitude)
      append(.longitude, location.longitude)
      if let altitude = location.altitude { append(.altitude, altitude) }
    }
    if asset.isScreenshot { append(.screenshot, Int64(1)) }
    if var damage = asset.damage {
      let number = PhotoFacts.Fact.damage.rawValue
      append(.damage, try damage.withUTF8 { try identifier(number, UnsafeRawBufferPointer($0)) })
    }
    try appendFields(asset.values, identifier)
  }

  private mutating func appendFields(
    _ values: MetadataValues, _ identifier: (UInt8, UnsafeRawBufferPointer) throws -> Int64
  ) rethrows {
    try values.forEachEncoded { field, value in
      let number = PhotoFacts.number(of: field)
      switch field.kind {
      case .text, .list: append(number, try identifier(number, value))
      case .regions:
        let names = FieldValue(value, .regions)?.names ?? []
        append(number, try names.withUnsafeBytes { try identifier(number, $0) })
      case .integer, .number, .flag, .date: append(number) { $0 += value }
      }
    }
  }

  private mutating func append(_ fact: PhotoFacts.Fact, _ value: Int64) { append(fact.rawValue, value) }

  private mutating func append(_ number: UInt8, _ value: Int64) {
    append(number) { CompactNumber.append(value, to: &$0) }
  }

  private mutating func append(_ fact: PhotoFacts.Fact, _ value: Double) {
    append(fact.rawValue) { CompactNumber.append(value, to: &$0) }
  }

  private mutating func append(_ number: UInt8, _ value: (inout [UInt8]) -> Void) {
    MetadataValues.append(number, to: &bytes, value)
  }
}

extension FieldValue {
  /// The names of faces as a list, as `MetadataValues` keeps it: no other part of a face is compared.
  fileprivate var names: [UInt8] {
    guard case .regions(let faces) = self else { return [] }
    return FieldValue.list(faces.map(\.name)).encoded
  }
}
