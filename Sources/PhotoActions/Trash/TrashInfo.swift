import PhotoFiles
import PhotoFormats

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
      + Array("\nDeletionDate=\(WallClock.machine.time(at: time.seconds).iso8601)\n".utf8)
  }

  /// The name of the information about a file of the trash.
  static func name(of name: FileName) -> FileName { FileName(unchecked: name.bytes + ending) }

  private static let ending = Array(".trashinfo".utf8)

  /// A name for a file in the trash: its own, from the second attempt on with a number, `IMG_1 2.jpg`, and short enough
  /// for the name of its information.
  ///
  /// - Parameter attempt: 1 or more.
  static func trashName(of name: FileName, attempt: Int) -> FileName {
    name.inserting(attempt > 1 ? Array(" \(attempt)".utf8) : [], leaving: ending.count)
  }
}
