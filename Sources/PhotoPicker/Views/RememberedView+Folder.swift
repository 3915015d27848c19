import PhotoFiles
import SystemPackage

extension RememberedView {
  /// Returns whether a command in a folder that names no path means the photos of this view.
  ///
  /// The folder must be inside a root of the view or contain one, with or without symbolic links resolved. Files that a
  /// list names, and folders on servers, need not be near any folder: a view of them also belongs to the folder in which
  /// it was displayed.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - library: The default folder of commands if it isn't the current folder. A view that includes it belongs to every
  ///     folder.
  public func belongs(to folder: FilePath, library: FilePath? = nil) -> Bool {
    if let library = library.map({ RootPath($0).path }), roots.contains(where: { library.starts(with: $0) }) {
      return true
    }
    if roots.contains(where: { folder.isRelated(to: $0) }) { return true }
    let isElsewhere = { (root: FilePath) in root.isRemote || (try? FileStatus(root))?.kind != .directory }
    if folder == origin, roots.contains(where: isElsewhere) { return true }
    guard let real = try? folder.resolved() else { return false }
    return roots.contains { root in (try? root.resolved()).map { real.isRelated(to: $0) } ?? false }
  }
}

extension FilePath {
  /// Returns whether one path is equal to the other or below it.
  fileprivate func isRelated(to other: FilePath) -> Bool { starts(with: other) || other.starts(with: self) }
}
