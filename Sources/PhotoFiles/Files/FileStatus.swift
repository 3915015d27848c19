import CFileSystem
import SystemPackage

/// The status of a file, as from stat(2).
public struct FileStatus: Sendable, Hashable {
  /// The identity of a file, independent of the path.
  public struct Identity: Sendable, Hashable {
    public let device: UInt64
    public let inode: UInt64

    public init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// A time in seconds and nanoseconds since 1970-01-01T00:00:00Z.
  public struct Time: Sendable, Hashable {
    public let seconds: Int64
    /// Nanoseconds, 0 to 999,999,999.
    public let nanoseconds: Int32

    public init(seconds: Int64, nanoseconds: Int32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    package static var now: Time {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Time(now)
    }

    fileprivate init(_ time: timespec) {
      self.init(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
    }
  }

  /// The kinds of files that a scan distinguishes.
  public enum Kind: Sendable, Hashable {
    case regular, directory, symbolicLink, other
  }

  public let identity: Identity
  public let kind: Kind
  public let size: Int64
  /// When the content last changed.
  public let modified: Time
  /// When content or attributes last changed.
  public let changed: Time
  public let linkCount: UInt64
  package let owner: UInt32
  package let group: UInt32
  package let permissions: mode_t

  package init(identity: Identity, size: Int64, modified: Time, changed: Time, linkCount: UInt64) {
    self.identity = identity
    kind = .regular
    self.size = size
    self.modified = modified
    self.changed = changed
    self.linkCount = linkCount
    owner = 0
    group = 0
    permissions = 0
  }

  /// The status of a file on a server, which everybody may read.
  init(remote identity: Identity, kind: Kind, size: Int64, modified: Time) {
    self.identity = identity
    self.kind = kind
    self.size = size
    self.modified = modified
    changed = modified
    linkCount = 1
    owner = 0
    group = 0
    permissions = 0o444
  }

  package init(_ status: stat) {
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (modified, changed) = (Time(status.st_mtimespec), Time(status.st_ctimespec))
    #else
      (modified, changed) = (Time(status.st_mtim), Time(status.st_ctim))
    #endif
    linkCount = UInt64(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
  }

  /// Returns when an open file was made, or `nil` if the file system does not store that.
  package static func birth(of descriptor: FileDescriptor) -> Time? {
    var seconds: Int64 = 0
    var nanoseconds: Int32 = 0
    guard file_birth(descriptor.rawValue, &seconds, &nanoseconds) else { return nil }
    return Time(seconds: seconds, nanoseconds: nanoseconds)
  }

  package static func isPipe(_ descriptor: FileDescriptor) -> Bool {
    var status = stat()
    return fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  package init(_ descriptor: FileDescriptor) throws(Errno) {
    var status = stat()
    try Errno.check(file_status(descriptor.rawValue, &status))
    self.init(status)
  }

  package init(_ name: FileName, in folder: FileDescriptor, followingLinks: Bool) throws(Errno) {
    var status = stat()
    try Errno.check(
      name.withPlatformString {
        fstatat(folder.rawValue, $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
      })
    self.init(status)
  }

  private static let user = geteuid()

  /// Returns `true` if the permission bits let a user read the file, regardless of group membership. Otherwise, only
  /// the system can decide.
  package func letsRead(_ user: UInt32) -> Bool {
    if user == 0 { return true }
    if user == owner { return permissions & 0o400 != 0 }
    return permissions & 0o044 == 0o044
  }

  /// Returns `true` if the named file in an open folder is readable; asks the system only if the permission bits can't
  /// decide.
  package func isReadable(_ name: FileName, in folder: FileDescriptor) -> Bool {
    letsRead(Self.user)
      || name.withPlatformString { faccessat(folder.rawValue, $0, R_OK, AT_EACCESS) } == 0
  }

  package init(_ path: FilePath) throws(Errno) {
    if let place = RemotePath(path) {
      self = try RemoteFiles.status(of: path, place)
      return
    }
    var status = stat()
    try Errno.check(path.withPlatformString { stat($0, &status) })
    self.init(status)
  }
}

extension FileStatus.Time {
  /// The minimum age of a change, in seconds: file systems store times as coarsely as 2 seconds.
  ///
  /// The system may flush changes through mapped memory, and update the times, up to half a minute later;
  /// such a write is noticed late.
  private static let settlingSeconds: Int64 = 2

  /// Returns `true` if any later change will alter the times of a file that last changed at this time, and was examined
  /// at another time or later.
  package func isSettled(at moment: FileStatus.Time) -> Bool {
    let (latest, overflows) = moment.seconds.subtractingReportingOverflow(Self.settlingSeconds)
    return !overflows && seconds < latest
  }
}

extension FileStatus.Time: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
