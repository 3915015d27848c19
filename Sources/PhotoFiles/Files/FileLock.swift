import SystemPackage

extension FileDescriptor {
  package enum LockKind: Sendable {
    case shared
    case exclusive
  }

  /// Locks the file (flock(2)) until `unlock()` or exit.
  ///
  /// - Parameter patience: the time to wait for the lock; `nil` for no limit.
  package func lock(_ kind: LockKind, within patience: Duration? = nil) throws(Errno) {
    let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | (patience == nil ? 0 : LOCK_NB)
    let end = patience.map { ContinuousClock.now + $0 }
    while flock(rawValue, operation) != 0 {
      let failure = Errno(rawValue: errno)
      if failure == .interrupted { continue }
      guard failure == .wouldBlock, let end, ContinuousClock.now < end else { throw failure }
      // A program that locks a folder for each of many photos unlocks it only briefly.
      usleep(500)
    }
  }

  package func unlock() { _ = flock(rawValue, LOCK_UN) }

  /// Unlocks and closes the file. Closing alone does not unlock it while a child that is being started still has a
  /// copy of the descriptor (flock(2)).
  package func closeUnlocked() {
    unlock()
    try? close()
  }
}

/// A locked file. Deinitialization unlocks and closes it.
package final class FileLock: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { descriptor.closeUnlocked() }
}

extension OpenFolder {
  /// Opens a file, which is made if it is missing, and locks it exclusively; tries again if the file
  /// was removed or replaced before it was locked.
  ///
  /// - Parameters:
  ///   - mode: the permissions of a new file, less the umask.
  ///   - patience: as for `FileDescriptor.lock`.
  package func lock(
    _ name: FileName, mode: mode_t, within patience: Duration? = nil
  ) throws(Errno) -> FileLock {
    let end = patience.map { ContinuousClock.now + $0 }
    // On a file system whose inode numbers change with each call, the identities would never be equal.
    for _ in 0..<100 {
      let file = FileLock(try open(name, O_RDWR | O_CREAT, mode: mode))
      try file.descriptor.lock(.exclusive, within: end.map { $0 - .now })
      if try status(of: name)?.identity == FileStatus(file.descriptor).identity { return file }
    }
    throw .wouldBlock
  }
}
