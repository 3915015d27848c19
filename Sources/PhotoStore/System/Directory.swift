import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open folder whose entries are named relative to it.
///
/// Every call takes one component of a path and never follows a link in it, so that nothing done through
/// a directory can reach outside, whatever is put in its place meanwhile. It closes with its last reference.
final class Directory: Sendable {
  let descriptor: FileDescriptor

  /// Opens a folder of one's own choice; links on the way to it are followed.
  init(_ path: FilePath) throws(Errno) {
    descriptor = try withErrno {
      try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    }
  }

  /// Opens a folder inside another one; a link in its place is an error.
  init(_ name: FilePath.Component, in parent: Directory) throws(Errno) {
    descriptor = try parent.open(name, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a folder inside another one and makes it where it is missing.
  convenience init(making name: FilePath.Component, in parent: Directory, mode: mode_t) throws(Errno) {
    do throws(Errno) {
      try self.init(name, in: parent)
    } catch .noSuchFileOrDirectory {
      let result = name.withPlatformString { mkdirat(parent.descriptor.rawValue, $0, mode) }
      if result != 0, errno != EEXIST { throw Errno(rawValue: errno) }
      try parent.synchronize()
      try self.init(name, in: parent)
    }
  }

  deinit { try? descriptor.close() }

  /// Opens a file of this folder, with `openat` flags besides `O_NOFOLLOW` and `O_CLOEXEC`.
  func open(_ name: FilePath.Component, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> FileDescriptor {
    while true {
      let result = name.withPlatformString {
        openat(descriptor.rawValue, $0, flags | O_NOFOLLOW | O_CLOEXEC, mode)
      }
      if result >= 0 { return FileDescriptor(rawValue: result) }
      if errno != EINTR { throw Errno(rawValue: errno) }
    }
  }

  /// What stands under a name, links not followed; `nil` where nothing does.
  func status(of name: FilePath.Component) throws(Errno) -> Stat? {
    do throws(Errno) {
      return try Stat(FilePath(root: nil, [name]), relativeTo: descriptor, flags: .symlinkNoFollow)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  /// Removes a file; one that is not there counts as removed.
  func remove(_ name: FilePath.Component) throws(Errno) {
    let result = name.withPlatformString { unlinkat(descriptor.rawValue, $0, 0) }
    if result != 0, errno != ENOENT { throw Errno(rawValue: errno) }
  }

  /// Moves a file over whatever file has the new name.
  func replace(
    _ name: FilePath.Component, in target: Directory, as newName: FilePath.Component
  ) throws(Errno) {
    try check(name, newName) { renameat(descriptor.rawValue, $0, target.descriptor.rawValue, $1) }
  }

  /// Moves a file to a name that nothing has yet.
  ///
  /// A move cut short between its two halves leaves one file under both names, which a second call ends.
  /// File systems without hard links get a look and a rename instead.
  /// - Throws: `Errno.fileExists` where the new name is taken.
  func moveExclusively(
    _ name: FilePath.Component, to target: Directory, as newName: FilePath.Component
  ) throws(Errno) {
    do throws(Errno) {
      try check(name, newName) { linkat(descriptor.rawValue, $0, target.descriptor.rawValue, $1, 0) }
    } catch .fileExists {
      guard let old = try status(of: name), let new = try target.status(of: newName),
        old.inode == new.inode, old.deviceID == new.deviceID
      else { throw .fileExists }
    } catch Errno.notPermitted, Errno.notSupported {
      guard try target.status(of: newName) == nil else { throw .fileExists }
      return try replace(name, in: target, as: newName)
    }
    try remove(name)
  }

  /// Waits until what was made, moved and removed here is on the disk.
  func synchronize() throws(Errno) { try descriptor.synchronize() }

  /// The names in this folder, in no order, without `.` and `..`.
  func names() throws(Errno) -> [FilePath.Component] {
    let copy = try open(FilePath.Component("."), O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(copy.rawValue) else {
      let failure = Errno(rawValue: errno)
      try? copy.close()
      throw failure
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        return names
      }
      // The name is measured by its NUL: the array of `dirent` is only as long as the name.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let text = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let name = FilePath.Component(platformString: text), name.kind == .regular else { continue }
      names.append(name)
    }
  }

  private func check(
    _ name: FilePath.Component, _ newName: FilePath.Component,
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(Errno) {
    let result = name.withPlatformString { old in newName.withPlatformString { call(old, $0) } }
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
