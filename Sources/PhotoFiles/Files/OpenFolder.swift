import CFileSystem
import SystemPackage

/// An open folder, whose contents are reached by name however deep it is.
///
/// No call follows a symbolic link in the last component unless documented, so that a call on an open folder never
/// reaches outside it, even if the path is swapped concurrently. Deinitialization closes the folder.
package final class OpenFolder: Sendable {
  /// The descriptor, which is invalid for a folder on a server.
  package let descriptor: FileDescriptor
  let remote: RemoteFolder?

  /// Whether the folder is on a server.
  package var isRemote: Bool { remote != nil }

  /// Opens a folder for listing; follows symbolic links in the path, in the last component only if `followsLinks`.
  package init(_ path: FilePath, followsLinks: Bool = true) throws(Errno) {
    remote = try Self.remote(path)
    if remote != nil {
      descriptor = Self.noDescriptor
      return
    }
    descriptor = try .opened(path, O_RDONLY | O_DIRECTORY | (followsLinks ? 0 : O_NOFOLLOW))
  }

  /// Opens a folder only to reach entries by name, which takes no permission to list it. Such a folder can be
  /// neither listed nor synchronized (O_PATH, open(2)).
  package init(reaching path: FilePath) throws(Errno) {
    remote = try Self.remote(path)
    if remote != nil {
      descriptor = Self.noDescriptor
      return
    }
    descriptor = try .opened { path.withPlatformString { folder_open_to_reach($0) } }
  }

  private static let noDescriptor = FileDescriptor(rawValue: -1)

  private static func remote(_ path: FilePath) throws(Errno) -> RemoteFolder? {
    guard let place = RemotePath(path) else { return nil }
    return try RemoteFolder(path, place)
  }

  package init(_ name: FileName, in parent: OpenFolder) throws(Errno) {
    remote = try parent.remote?.folder(name)
    if remote != nil {
      descriptor = Self.noDescriptor
      return
    }
    descriptor = try parent.open(name, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a subfolder, and creates it with the umask if it is missing.
  package convenience init(making name: FileName, in parent: OpenFolder, mode: mode_t) throws(Errno) {
    do throws(Errno) {
      try self.init(name, in: parent)
    } catch .noSuchFileOrDirectory where !parent.isRemote {
      let result = name.withPlatformString { mkdirat(parent.descriptor.rawValue, $0, mode) }
      if result != 0, errno != EEXIST { throw Errno(rawValue: errno) }
      try parent.synchronize()
      try self.init(name, in: parent)
    }
  }

  deinit { if !isRemote { try? descriptor.close() } }

  /// Creates a folder and missing parents.
  ///
  /// - Parameter isDurable: whether to wait until the names of new folders are durable.
  package static func make(
    _ path: FilePath, mode: mode_t = 0o700, isDurable: Bool = false
  ) throws(Errno) {
    // Servers make folders for the files in them.
    if path.isRemote { return }
    for folder in try missing(at: path) {
      if folder.withPlatformString({ mkdir($0, mode) }) != 0 {
        let failure = Errno(rawValue: errno)
        // The folder may have been created meanwhile.
        guard failure == .fileExists, try FileStatus(folder).kind == .directory else { throw failure }
      }
      // A folder that cannot be listed cannot be synchronized either.
      if isDurable, let parent = try? OpenFolder(folder.containingFolder) { try parent.synchronize() }
    }
  }

  /// Returns the missing folders of a path, the outermost first.
  package static func missing(at path: FilePath) throws(Errno) -> [FilePath] {
    var (missing, path) = ([FilePath](), path)
    while !path.isEmpty {
      do throws(Errno) {
        if try FileStatus(path).kind == .directory { break }
      } catch {
        guard error == .noSuchFileOrDirectory || error == .notDirectory else { throw error }
      }
      missing.append(path)
      guard path.removeLastComponent() else { break }
    }
    return missing.reversed()
  }

  package func status() throws(Errno) -> FileStatus {
    if let remote { return try remote.status() }
    return try FileStatus(descriptor)
  }

  /// On a server, looks names up in the last listing of the folder, which the caller knows to be recent.
  package func useLastListing() { remote?.useLastListing() }

  package func synchronize() throws(Errno) { if !isRemote { try descriptor.synchronize() } }
}

// MARK: - Files

extension OpenFolder {
  package func open(
    _ name: FileName, _ flags: Int32, mode: mode_t = 0, followsLinks: Bool = false
  ) throws(Errno) -> FileDescriptor {
    if let remote {
      guard flags & (O_WRONLY | O_RDWR | O_CREAT | O_DIRECTORY) == 0 else { throw .notSupported }
      let file = try remote.open(name)
      return try withExtendedLifetime(file) { () throws(Errno) in
        let content = try file.content()
        return try .opened { fcntl(content.rawValue, F_DUPFD_CLOEXEC, 0) }
      }
    }
    let flags = flags | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    return try .opened { name.withPlatformString { openat(descriptor.rawValue, $0, flags, mode) } }
  }

  package func status(of name: FileName, followsLinks: Bool = false) throws(Errno) -> FileStatus? {
    if let remote { return try remote.status(of: name) }
    return try ifPresent { () throws(Errno) in
      try FileStatus(name, in: descriptor, followingLinks: followsLinks)
    }
  }

  package func remove(_ name: FileName) throws(Errno) {
    if let remote { return try remote.remove(name) }
    let result = name.withPlatformString { unlinkat(descriptor.rawValue, $0, 0) }
    if result != 0, errno != ENOENT { throw Errno(rawValue: errno) }
  }

  package func removeEmptyFolder(_ name: FileName) throws(Errno) {
    // A folder on a server exists as long as it contains files, or is created again for them.
    if isRemote { throw .notSupported }
    try Errno.check(name.withPlatformString { unlinkat(descriptor.rawValue, $0, AT_REMOVEDIR) })
  }

  package func replace(_ name: FileName, in target: OpenFolder, as newName: FileName) throws(Errno) {
    if let server = target.remote { return try move(name, to: server, as: newName, .replacing) }
    if isRemote { throw .improperLink }
    try check(name, newName) { renameat(descriptor.rawValue, $0, target.descriptor.rawValue, $1) }
  }

  package func makeSymbolicLink(_ name: FileName, to target: FilePath) throws(Errno) {
    try Errno.check(
      target.withPlatformString { target in
        name.withPlatformString { symlinkat(target, descriptor.rawValue, $0) }
      })
  }

  package func destination(ofLink name: FileName) throws(Errno) -> FilePath? {
    try name.withPlatformString { FilePath.target(ofLink: $0, in: descriptor) }.get()
  }

  /// Creates a hard link to the file at a path; follows symbolic links. Throws `Errno.improperLink` between file
  /// systems.
  package func makeHardLink(_ name: FileName, to source: FilePath) throws(Errno) {
    try Errno.check(
      source.withPlatformString { source in
        name.withPlatformString { linkat(AT_FDCWD, source, descriptor.rawValue, $0, AT_SYMLINK_FOLLOW) }
      })
  }

  func check(
    _ name: FileName, _ newName: FileName,
    _ call: (UnsafePointer<CInterop.PlatformChar>, UnsafePointer<CInterop.PlatformChar>) -> Int32
  ) throws(Errno) {
    try Errno.check(name.withPlatformString { old in newName.withPlatformString { call(old, $0) } })
  }
}

// MARK: - Entries

extension OpenFolder {
  package struct Entry: Sendable {
    package let name: FileName
    package let kind: FileStatus.Kind
  }

  /// Returns the names in the folder, except `.` and `..`, in the order of the file system.
  ///
  /// - Parameter start: the bytes with which the names begin; other names cost almost nothing.
  /// - Returns: the names, and the error that ended the listing early, or `nil`.
  package func entries(
    includesHidden: Bool, startingWith start: [UInt8] = []
  ) -> (entries: [Entry], failure: Errno?) {
    if let remote { return remote.entries(includesHidden: includesHidden, startingWith: start) }
    // closedir closes the descriptor of the stream, and the stream moves its offset.
    let own: Int32
    do throws(Errno) {
      own = try ownDescriptor().rawValue
    } catch {
      return ([], error)
    }
    guard let stream = fdopendir(own) else {
      let failure = Errno(rawValue: errno)
      close(own)
      return ([], failure)
    }
    defer { closedir(stream) }
    rewinddir(stream)
    var entries = [Entry]()
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let bytes = Self.bytes(of: entry)
      if !start.isEmpty, !bytes.starts(with: start) { continue }
      let name = FileName(unchecked: Array(bytes))
      if name.bytes == [0x2E] || name.bytes == [0x2E, 0x2E] || name.isHidden && !includesHidden { continue }
      entries.append(Entry(name: name, kind: kind(of: name, type: Int32(entry.pointee.d_type))))
    }
    return (entries, errno == 0 ? nil : Errno(rawValue: errno))
  }

  /// Opens another descriptor of the folder, with a separate offset if possible.
  private func ownDescriptor() throws(Errno) -> FileDescriptor {
    do throws(Errno) {
      return try .opened { openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    } catch .permissionDenied {
      // A folder that may be read but not searched can be listed only through the existing descriptor.
      return try .opened { fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0) }
    }
  }

  package func names() throws(Errno) -> [FileName] { try listed().map(\.name) }

  package func listed() throws(Errno) -> [Entry] {
    let found = entries(includesHidden: true)
    if let failure = found.failure { throw failure }
    return found.entries
  }

  /// Returns the bytes of an entry's name, valid until the next entry is read.
  private static func bytes(of entry: UnsafeMutablePointer<dirent>) -> UnsafeRawBufferPointer {
    // The name may be longer than the declared field, so its length is measured in memory.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return UnsafeRawBufferPointer(start: start, count: length)
  }

  private func kind(of name: FileName, type: Int32) -> FileStatus.Kind {
    switch type {
    case Int32(DT_REG): return .regular
    case Int32(DT_DIR): return .directory
    case Int32(DT_LNK): return .symbolicLink
    case Int32(DT_UNKNOWN):
      do throws(Errno) {
        return try FileStatus(name, in: descriptor, followingLinks: false).kind
      } catch {
        return .regular  // Reading it will tell what is wrong.
      }
    default: return .other
    }
  }
}

extension OpenFolder {
  /// The folder of devices, which is on an ordinary file system in memory; `nil` if it doesn't exist.
  package static let devices = try? FileStatus("/dev").identity

  /// Whether this is a kernel file system, such as `/proc` and `/sys`.
  package var isOfKernel: Bool { !isRemote && file_system_is_of_kernel(descriptor.rawValue) }

  /// Whether reads are known to return the current state, not a cache of a user-space or network file system.
  package var isLocal: Bool { !isRemote && file_system_is_local(descriptor.rawValue) }

  package var isMountPoint: Bool { !isRemote && file_system_begins_at(descriptor.rawValue) }
}

extension FileDescriptor {
  /// Whether the inode identifies this file as long as it exists. FAT, exFAT and user-space file systems generate
  /// inode numbers while they are mounted.
  package var hasLastingInode: Bool { file_system_keeps_inodes(rawValue) }
}
