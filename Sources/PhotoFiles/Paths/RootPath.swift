import SystemPackage

/// An absolute path with the folder that holds it, such as the place at which a scan begins.
package struct RootPath: Sendable, Hashable {
  /// The absolute path.
  package let path: FilePath
  /// The folder that holds it; the root folder of the file system holds itself.
  package let folder: Folder
  /// Its name in that folder; `nil` for the root folder of the file system.
  package let name: FileName?

  /// Makes a path absolute. `..` is resolved through symbolic links as the file system does it.
  package init(_ given: FilePath) {
    var path =
      given.isAbsolute ? given : (FilePath.currentFolder ?? "/(current folder is gone)").pushing(given)
    if path.components.contains(where: { $0.kind == .parentDirectory }) {
      path = (try? path.resolved()) ?? path.lexicallyNormalized()
    } else {
      path = path.lexicallyNormalized()
    }
    self.path = path
    folder = Folder(path.removingLastComponent())
    name = path.lastComponent.map { FileName($0) }
  }

  /// Absolute roots in the order given, each once.
  package static func resolve(_ roots: [FilePath]) -> [RootPath] {
    var seen = Set<FilePath>()
    return roots.map(RootPath.init).filter { seen.insert($0.path).inserted }
  }
}
