import SystemPackage

extension FileDescriptor {
  /// Who else may have a lock at the same time.
  package enum LockKind: Sendable {
    case shared
    case exclusive
  }

  /// Locks the file (flock(2)); the lock ends with `unlock()` or when the process dies.
  ///
  /// - Parameter waits: false to throw `Errno.wouldBlock` if another process has the lock.
  package func lock(_ kind: LockKind, waits: Bool = true) throws(Errno) {
    let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | (waits ? 0 : LOCK_NB)
    while flock(rawValue, operation) != 0 {
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// Locks the file, and tries for some time if another process has the lock.
  ///
  /// - Throws: `Errno.wouldBlock` if the time was not enough.
  package func lock(_ kind: LockKind, within patience: Duration) throws(Errno) {
    let end = ContinuousClock.now + patience
    while true {
      do throws(Errno) {
        return try lock(kind, waits: false)
      } catch {
        guard error == .wouldBlock, ContinuousClock.now < end else { throw error }
        usleep(5000)
      }
    }
  }

  package func unlock() { _ = flock(rawValue, LOCK_UN) }

  /// Ends the lock and closes the file.
  ///
  /// Closing alone does not end a lock while a process that is just being started still has a copy of the descriptor
  /// (flock(2)).
  package func closeUnlocked() {
    unlock()
    try? close()
  }
}

/// A file that is unlocked and closed with its last reference.
package final class FileLock: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { descriptor.closeUnlocked() }
}

extension OpenFolder {
  /// Opens a file, which is made if it is missing, and locks it for this process alone.
  ///
  /// - Parameters:
  ///   - mode: the permissions of a new file, less those of the process's umask.
  ///   - waits: false to throw `Errno.wouldBlock` if another process has the lock.
  /// - Returns: `nil` if the file was removed or replaced before it was locked. Such a lock guards nothing: try again.
  package func lock(_ name: FileName, mode: mode_t, waits: Bool = true) throws(Errno) -> FileLock? {
    let file = FileLock(try open(name, O_RDWR | O_CREAT, mode: mode))
    try file.descriptor.lock(.exclusive, waits: waits)
    return try has(file, as: name) ? file : nil
  }

  /// Opens a file, which is made if it is missing, and locks it for this process alone; tries for some time if another
  /// process has the lock, and anew if the file was removed or replaced before it was locked.
  ///
  /// - Parameter mode: the permissions of a new file, less those of the process's umask.
  /// - Throws: `Errno.wouldBlock` if the time was not enough.
  package func lock(_ name: FileName, mode: mode_t, within patience: Duration) throws(Errno) -> FileLock {
    let end = ContinuousClock.now + patience
    repeat {
      let file = FileLock(try open(name, O_RDWR | O_CREAT, mode: mode))
      try file.descriptor.lock(.exclusive, within: end - .now)
      if try has(file, as: name) { return file }
    } while ContinuousClock.now < end
    throw .wouldBlock
  }

  private func has(_ file: FileLock, as name: FileName) throws(Errno) -> Bool {
    try status(of: name)?.identity == FileStatus(file.descriptor).identity
  }
}
