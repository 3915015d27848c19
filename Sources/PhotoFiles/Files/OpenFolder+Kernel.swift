import CFileSystem
import SystemPackage

extension OpenFolder {
  /// The folder of devices, whose file system is an ordinary one in memory by its type; `nil` if there is none.
  package static let devices = try? FileStatus("/dev").identity

  /// True if this folder lies on a file system in which the kernel shows itself, as in `/proc` and `/sys`. Nobody keeps
  /// files there.
  package var isOfKernel: Bool { file_system_is_of_kernel(descriptor.rawValue) }

  /// True if this folder is known to show what is there now, and not what a cache of a user-space or network file system
  /// holds.
  package var isLocal: Bool { file_system_is_local(descriptor.rawValue) }

  /// True if this folder is known to be the top of a mounted file system, or of the part of one that is mounted here.
  package var isMountPoint: Bool { file_system_begins_at(descriptor.rawValue) }
}

extension FileDescriptor {
  /// True if the inode of this open file is its own as long as it exists; false if the file system makes inodes up
  /// while it is mounted, as FAT, exFAT and user-space file systems do.
  package var hasLastingInode: Bool { file_system_keeps_inodes(rawValue) }
}
