/// A record of Google Photos in the JSON of Takeout.
package struct TakeoutRecord: Sendable, Hashable {
  /// `photoTakenTime`, in UTC.
  package private(set) var date: CaptureDate?
  /// `geoData`, which people may have changed, otherwise `geoDataExif`.
  package private(set) var location: GeoLocation?
  package private(set) var findings = MetadataFindings()

  private var exifLocation: GeoLocation?
  private var isOfPhoto = false
  private var isOfAlbum = false

  /// Parses a JSON document; `nil` if it doesn't describe a photo but, for example, an album.
  package init?(_ bytes: [UInt8]) throws {
    var reader = JSONReader(bytes)
    var record = TakeoutRecord()
    try reader.members { key, reader in try record.take(key, &reader) }
    try reader.end()
    guard record.isOfPhoto, !record.isOfAlbum else { return nil }
    record.location = record.location ?? record.exifLocation
    self = record
  }

  private init() {}

  private mutating func take(_ key: String, _ reader: inout JSONReader) throws {
    switch key {
    case "photoTakenTime", "geoData", "geoDataExif", "favorited", "googlePhotosOrigin": isOfPhoto = true
    case "access", "date", "albumData": isOfAlbum = true
    default: break
    }
    switch key {
    case "title": offer(try reader.text(), for: .title)
    case "description": offer(try reader.text(), for: .caption)
    case "photoTakenTime": date = try Self.date(&reader) ?? date
    case "geoData": location = try Self.location(&reader) ?? location
    case "geoDataExif": exifLocation = try Self.location(&reader) ?? exifLocation
    case "people": try takePeople(&reader)
    case "favorited": if try reader.text() == "true" { findings.offer(.flag(true), for: .favorite) }
    default: try reader.skipValue()
    }
  }

  private mutating func offer(_ text: String?, for field: MetadataField) {
    if let text { findings.offer(.text(text), for: field) }
  }

  private mutating func takePeople(_ reader: inout JSONReader) throws {
    var names: [String] = []
    try reader.elements { reader in
      try reader.members { key, reader in
        if key == "name" { names += [try reader.text()].compactMap(\.self) } else { try reader.skipValue() }
      }
    }
    findings.offer(.list(names), for: .people)
  }

  /// Parses seconds since 1970-01-01T00:00:00Z; 0 is unknown.
  private static func date(_ reader: inout JSONReader) throws -> CaptureDate? {
    var seconds: Int64?
    try reader.members { key, reader in
      if key == "timestamp" {
        seconds = try reader.text().flatMap { Int64($0) }
      } else {
        try reader.skipValue()
      }
    }
    guard let seconds, seconds != 0, CaptureDate.unixRange.contains(seconds) else { return nil }
    return CaptureDate(time: CivilTime(seconds: seconds), offsetMinutes: 0, source: .takeoutPhotoTakenTime)
  }

  /// Parses a place; an altitude of 0 is unknown.
  private static func location(_ reader: inout JSONReader) throws -> GeoLocation? {
    var numbers: [String: Double] = [:]
    try reader.members { key, reader in
      switch key {
      case "latitude", "longitude", "altitude": numbers[key] = try reader.text().flatMap { Double($0) }
      default: try reader.skipValue()
      }
    }
    guard let latitude = numbers["latitude"], let longitude = numbers["longitude"] else { return nil }
    let altitude = numbers["altitude"].flatMap { $0 == 0 ? nil : $0 }
    return GeoLocation(latitude: latitude, longitude: longitude, altitude: altitude)
  }
}
