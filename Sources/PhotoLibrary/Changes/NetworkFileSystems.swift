import PhotoFiles
import SystemPackage
import Synchronization

/// Tells file systems on which changes may be made unseen, by another machine or a user's program.
final class NetworkFileSystems: Sendable {
  /// Types in /proc/self/mountinfo (proc(5)) that inotify(7) does not cover; also what follows `fuse.`.
  private static let types: Set<String> = [
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "fuse", "fuseblk", "gfs2", "lustre", "ncpfs", "nfs",
    "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
  ]

  private let known = Mutex<[UInt64: String?]>([:])

  /// The name of a folder's file system if changes may be made unseen there.
  func name(of folder: Folder) -> String? {
    guard let device = try? FileStatus(folder.path).identity.device else { return nil }
    return known.withLock { known in
      if let name = known[device] { return name }
      // A device that was not met before may have been mounted meanwhile.
      for (device, type) in Self.mounts() { known[device] = .some(Self.isUnseen(type) ? type : nil) }
      let name = known[device, default: nil]
      known[device] = .some(name)
      return name
    }
  }

  static func isUnseen(_ type: String) -> Bool { type.hasPrefix("fuse.") || types.contains(type) }

  /// Device and type of a line of /proc/self/mountinfo:
  /// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`.
  static func mount(_ line: Substring) -> (device: UInt64, type: String)? {
    let words = line.split(separator: " ")
    guard words.count > 6, let dash = words[6...].firstIndex(of: "-"), dash + 1 < words.count else {
      return nil
    }
    let numbers = words[2].split(separator: ":").compactMap { UInt64($0) }
    guard numbers.count == 2 else { return nil }
    let (major, minor) = (numbers[0], numbers[1])
    // As glibc's makedev(3) packs them.
    let low = (major & 0xFFF) << 8 | minor & 0xFF
    let high = (major & ~0xFFF) << 32 | (minor & ~0xFF) << 12
    return (low | high, String(words[dash + 1]))
  }

  static func mounts() -> [(device: UInt64, type: String)] {
    guard let bytes = try? FilePath("/proc/self/mountinfo").contents() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(mount)
  }
}
