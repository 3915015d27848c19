import CFileSystem
import PhotoFiles
import PhotoFormats
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that gets its name once it is whole; until then it has none, so that a kill leaves nothing behind.
///
/// On file systems without such files it stands in its folder under a hidden name, which the journal knows.
final class PendingFile {
  /// Open for reading and writing.
  let descriptor: FileDescriptor
  private let folder: Directory
  private let temporaryName: FilePath.Component?

  /// An empty file in a folder.
  ///
  /// - Parameter willName: told the hidden name before a file gets it.
  init(
    in folder: Directory, mode: mode_t, willName: (FilePath.Component) throws -> Void
  ) throws {
    self.folder = folder
    let unnamed = file_open_unnamed(folder.descriptor.rawValue, mode)
    if unnamed >= 0 {
      descriptor = FileDescriptor(rawValue: unnamed)
      temporaryName = nil
      return
    }
    let failure = Errno(rawValue: errno)
    guard [.notSupported, .isDirectory, .noSuchFileOrDirectory, .invalidArgument].contains(failure),
      let name = FilePath.Component(
        ".photopick-\(String(UInt64.random(in: .min ... .max), radix: 16)).part")
    else { throw failure }
    try willName(name)
    descriptor = try folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
    temporaryName = name
  }

  deinit {
    try? descriptor.close()
    if let temporaryName { try? folder.remove(temporaryName) }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `Errno.fileExists` where the name is taken.
  func name(_ name: FileName) throws(Errno) {
    if let temporaryName {
      return try folder.renameExclusively(temporaryName, to: folder, as: name)
    }
    let result = name.withPlatformString {
      file_name_unnamed(descriptor.rawValue, folder.descriptor.rawValue, $0)
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }
}

extension Directory {
  /// Moves a file to a name that nothing has yet, in one step where the file system can.
  ///
  /// - Throws: `Errno.fileExists` where the new name is taken, `Errno.improperLink` between file systems.
  func renameExclusively(
    _ name: FilePath.Component, to target: Directory, as newName: FileName
  ) throws(Errno) {
    let result = name.withPlatformString { old in
      newName.withPlatformString {
        file_rename_exclusively(descriptor.rawValue, old, target.descriptor.rawValue, $0)
      }
    }
    if result == 0 { return }
    let failure = Errno(rawValue: errno)
    guard failure == .invalidArgument || failure == .noFunction else { throw failure }
    try moveExclusively(name, to: target, as: newName.component())
  }
}
