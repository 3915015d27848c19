import PhotoFiles
import PhotoFormats

/// Finds assets that are the same file.
package enum SameFiles {
  /// Leaves one asset for each file: the one whose path is no symbolic link and comes first in natural order.
  ///
  /// - Parameter areNamed: true if files were named one by one, so that any path may occur twice.
  package static func removeDuplicates(from assets: inout [Asset], areNamed: Bool) {
    var shared = Set<FileStatus.Identity>()
    for asset in assets where asset.isSymbolicLink || asset.hasOtherNames || areNamed {
      if asset.identity.inode != 0 { shared.insert(asset.identity) }
    }
    guard !shared.isEmpty else { return }
    var best: [FileStatus.Identity: Int] = [:]
    for (index, asset) in assets.enumerated() where shared.contains(asset.identity) {
      if let other = best[asset.identity], !isBetter(asset, than: assets[other]) { continue }
      best[asset.identity] = index
    }
    var index = -1
    assets.removeAll { asset in
      index += 1
      return best[asset.identity].map { $0 != index } ?? false
    }
  }

  private static func isBetter(_ asset: Asset, than other: Asset) -> Bool {
    if asset.isSymbolicLink != other.isSymbolicLink { return other.isSymbolicLink }
    return AssetOrder.pathPrecedes(asset, other)
  }
}
