import PhotoFiles
import PhotoFormats

public enum SortDirection: Sendable, Hashable {
  case ascending, descending
}

/// The orders that resolve ties in every other order, so that results are deterministic.
package enum AssetOrder {
  package static func pathPrecedes(_ left: Asset, _ right: Asset) -> Bool {
    if left.folder !== right.folder {
      let order = FileName.naturalOrder(left.folder.bytes, right.folder.bytes)
      if order != 0 { return order < 0 }
    }
    return left.name < right.name
  }

  package static func sortByPath(_ assets: inout [Asset]) {
    // There are few folders: sort them once, and compare names only within a folder.
    var byFolder: [Folder: [Asset]] = [:]
    for asset in assets { byFolder[asset.folder, default: []].append(asset) }
    let folders = byFolder.keys.sorted { FileName.naturalOrder($0.bytes, $1.bytes) < 0 }
    assets.removeAll(keepingCapacity: true)
    for folder in folders {
      guard let members = byFolder.removeValue(forKey: folder) else { continue }
      assets += NaturalOrder.indices(of: members.map(\.name)).map { members[$0] }
    }
  }
}

package enum SameFiles {
  /// Removes all but one asset per file: preferably a path that is no symbolic link, then the first in natural order.
  ///
  /// - Parameter areNamed: `true` if the paths were listed individually and may contain duplicates.
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
