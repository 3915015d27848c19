import Foundation
import PhotoLibrary
import SystemPackage

/// A folder for one test, which is removed when the test ends.
package final class TemporaryTree: Sendable {
  /// The resolved absolute path of the folder.
  package let path: FilePath

  /// Creates an empty folder.
  package init() throws {
    var template = Array("\(NSTemporaryDirectory())/photopick-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      throw Errno(rawValue: errno)
    }
    defer { free(real) }
    path = FilePath(platformString: real)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  /// Returns a path in the tree.
  package func at(_ place: FilePath) -> FilePath { path.pushing(place) }

  /// Creates a folder and missing parents.
  package func folder(_ place: FilePath) throws {
    var made = path
    for component in place.components {
      made.append(component)
      let failed = made.withPlatformString { mkdir($0, 0o755) } != 0
      if failed, errno != EEXIST { throw Errno(rawValue: errno) }
    }
  }

  /// Writes a file and creates missing parents.
  ///
  /// - Parameter modified: the modification time in seconds since 1970-01-01T00:00:00Z.
  package func file(_ place: FilePath, _ bytes: [UInt8], modified: Int = 1_000_000_000) throws {
    let file: FileDescriptor
    do {
      file = try create(at(place))
    } catch Errno.noSuchFileOrDirectory {
      try folder(place.removingLastComponent())
      file = try create(at(place))
    }
    try file.closeAfter {
      _ = try file.writeAll(bytes)
      let time = timespec(tv_sec: modified, tv_nsec: 0)
      guard futimens(file.rawValue, [time, time]) == 0 else { throw Errno(rawValue: errno) }
    }
  }

  /// Creates a folder anywhere, with missing parents.
  package static func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
  }

  /// Writes a file anywhere in place with the current time, as a camera or a copy does.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  private func create(_ path: FilePath) throws -> FileDescriptor {
    try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite])
  }

  /// Creates a symbolic link with any target.
  package func symbolicLink(_ place: FilePath, to target: FilePath) throws {
    try folder(place.removingLastComponent())
    try call { target.withPlatformString { to in at(place).withPlatformString { symlink(to, $0) } } }
  }

  /// Creates a hard link to a file of the tree.
  package func hardLink(_ place: FilePath, to target: FilePath) throws {
    try folder(place.removingLastComponent())
    try call { at(target).withPlatformString { to in at(place).withPlatformString { link(to, $0) } } }
  }

  /// Removes a file.
  package func remove(_ place: FilePath) throws { try call { at(place).withPlatformString { unlink($0) } } }

  /// Returns the bytes of a file, or `nil` if it doesn't exist.
  package func bytes(_ place: FilePath) -> [UInt8]? {
    FileManager.default.contents(atPath: at(place).string).map(Array.init)
  }

  /// Returns the sorted names in a folder.
  package func names(_ place: FilePath = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: at(place).string)) ?? []).sorted()
  }

  private func call(_ body: () -> Int32) throws {
    guard body() == 0 else { throw Errno(rawValue: errno) }
  }
}
