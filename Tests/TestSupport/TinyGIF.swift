import Foundation
import SystemPackage

/// A folder of a test's own, taken away with what is in it at the end.
package final class TemporaryFolder: Sendable {
  /// The absolute path, free of symbolic links.
  package let path: FilePath

  /// Makes an empty folder.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = FilePath(parent.path).appending("photopick-\(UUID().uuidString)")
    try Self.makeFolder(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  /// The path of something in the folder.
  package subscript(_ name: String) -> FilePath { path.appending(name) }

  /// Makes a folder, and those above it.
  package static func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
  }

  /// Writes a file in place, as a camera or a copy does.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }
}

/// The smallest photos there are.
package enum TinyGIF {
  /// A GIF whose header gives this size.
  package static func bytes(width: UInt8, height: UInt8 = 1) -> [UInt8] {
    let screen: [UInt8] = [width, 0, height, 0, 0, 0, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, width, 0, height, 0, 0, 2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + screen + image + [0x3B]
  }
}
