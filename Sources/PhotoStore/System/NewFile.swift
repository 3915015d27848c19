import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that takes its name only once it is whole.
///
/// Until then it stands in the same folder under a hidden name of its own; it is removed with its last
/// reference unless it was finished.
final class NewFile {
  /// Open for writing.
  let descriptor: FileDescriptor
  private let folder: Directory
  private let temporaryName: FilePath.Component
  private let name: FilePath.Component

  /// Makes an empty file that is to have the path.
  ///
  /// - Throws: `Errno.invalidArgument` for a path that ends in no name.
  init(at path: FilePath) throws(Errno) {
    guard let name = path.lastComponent, name.kind == .regular,
      let temporaryName = FilePath.Component(
        ".photopick-\(String(UInt64.random(in: .min ... .max), radix: 16))")
    else { throw .invalidArgument }
    self.name = name
    self.temporaryName = temporaryName
    let parent = path.removingLastComponent()
    folder = try Directory(parent.isEmpty ? FilePath(".") : parent)
    descriptor = try folder.open(temporaryName, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
  }

  deinit {
    try? descriptor.close()
    try? folder.remove(temporaryName)
  }

  /// Waits until the bytes are on the disk and gives the file its name.
  ///
  /// - Throws: `Errno.fileExists` where another file has the name.
  func finish() throws(Errno) {
    try descriptor.synchronize()
    try folder.moveExclusively(temporaryName, to: folder, as: name)
    try folder.synchronize()
  }
}
