import PhotoFiles
import Synchronization
import SystemPackage

/// The files and folders that the user named; a move takes only files in them.
///
/// A file that appears in such a folder through a symbolic link is in another folder, from which the user has not
/// allowed to move it.
final class MovableFolders: Sendable {
  private struct State {
    /// The named paths, resolved when they are first needed.
    var roots: Set<FilePath>?
    var folders: [FilePath: Bool] = [:]
  }

  private let named: [FilePath]
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
      // If the folder was deleted, opening the file fails.
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
