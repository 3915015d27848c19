/// The metadata in AVCHD videos: entries of four bytes in supplemental enhancement information (ITU-T H.264, D.1.6).
/// The format isn't published; the entries are those that ExifTool documents.
struct AVCHDMetadata {
  /// 17ee8c60-f84d-11d9-8cd6-0800200c9a66, and the name of the content.
  private static let name: [UInt8] =
    [
      0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
    ] + Array("MDPM".utf8)

  private static let makers: [UInt16: String] = [
    0x0103: "Panasonic", 0x0108: "Sony", 0x1011: "Canon", 0x1104: "JVC",
  ]

  private var entries: [UInt8: Bytes] = [:]

  init?(_ messages: Bytes) {
    var position = 0
    while let kind = Self.number(messages, &position), let count = Self.number(messages, &position),
      let message = messages.slice(at: position, count: count)
    {
      position += count
      guard kind == 5, message.prefixSlice(at: 0, count: Self.name.count) == Bytes(Self.name) else {
        continue
      }
      var place = Self.name.count + 1
      for _ in 0..<(message[Self.name.count] ?? 0) {
        guard let number = message[place], let value = message.slice(at: place + 1, count: 4) else { break }
        if entries[number] == nil { entries[number] = value }
        place += 5
      }
      return
    }
    return nil
  }

  private static func number(_ bytes: Bytes, _ position: inout Int) -> Int? {
    var value = 0
    while let byte = bytes[position] {
      position += 1
      value += Int(byte)
      if byte < 255 { return value }
    }
    return nil
  }

  /// The date, with the offset that is set in the camera.
  var date: DateText? {
    guard let first = entries[0x18], let second = entries[0x19], let zone = first[0],
      let century = Self.decimal(first[1]), let year = Self.decimal(first[2]),
      let month = Self.decimal(first[3]), let day = Self.decimal(second[0]),
      let hour = Self.decimal(second[1]), let minute = Self.decimal(second[2]),
      let second = Self.decimal(second[3]),
      let time = CivilTime(
        year: century * 100 + year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    // Hours in bits 1 to 4, half an hour in bit 0, west in bit 5; bit 7 means unknown.
    let minutes = Int16(zone >> 1 & 0x0F) * 60 + Int16(zone & 1) * 30
    let isKnown = zone & 0x80 == 0 && minutes <= 14 * 60
    return DateText(time: time, offsetMinutes: isKnown ? (zone & 0x20 == 0 ? minutes : -minutes) : nil)
  }

  private static func decimal(_ byte: UInt8?) -> Int? {
    guard let byte, byte >> 4 <= 9, byte & 0x0F <= 9 else { return nil }
    return Int(byte >> 4) * 10 + Int(byte & 0x0F)
  }

  /// The camera; only Sony writes the model.
  var camera: Camera? {
    guard let make = entries[0xE0]?.uint16(at: 0, .big).flatMap({ Self.makers[$0] }) else { return nil }
    let model = (UInt8(0xE4)...0xE6).flatMap { entries[$0]?.array ?? [] }
    return Camera(make: make, model: make == "Sony" ? Bytes(model).trimmedText : nil)
  }

  var location: GeoLocation? {
    guard let latitude = degrees(from: 0xB2), let longitude = degrees(from: 0xB6) else { return nil }
    let altitude = fraction(0xBA).map { entries[0xB9]?.uint32(at: 0, .big) ?? 0 == 0 ? $0 : -$0 }
    return GeoLocation(
      latitude: entries[0xB1]?.has("S") == true ? -latitude : latitude,
      longitude: entries[0xB5]?.has("W") == true ? -longitude : longitude, altitude: altitude)
  }

  private func degrees(from number: UInt8) -> Double? {
    guard let degrees = fraction(number), let minutes = fraction(number + 1),
      let seconds = fraction(number + 2)
    else { return nil }
    return degrees + minutes / 60 + seconds / 3600
  }

  private func fraction(_ number: UInt8) -> Double? {
    guard let entry = entries[number], let above = entry.uint16(at: 0, .big),
      let below = entry.uint16(at: 2, .big), below > 0
    else { return nil }
    return Double(above) / Double(below)
  }
}
