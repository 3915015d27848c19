import SystemPackage

// The C library under the name that it has on this system. Every file that imports PhotoFiles sees it, so that no
// other file has to tell the systems apart.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

extension Errno {
  /// Throws the error of a system call that returned anything but 0.
  static func check(_ result: Int32) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// True if this is how a file system says that it lacks a call, or a flag of it: there is another way then.
  ///
  /// They say it in several ways: EINVAL for a flag that they do not know, ENOTSUP for what their kind of files cannot
  /// do, and ENOSYS on FUSE (rclone, MTP, gvfs).
  var isOfMissingCall: Bool { [.invalidArgument, .noFunction, .notSupported].contains(self) }

  /// The reason why a file that photopick keeps in a folder cannot be used. The system's own words for a link that is
  /// not followed speak of levels of links (O_NOFOLLOW, open(2)).
  package var reasonOfOwnFile: String {
    self == .tooManySymbolicLinkLevels
      ? "a symbolic link is in place of a file there, which photopick does not follow; remove it" : "\(self)"
  }
}

/// Calls functions of SystemPackage, which throw nothing but `Errno`; a cancelled task throws `Errno.canceled`.
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
