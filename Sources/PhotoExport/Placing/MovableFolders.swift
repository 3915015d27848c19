import PhotoFiles
import Synchronization
import SystemPackage

/// The folders and files that were named, out of which a move takes files.
///
/// A file that is seen in such a folder by way of a symbolic link lies elsewhere, and nobody has said that it may go
/// from there.
final class MovableFolders: Sendable {
  /// The folders, without links.
  private let roots: [FilePath]
  /// The files that were named themselves.
  private let files: Set<FilePath>
  private let known = Mutex<[FilePath: Bool]>([:])

  /// What lies under roots.
  init(_ roots: [FilePath]) {
    let named = RootPath.resolve(roots).map(\.path)
    files = Set(named)
    self.roots = named.compactMap { try? $0.resolved() }
  }

  /// Throws if a file lies elsewhere.
  func require(_ path: FilePath) throws(ExportError) {
    guard !files.contains(path) else { return }
    let folder = path.removingLastComponent()
    let isInside = known.withLock { known in
      if let isInside = known[folder] { return isInside }
      let real = try? folder.resolved()
      // What is gone is told when it is opened.
      let isInside = real.map { real in roots.contains { real.starts(with: $0) } } ?? true
      known[folder] = isInside
      return isInside
    }
    guard isInside else { throw .outside(path, folder: (try? folder.resolved()) ?? folder) }
  }
}
