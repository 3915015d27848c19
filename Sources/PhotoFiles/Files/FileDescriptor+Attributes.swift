import SystemPackage

extension FileDescriptor {
  /// Sets when the content changed last, and when it was read last to the same time.
  package func setModified(_ modified: FileStatus.Time) throws(Errno) {
    let time = timespec(tv_sec: Int(modified.seconds), tv_nsec: Int(modified.nanoseconds))
    guard futimens(rawValue, [time, time]) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Sets the permission bits.
  package func setPermissions(_ permissions: mode_t) throws(Errno) {
    guard fchmod(rawValue, permissions) == 0 else { throw Errno(rawValue: errno) }
  }
}
