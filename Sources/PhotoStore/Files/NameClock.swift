import PhotoFiles
import PhotoFormats
import SystemPackage

/// Makes names from the UTC time with microseconds, such as `2026-11-20_22-38-36-123456.jpg`.
///
/// The store's lock file contains the last time used, which is read and written under the lock. Each name is therefore
/// later than the one before, even if two writers share a microsecond, after a deletion, and if the clock is set
/// back.
struct NameClock {
  let lock: FileDescriptor
  let store: FilePath

  /// The end of the year 9999 in microseconds since 1970-01-01T00:00:00Z.
  private static let end: Int64 = 253_402_300_800_000_000

  func next(in folder: OpenFolder, pathExtension: String?) throws(StoreError) -> StoreName {
    var time = max(now(), try lastTime() + 1)
    while true {
      let name = try name(at: time, pathExtension: pathExtension)
      let isTaken = try attempt("look into", store) { () throws(Errno) in
        try folder.status(of: name.fileName) != nil
      }
      if !isTaken {
        try setLastTime(time)
        return name
      }
      time += 1
    }
  }

  private func name(at time: Int64, pathExtension: String?) throws(StoreError) -> StoreName {
    let parts = CivilTime(seconds: time / 1_000_000).parts
    let fields = [
      parts.year.digits(4) + "-" + parts.month.digits(2) + "-" + parts.day.digits(2),
      parts.hour.digits(2) + "-" + parts.minute.digits(2) + "-" + parts.second.digits(2),
    ]
    let stem = fields.joined(separator: "_") + "-" + (time % 1_000_000).digits(6)
    // An invalid extension is omitted.
    if let pathExtension, !pathExtension.isEmpty, let name = try? StoreName("\(stem).\(pathExtension)") {
      return name
    }
    return try StoreName(stem)
  }

  private func now() -> Int64 {
    let time = FileStatus.Time.now
    return min(max(0, time.seconds), NameClock.end / 1_000_000 - 1) * 1_000_000 + Int64(time.nanoseconds)
      / 1000
  }

  private func lastTime() throws(StoreError) -> Int64 {
    try attempt("read the lock file of", store) { () throws(Errno) in
      try withErrno {
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try bytes.withUnsafeMutableBytes { try lock.read(fromAbsoluteOffset: 0, into: $0) }
        guard count == 8, let time = Bytes(bytes).uint64(at: 0, .little), time < UInt64(NameClock.end) - 1
        else { return 0 }
        return Int64(time)
      }
    }
  }

  private func setLastTime(_ time: Int64) throws(StoreError) {
    _ = try attempt("write the lock file of", store) { () throws(Errno) in
      try withErrno {
        try withUnsafeBytes(of: UInt64(time).littleEndian) { try lock.writeAll(toAbsoluteOffset: 0, $0) }
      }
    }
  }
}
