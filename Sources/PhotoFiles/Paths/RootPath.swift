import SystemPackage

/// An absolute path and the parent folder, such as the root of a scan.
package struct RootPath: Sendable, Hashable {
  private static let slash = UInt8(ascii: "/")

  package let path: FilePath
  /// The parent folder; the parent of the root is the root.
  package let folder: Folder
  package var name: FileName? { path.lastComponent.map { FileName($0) } }

  /// Makes a path absolute. `..` is resolved through symbolic links, as the file system does it.
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
  }

  /// Returns whether the bytes are an absolute path or the URL of a path on a server.
  package static func isAbsolute(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first == slash || RemotePath.isURL(bytes)
  }

  /// Creates a path that is already absolute and normal, as most paths of a long list are, or returns `nil`. Shares the
  /// folder if it is the parent.
  private init?(normal path: FilePath, _ bytes: [UInt8], sharing folder: Folder?) {
    // The first slash after the scheme begins the path of a URL.
    let start = path.isRemote ? bytes.firstIndex(of: Self.slash).map { $0 + 1 } ?? 0 : 0
    guard let last = bytes.lastIndex(of: Self.slash), last > start, Self.isNormal(bytes[start...]) else {
      return nil
    }
    self.path = path
    let holder = bytes[..<last]
    if let folder, folder.bytes.count == last, folder.bytes.elementsEqual(holder) {
      self.folder = folder
    } else {
      self.folder = Folder(FilePath(fileSystemBytes: holder))
    }
  }

  /// Returns `true` if a path begins with a slash and has no component that is empty or consists of dots.
  private static func isNormal(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == slash else { return false }
    var count = 0
    var isDots = true
    for byte in bytes.dropFirst() {
      if byte == slash {
        guard count > 0, !isDots else { return false }
        (count, isDots) = (0, true)
      } else {
        count += 1
        isDots = isDots && byte == UInt8(ascii: ".")
      }
    }
    return !isDots
  }

  /// Returns absolute roots in the given order without duplicates. Neighbors in a folder share it.
  package static func resolve(_ roots: [FilePath]) -> [RootPath] {
    let current = FilePath.currentFolder.map { $0.fileSystemBytes + [slash] } ?? []
    var seen = Set<FilePath>(minimumCapacity: roots.count)
    var resolved: [RootPath] = []
    resolved.reserveCapacity(roots.count)
    for given in roots {
      var (path, bytes) = (given, given.fileSystemBytes)
      if bytes.first != slash, !RemotePath.isURL(bytes) {
        bytes = current + bytes.dropFirst(bytes.starts(with: "./".utf8) ? 2 : 0)
        path = FilePath(fileSystemBytes: bytes)
      }
      let root = RootPath(normal: path, bytes, sharing: resolved.last?.folder) ?? RootPath(given)
      if seen.insert(root.path).inserted { resolved.append(root) }
    }
    return resolved
  }
}
