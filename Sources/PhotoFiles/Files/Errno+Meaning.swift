import SystemPackage

extension Errno {
  /// True if this is how a file system says that it lacks a call, or a flag of it: there is another way then.
  ///
  /// They say it in several ways: EINVAL for a flag that they do not know, ENOTSUP for what their kind of files cannot
  /// do, and ENOSYS on FUSE (rclone, MTP, gvfs).
  var isOfMissingCall: Bool { [.invalidArgument, .noFunction, .notSupported].contains(self) }
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
