import PhotoFiles
import Synchronization
import SystemPackage

/// The folders that were named, by their real paths.
package struct NamedFolders: Sendable {
  private let paths: Set<[UInt8]>

  init(_ roots: [RootPath]) { self.init(real: roots.map { (try? $0.path.resolved()) ?? $0.path }) }

  package init(real: [FilePath]) { paths = Set(real.map(\.fileSystemBytes)) }

  package func hold(_ real: FilePath) -> Bool {
    let path = real.fileSystemBytes
    if paths.contains([UInt8(ascii: "/")]) || paths.contains(path) { return true }
    return path.indices.contains {
      $0 > 0 && path[$0] == UInt8(ascii: "/") && paths.contains(Array(path[..<$0]))
    }
  }
}

final class FollowedLinks: Sendable {
  let policy: LinkPolicy
  private let roots: [RootPath]
  /// Made when the first link to a folder is met: a list of roots may be long.
  private let named = Mutex<NamedFolders?>(nil)

  init(_ policy: LinkPolicy, roots: [RootPath]) {
    self.policy = policy
    self.roots = roots
  }

  /// True if a walk enters a folder with that real path through a link.
  func enter(_ target: FilePath) -> Bool {
    switch policy {
    case .none: return false
    case .all: return true
    case .belowRoots:
      return named.withLock { named in
        let folders = named ?? NamedFolders(roots)
        named = folders
        return folders.hold(target)
      }
    }
  }
}
