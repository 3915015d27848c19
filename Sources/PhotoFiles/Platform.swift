import SystemPackage

// The C library under the name that it has on this system. Every file that imports PhotoFiles sees it, so that no
// other file needs to distinguish systems.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

extension Errno {
  /// Throws the error of a system call that has returned anything but 0.
  static func check(_ result: Int32) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// Whether a file system returns this error if it doesn't support a call, or a flag of it.
  ///
  /// File systems return EINVAL for an unknown flag, ENOTSUP for what their files cannot do, and ENOSYS on FUSE
  /// (rclone, MTP, gvfs).
  var isOfMissingCall: Bool { [.invalidArgument, .noFunction, .notSupported].contains(self) }

  /// The reason why an internal file cannot be used. The system's message for a symbolic link that is not followed
  /// mentions nested symbolic links (O_NOFOLLOW, open(2)).
  package var reasonOfOwnFile: String {
    self == .tooManySymbolicLinkLevels
      ? "a symbolic link is in place of a file there, which photopick does not follow; remove it" : "\(self)"
  }
}

/// Returns the result of a call, or `nil` if the call fails because a file doesn't exist.
@discardableResult
package func ifPresent<Result>(_ body: () throws(Errno) -> Result) throws(Errno) -> Result? {
  do throws(Errno) {
    return try body()
  } catch .noSuchFileOrDirectory {
    return nil
  }
}

/// Calls functions of SystemPackage, which throw only `Errno`; a cancelled task throws `Errno.canceled`.
package func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch let error as Errno {
    throw error
  } catch is CancellationError {
    throw .canceled
  } catch {
    throw .ioError
  }
}
