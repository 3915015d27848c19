import PhotoFiles
import Synchronization
import SystemPackage

/// The folders and files that were named; a move takes files from these alone.
///
/// A file that is seen in such a folder by way of a symbolic link lies elsewhere, and nobody has said that it may go
/// from there.
final class MovableFolders: Sendable {
  private struct State {
    /// What was named, without links; found when a file is asked for that was not named itself.
    var roots: Set<FilePath>?
    /// Whether what is seen in a folder may go.
    var folders: [FilePath: Bool] = [:]
  }

  private let named: [FilePath]
  /// The files that were named themselves, and the folders.
  private let files: Set<FilePath>
  private let state = Mutex(State())

  init(_ roots: [FilePath]) {
    named = RootPath.resolve(roots).map(\.path)
    files = Set(named)
  }

  func require(_ path: FilePath) throws(ExportError) {
    guard !files.contains(path) else { return }
    let folder = path.removingLastComponent()
    let isInside = state.withLock { state in
      if let isInside = state.folders[folder] { return isInside }
      let roots = state.roots ?? Set(named.compactMap { try? $0.resolved() })
      state.roots = roots
      // What is gone is told when it is opened.
      let isInside = (try? folder.resolved()).map { Self.isBelow(roots, $0) } ?? true
      state.folders[folder] = isInside
      return isInside
    }
    guard isInside else { throw .outside(path, folder: (try? folder.resolved()) ?? folder) }
  }

  private static func isBelow(_ roots: Set<FilePath>, _ folder: FilePath) -> Bool {
    var folder = folder
    while !roots.contains(folder) {
      if folder.components.isEmpty { return false }
      folder.removeLastComponent()
    }
    return true
  }
}
