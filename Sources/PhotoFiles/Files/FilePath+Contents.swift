import SystemPackage

extension FilePath {
  /// All bytes of a file, links followed; a pipe is read to its end.
  ///
  /// - Throws: `Errno.fileTooLarge` if there are more than `limit` bytes.
  package func contents(limit: Int = .max) throws(Errno) -> [UInt8] {
    let file = try FileDescriptor.opened { () throws(Errno) in
      withPlatformString { openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC) }
    }
    defer { try? file.close() }
    return try file.readAll(limit: limit)
  }

  /// What a symbolic link says (readlink(2)); `nil` if there is no link.
  package var linkTarget: FilePath? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let length = withPlatformString { readlink($0, start, room.count) }
      return length > 0 ? FilePath(fileSystemBytes: room[..<length].map { UInt8(bitPattern: $0) }) : nil
    }
  }
}
