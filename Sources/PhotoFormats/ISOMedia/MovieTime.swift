/// Creation time and duration of a movie or track (ISO 14496-12, 8.2.2, 8.4.2 and 8.8.2).
struct MovieTime {
  /// The UTC creation time.
  private(set) var created: DateText?
  private var unitsPerSecond: UInt32 = 0
  private var duration: UInt64?
  private var fragmentsDuration: UInt64?

  /// The duration in seconds; falls back to the fragments.
  var seconds: Double? {
    guard unitsPerSecond > 0 else { return nil }
    return (duration.flatMap { $0 > 0 ? $0 : nil } ?? fragmentsDuration ?? duration)
      .map { Double($0) / Double(unitsPerSecond) }
  }

  /// Parses `mvhd`, or `mdhd`, which starts the same way.
  mutating func readHeader(_ bytes: Bytes) {
    guard let version = bytes[0] else { return }
    let size = version == 0 ? 4 : 8
    created = bytes.integer(at: 4, size: size, .big).flatMap(Self.date)
    unitsPerSecond = bytes.uint32(at: 4 + 2 * size, .big) ?? 0
    duration = Self.duration(bytes, at: 8 + 2 * size, size: size)
  }

  /// Parses `mehd` in `mvex`.
  mutating func readExtends(_ content: BoxRegion) {
    guard let bytes = content.first(.movieExtendsHeader)?.content.bytes, let version = bytes[0] else {
      return
    }
    fragmentsDuration = Self.duration(bytes, at: 4, size: version == 0 ? 4 : 8)
  }

  /// A duration with all bits set is unknown.
  private static func duration(_ bytes: Bytes, at offset: Int, size: Int) -> UInt64? {
    let unknown = UInt64.max >> UInt64(64 - size * 8)
    return bytes.integer(at: offset, size: size, .big).flatMap { $0 == unknown ? nil : $0 }
  }

  private static let secondsTo1970: UInt64 = 2_082_844_800

  private static let lastSecond: UInt64 = 253_402_300_799

  /// The time in seconds since 1904; `nil` for 0. As in ExifTool, times before 1970 are relative to 1970.
  private static func date(_ value: UInt64) -> DateText? {
    let seconds = value >= secondsTo1970 ? value - secondsTo1970 : value
    guard seconds > 0, seconds <= lastSecond else { return nil }
    return DateText(time: CivilTime(seconds: Int64(seconds)), offsetMinutes: 0)
  }
}
