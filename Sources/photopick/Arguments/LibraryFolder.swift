import PhotoFiles
import SystemPackage

enum LibraryFolder {
  /// The default folder: `$PHOTOPICK_LIBRARY` if it is set, otherwise the current folder; `nil` if the latter was
  /// deleted.
  static var path: FilePath? { named ?? FilePath.currentFolder }

  /// The folder in `$PHOTOPICK_LIBRARY`, or `nil` if it is unset.
  static var named: FilePath? {
    // Unlike a platform string, the bytes may be the URL of a server.
    Program.variable("PHOTOPICK_LIBRARY").flatMap { $0.isEmpty ? nil : FilePath(fileSystemBytes: $0) }
  }
}
