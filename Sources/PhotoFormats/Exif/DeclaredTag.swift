import PhotoFiles

/// A tag that a declared field names.
struct DeclaredTag: Sendable {
  /// Its number in `ExifTagTable`.
  let number: Int
  /// How its values are read.
  let reading: ExifReading

  /// What the tag says for a field of a kind, or `nil` if it says nothing.
  func value(in values: ExifValues, _ kind: FieldKind) -> FieldValue? {
    guard let value = values[number] else { return nil }
    switch reading {
    case .value: return value.fieldValue(kind)
    // From a microsecond to 12 days.
    case .apexTime: return value.power(of: -20...20) { -$0 }
    // From f/0.25 to f/1024: no lens is faster than f/0.5, and few pinholes are smaller than f/500.
    case .apexAperture: return value.power(of: -4...20) { $0 / 2 }
    case .lowestBit: return value.integer().map { .flag($0 & 1 == 1) }
    case .isOneOf(let numbers): return value.integer().flatMap { numbers.contains($0) ? .flag(true) : nil }
    case .sensitivity: return value.double().flatMap { $0 == 65_535 ? nil : .number($0) }
    case .joinedTexts: return value.text.map { .list(JoinedTexts.texts($0)) }
    case .copyright: return value.copyright.map { .text($0) }
    case .userComment: return UserComment.text(value).map { .text($0) }
    case .windowsTexts: return value.windowsTexts(kind)
    case .gpsSpeed:
      let unit = values[ExifTag.gpsSpeedRef, .gps]?.initial
      return value.double().map { .number($0 * Self.kilometres(unit)) }
    }
  }

  /// How many kilometres a unit of GPSSpeedRef is: kilometres, miles, or nautical miles (Exif 2.32, 4.6.6).
  private static func kilometres(_ unit: Unicode.Scalar?) -> Double {
    switch unit {
    case "M": 1.609_344
    case "N": 1.852
    default: 1
    }
  }
}

extension IFDValue {
  /// The first value as a field of a kind holds it, or `nil` if the entry has none of that kind.
  func fieldValue(_ kind: FieldKind) -> FieldValue? {
    switch kind {
    case .text: text.map { .text($0) }
    case .list: text.map { .list([$0]) }
    case .integer: integer().map { .integer(Int64($0)) }
    case .number: double().flatMap { $0.isFinite ? .number($0) : nil }
    case .flag: integer().map { .flag($0 != 0) }
    case .date: DateText(bytes).map { .date($0.captureDate(.exifDateTime)) }
    case .regions: nil
    }
  }

  /// 2 to the power that an APEX value tells (Exif 2.32, annex C); `nil` for one that no camera writes.
  fileprivate func power(of range: ClosedRange<Double>, _ exponent: (Double) -> Double) -> FieldValue? {
    double().flatMap { range.contains($0) ? .number(exp2(exponent($0))) : nil }
  }

  /// The two parts of a copyright, one below the other; a blank stands in for a photographer's that is missing.
  fileprivate var copyright: String? {
    guard let end = bytes.firstIndex(of: 0) else { return text }
    let blank = UInt8(ascii: " ")
    var lines: [UInt8] = []
    for part in [bytes.prefixSlice(at: 0, count: end), bytes.suffix(from: end + 1)] {
      let words = part.prefixSlice(at: 0, count: part.firstIndex(of: 0) ?? part.count).array
      lines += words.prefix((words.lastIndex { $0 != blank } ?? -1) + 1) + [UInt8(ascii: "\n")]
    }
    return Bytes(lines).trimmedText
  }

  /// Texts in UTF-16, least significant byte first, with semicolons between those of a list (Windows, "XPKeywords").
  fileprivate func windowsTexts(_ kind: FieldKind) -> FieldValue? {
    let text = bytes.utf16Text(.little)
    guard kind == .list else { return .text(text) }
    return .list(text.split(separator: ";").map(String.init))
  }
}
