import PhotoFiles

struct DeclaredTag: Sendable {
  let number: Int
  let reading: ExifReading

  func value(in values: ExifValues, _ kind: FieldKind) -> FieldValue? {
    guard let value = values[number] else { return nil }
    switch reading {
    case .value: return value.fieldValue(kind)
    // From a microsecond to 12 days.
    case .apexTime: return value.power(of: -20...20) { -$0 }
    // From f/0.25 to f/1024: no lens is faster than f/0.5, and few pinholes are smaller than f/500.
    case .apexAperture: return value.power(of: -4...20) { $0 / 2 }
    case .lowestBit: return value.integer().map { .flag($0 & 1 == 1) }
    case .isPanorama: return value.integer() == 6 ? .flag(true) : nil
    case .isPortrait: return value.integer().map { (7...8).contains($0) } == true ? .flag(true) : nil
    case .sensitivity: return value.double().flatMap { $0 == 65_535 ? nil : .number($0) }
    case .joinedTexts: return value.text.map { .list(JoinedTexts.texts($0)) }
    case .copyright: return value.copyright.map { .text($0) }
    case .userComment: return UserComment.text(value).map { .text($0) }
    case .windowsTexts: return value.windowsTexts(kind)
    case .percentRating: return value.double().flatMap { FieldValue.stars(percent: $0) }
    case .gpsSpeed:
      let unit = values[ExifTag.gpsSpeedRef, .gps]?.initial
      return value.double().map { .number($0 * Self.kilometres(unit)) }
    }
  }

  /// The length in kilometers of a unit of GPSSpeedRef (Exif 2.32, 4.6.6).
  private static func kilometres(_ unit: Unicode.Scalar?) -> Double {
    switch unit {
    case "M": 1.609_344
    case "N": 1.852
    default: 1
    }
  }
}

extension IFDValue {
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

  /// 2 to the power of an APEX value (Exif 2.32, annex C), or `nil` if no camera writes that value.
  fileprivate func power(of range: ClosedRange<Double>, _ exponent: (Double) -> Double) -> FieldValue? {
    double().flatMap { range.contains($0) ? .number(exp2(exponent($0))) : nil }
  }

  /// The copyrights of photographer and editor, one per line; a blank replaces a missing photographer's.
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

  /// UTF-16, least significant byte first, with semicolons between the elements of a list (Windows, "XPKeywords").
  fileprivate func windowsTexts(_ kind: FieldKind) -> FieldValue? {
    let text = bytes.utf16Text(.little)
    guard kind == .list else { return .text(text) }
    return .list(text.split(separator: ";").map(String.init))
  }
}
