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

  /// The target of a symbolic link; `nil` if there is no link.
  package var linkTarget: FilePath? {
    withPlatformString { FilePath(targetOfLink: $0, in: FileDescriptor(rawValue: AT_FDCWD)) }
  }

  /// Reads a symbolic link (readlinkat(2)).
  init?(targetOfLink name: UnsafePointer<CInterop.PlatformChar>, in folder: FileDescriptor) {
    var text = [CInterop.PlatformChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlinkat(folder.rawValue, name, &text, text.count - 1) > 0 else { return nil }
    self.init(platformString: text)
  }
}
