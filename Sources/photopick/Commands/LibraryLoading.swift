import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Loads libraries for commands, with progress and Ctrl-C.
enum LibraryLoading {
  /// Scans roots and makes what a command shows of them.
  ///
  /// - Throws: `CommandFailure` where the view cannot be made; `CancellationError` after Ctrl-C.
  static func load<Result: Sendable>(
    _ roots: [FilePath], options: ScanOptions,
    _ body: @escaping @Sendable (LibrarySnapshot) async throws -> Result
  ) async throws -> (result: Result, problems: [ScanProblem]) {
    let progress = ProgressLine()
    do {
      return try await Interruption.cancelling(progress) {
        let library = PhotoLibrary(roots: roots, options: options)
        let snapshot = try await library.snapshot { progress.show($0) }
        return (try await body(snapshot), snapshot.problems)
      }
    } catch let error as ViewQuery.QueryError {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  /// The folder from which the paths of a view are shown: what all its roots have in common.
  static func base(of roots: [FilePath]) -> Folder {
    let folders = roots.map { root in
      let path = RootPath(root)
      return (try? FileStatus(path.path).kind) == .directory ? path.path : path.folder.path
    }
    guard var common = folders.first else { return Folder(RootPath.currentFolder) }
    for folder in folders.dropFirst() {
      while !folder.starts(with: common), !common.components.isEmpty { common.removeLastComponent() }
    }
    return Folder(common)
  }
}
