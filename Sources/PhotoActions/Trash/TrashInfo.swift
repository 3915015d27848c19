import PhotoFiles
import SystemPackage

/// What a trash keeps about a file: where it was, and when it came (Trash specification 1.0, "Contents of a trash
/// directory").
struct TrashInfo: Sendable, Hashable {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - path: where the file was: absolute, or relative to the top folder of the trash's volume.
  ///   - time: when it was moved; written in the local time of the machine.
  init(path: [UInt8], time: FileStatus.Time = .now) {
    bytes =
      Array("[Trash Info]\nPath=".utf8) + FileURL.escaped(path)
      + Array("\nDeletionDate=\(Self.text(time))\n".utf8)
  }

  /// A time as `YYYY-MM-DDThh:mm:ss`.
  private static func text(_ time: FileStatus.Time) -> String {
    var (moment, parts) = (time_t(time.seconds), tm())
    tzset()
    localtime_r(&moment, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0, 2) }
    return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))"
  }

  /// The name of the information about a file of the trash.
  static func name(of name: FileName) -> FileName { FileName(unchecked: name.bytes + ending) }

  private static let ending = Array(".trashinfo".utf8)
  /// The most bytes that a name has on common file systems (NAME_MAX).
  private static let nameLimit = 255

  /// A name for a file in the trash: its own, from the second attempt on with a number, `IMG_1 2.jpg`. It is cut so that
  /// the name of its information fits too.
  ///
  /// - Parameter attempt: 1 or more.
  static func trashName(of name: FileName, attempt: Int) -> FileName {
    let room = nameLimit - ending.count
    let number = attempt > 1 ? Array(" \(attempt)".utf8) : []
    var stem = name.stem
    var end = Array(name.bytes.dropFirst(stem.count))
    // Anything that long is no extension.
    if end.count > 32 { (stem, end) = (name.bytes, []) }
    return FileName(unchecked: cut(stem, to: room - number.count - end.count) + number + end)
  }

  /// The beginning of a text that has so many bytes at most and does not end within a character of UTF-8.
  private static func cut(_ text: [UInt8], to limit: Int) -> [UInt8] {
    guard text.count > limit else { return text }
    var end = limit
    while end > max(1, limit - 3), text[end] & 0xC0 == 0x80 { end -= 1 }
    // Bytes that are not UTF-8 are cut anywhere.
    return Array(text[..<(text[end] & 0xC0 == 0x80 ? limit : end)])
  }
}
