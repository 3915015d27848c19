import Foundation
import PhotoLibrary
import SystemPackage

/// Writes files whole or not at all.
public enum AtomicFile {
  /// Writes bytes to a file that then takes its name in one step.
  ///
  /// A file that is there is replaced; where the path leads to a device or a pipe, the bytes are written to it.
  /// - Throws: `Errno`; the file is then as it was.
  public static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath,
    permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
  ) throws {
    try write(to: path, permissions: permissions) { file in
      _ = try file.writeAll(bytes)
    }
  }

  /// Opens a file for `body` to write, which then takes its name in one step.
  ///
  /// - Throws: `Errno`, or what `body` throws; the file is then as it was.
  public static func write(
    to path: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead],
    _ body: (FileDescriptor) throws -> Void
  ) throws {
    let target = resolvingLink(path)
    if let kind = try? FileStatus(target).kind, kind != .regular, kind != .directory {
      let device = try FileDescriptor.open(target, .writeOnly, options: [.closeOnExec])
      return try device.closeAfter { try body(device) }
    }
    let temporary = target.removingLastComponent()
      .appending(".photopick-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part")
    let file = try FileDescriptor.open(
      temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
    do {
      try file.closeAfter {
        try body(file)
        guard fsync(file.rawValue) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
      }
      let isRenamed = temporary.withPlatformString { from in
        target.withPlatformString { rename(from, $0) == 0 }
      }
      guard isRenamed else { throw Errno(rawValue: errno) }
    } catch {
      temporary.withPlatformString { _ = unlink($0) }
      throw error
    }
  }

  /// An error in words.
  static func reason(_ error: any Error) -> String {
    (error as? Errno).map { "\($0)" } ?? error.localizedDescription
  }

  /// Where a symbolic link leads, so that the link stays and its target is replaced.
  private static func resolvingLink(_ path: FilePath) -> FilePath {
    guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FilePath(platformString: real)
  }
}
