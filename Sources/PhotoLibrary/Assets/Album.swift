import PhotoFiles
import PhotoFormats

/// A folder with photos, or all photos of a library.
///
/// Call `unload()` to release the assets of an album; it retains their number and dates. `reload(in:)` reads the
/// assets again, from this folder only.
public struct Album: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// All files under the roots: "All Photos".
    case all
    /// The files directly in a folder, excluding subfolders.
    case folder(Folder)

    var name: String {
      switch self {
      case .all: "All Photos"
      case .folder(let folder): folder.name
      }
    }

    package var folder: Folder? {
      switch self {
      case .all: nil
      case .folder(let folder): folder
      }
    }
  }

  public let kind: Kind
  /// The photos and videos, ordered by folder and name. Empty if the album is unloaded.
  public private(set) var assets: [Asset]
  public private(set) var isLoaded = true
  public let count: Int
  /// The range of the local capture times when the assets were last read, or `nil` if no asset is dated.
  public let dates: ClosedRange<CivilTime>?

  public init(_ kind: Kind, assets: [Asset]) {
    self.kind = kind
    self.assets = assets
    count = assets.count
    var dates: ClosedRange<CivilTime>?
    for time in assets.lazy.compactMap(\.wallTime) {
      dates = dates.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }
    self.dates = dates
  }

  /// Releases the assets. They stay in memory while another album, collection, snapshot or a loaded library retains
  /// them.
  public mutating func unload() {
    assets = []
    isLoaded = false
  }

  public var name: String { kind.name }

  public var folder: Folder? { kind.folder }

  /// The cover picture: the newest valid asset, or `nil` if the album is unloaded.
  public var poster: Asset? {
    assets.lazy.filter { $0.damage == nil }.max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
  }

  /// Returns one album per folder, for assets that are already ordered by folder.
  package static func folders(of assets: [Asset]) -> [Album] {
    var albums = [Album]()
    var start = assets.startIndex
    while start < assets.endIndex {
      let folder = assets[start].folder
      let end = assets[start...].firstIndex { $0.folder !== folder && $0.folder != folder } ?? assets.endIndex
      albums.append(Album(.folder(folder), assets: Array(assets[start..<end])))
      start = end
    }
    return albums
  }
}
