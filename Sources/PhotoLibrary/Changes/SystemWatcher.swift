import PhotoFiles
import Synchronization
import SystemPackage

/// A limitation of following folders that the user should know about. Each is reported once.
public enum WatchNotice: Sendable, Hashable {
  /// A network file system doesn't report the changes of other computers.
  case networkFileSystem(FilePath, name: String)
  case limitReached

  public var text: String {
    switch self {
    case .networkFileSystem(let path, let name):
      "\(path): the file system (\(name)) does not report all changes; polled every few seconds"
    case .limitReached:
      "the system's limit of watched folders is reached; other folders are polled every few seconds. "
        + "Raise fs.inotify.max_user_watches and max_user_instances with sysctl"
    }
  }
}

/// Watches folders through the system where this detects all changes, and polls other folders every few seconds.
final class SystemWatcher: FolderWatcher {
  let polling: PollingWatcher
  private let events: (any FolderWatcher)?
  private let networkFileSystems = NetworkFileSystems()
  private let onNotice: @Sendable (WatchNotice) -> Void
  private let said = Mutex<Set<Said>>([])

  private enum Said: Hashable {
    case limitReached
    case fileSystem(String)
  }

  init(
    _ changes: DebouncedChanges, includesHidden: Bool, watching: LibraryFollower.Watching,
    onNotice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    polling = PollingWatcher(changes, interval: watching.interval)
    self.onNotice = onNotice
    #if !canImport(Darwin)
      events = watching.usesSystem ? try? InotifyWatcher(changes, includesHidden: includesHidden) : nil
      if watching.usesSystem, events == nil { say(.limitReached, .limitReached) }
    #else
      events = nil  // FSEvents takes this place on macOS.
    #endif
  }

  func watch(_ folder: Folder) throws(WatchRefusal) {
    guard let events, !folder.path.isRemote else { return polling.watch(folder) }
    if let name = networkFileSystems.name(of: folder) {
      say(.fileSystem(name), .networkFileSystem(folder.path, name: name))
      return polling.watch(folder)
    }
    do throws(WatchRefusal) {
      try events.watch(folder)
      polling.unwatch(folder)
    } catch {
      switch error {
      case .gone: throw error
      case .limitReached: say(.limitReached, .limitReached)
      case .refused: break  // Reading the folder will tell.
      }
      polling.watch(folder)
    }
  }

  func unwatch(_ folder: Folder) {
    events?.unwatch(folder)
    polling.unwatch(folder)
  }

  private func say(_ kind: Said, _ notice: WatchNotice) {
    if said.withLock({ $0.insert(kind).inserted }) { onNotice(notice) }
  }
}

/// Detects file systems on which other computers or FUSE servers make changes without notification.
final class NetworkFileSystems: Sendable {
  /// The types in /proc/self/mountinfo (proc(5)) that inotify(7) doesn't cover, also as suffixes of `fuse.`.
  private static let types: Set<String> = [
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "fuse", "fuseblk", "gfs2", "lustre", "ncpfs", "nfs",
    "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
  ]

  private let known = Mutex<[UInt64: String?]>([:])

  /// Returns the type of the folder's file system if changes there may be undetected.
  func name(of folder: Folder) -> String? {
    guard let device = try? FileStatus(folder.path).identity.device else { return nil }
    return known.withLock { known in
      if let name = known[device] { return name }
      // An unknown device may have been mounted since.
      for (device, type) in Self.mounts() { known[device] = .some(Self.isUnseen(type) ? type : nil) }
      let name = known[device, default: nil]
      known[device] = .some(name)
      return name
    }
  }

  static func isUnseen(_ type: String) -> Bool { type.hasPrefix("fuse.") || types.contains(type) }

  /// Parses the device and type from a line of /proc/self/mountinfo: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 -
  /// ext3 /dev/root rw`.
  static func mount(_ line: Substring) -> (device: UInt64, type: String)? {
    let words = line.split(separator: " ")
    guard words.count > 6, let dash = words[6...].firstIndex(of: "-"), dash + 1 < words.count else {
      return nil
    }
    let numbers = words[2].split(separator: ":").compactMap { UInt64($0) }
    guard numbers.count == 2 else { return nil }
    let (major, minor) = (numbers[0], numbers[1])
    // The layout of glibc's makedev(3).
    let low = (major & 0xFFF) << 8 | minor & 0xFF
    let high = (major & ~0xFFF) << 32 | (minor & ~0xFF) << 12
    return (low | high, String(words[dash + 1]))
  }

  static func mounts() -> [(device: UInt64, type: String)] {
    guard let bytes = try? FilePath("/proc/self/mountinfo").contents() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(mount)
  }
}
