import Foundation
import PhotoFormats
import SystemPackage

/// Where a scan begins: an absolute path, in the folder that holds it.
package struct RootPath: Sendable, Hashable {
  /// The absolute path.
  package let path: FilePath
  /// The folder that holds it; the root folder of the file system holds itself.
  package let folder: Folder
  /// Its name in that folder; `nil` for the root folder of the file system.
  package let name: FileName?

  /// Makes a path absolute. `..` is resolved through symbolic links as the file system does it.
  package init(_ given: FilePath) {
    var path = given.isAbsolute ? given : Self.currentFolder.pushing(given)
    if path.components.contains(where: { $0.kind == .parentDirectory }) {
      path = Self.real(path) ?? path.lexicallyNormalized()
    } else {
      path = path.lexicallyNormalized()
    }
    self.path = path
    folder = Folder(path.removingLastComponent())
    name = path.lastComponent.map { FileName(bytes: FilePath(root: nil, components: $0).fileSystemBytes) }
  }

  /// Absolute roots in the order given, each once.
  static func resolve(_ roots: [FilePath]) -> [RootPath] {
    var seen = Set<FilePath>()
    return roots.map(RootPath.init).filter { seen.insert($0.path).inserted }
  }

  /// The current folder.
  package static var currentFolder: FilePath {
    guard let current = getcwd(nil, 0) else { return "/" }
    defer { free(current) }
    return FilePath(platformString: current)
  }

  private static func real(_ path: FilePath) -> FilePath? {
    guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }
}

/// How many processors there are.
enum ProcessorCount {
  /// The processors that this process may use, at least 1.
  static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
