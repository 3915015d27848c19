import SystemPackage

extension RootPath {
  /// The folder that paths below the roots are shown from: the deepest one that all roots have in common.
  package static func base(of roots: [FilePath]) -> Folder {
    var common: FilePath?
    var last: Folder?
    for root in resolve(roots) {
      // Files of one folder stand together in a list.
      if let last, last === root.folder { continue }
      let isFolder = (try? FileStatus(root.path).kind) == .directory
      last = isFolder ? nil : root.folder
      let folder = isFolder ? root.path : root.folder.path
      var shared = common ?? folder
      while !folder.starts(with: shared), !shared.components.isEmpty { shared.removeLastComponent() }
      common = shared
    }
    return Folder(common ?? "/")
  }
}
