import CFileSystem
import SystemPackage

extension OpenFolder {
  /// The folder of devices, whose file system is an ordinary one in memory by its type; `nil` if there is none.
  package static let devices = try? FileStatus("/dev").identity

  /// True if this folder lies on a file system in which the kernel shows itself, as in `/proc` and `/sys`: what looks
  /// like files there are none that a person keeps.
  package var isOfKernel: Bool { file_system_is_of_kernel(descriptor.rawValue) }
}
