import PhotoFiles
import PhotoFormats

/// A folder that holds photos, or all photos of a library.
///
/// An album may be unloaded: it lets go of its assets, and still knows how many there were and from when.
/// `reload(in:)` reads them anew, from the album's own folder alone.
public struct Album: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Everything under the roots: "All Photos".
    case all
    /// The files of one folder, not those of the folders below it.
    case folder(Folder)

    var name: String {
      switch self {
      case .all: "All Photos"
      case .folder(let folder): folder.name
      }
    }

    var folder: Folder? {
      switch self {
      case .all: nil
      case .folder(let folder): folder
      }
    }
  }

  public let kind: Kind
  /// The photos and videos, in order of folder and name; none while the album is unloaded.
  public private(set) var assets: [Asset]
  /// False once the assets were let go of.
  public private(set) var isLoaded = true
  public let count: Int
  /// The first and the last date on the wall clock, as they were read last; `nil` if no asset has one.
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

  /// Lets go of the assets. Their memory goes back unless somebody else holds them: another album, a collection, a
  /// snapshot, or a library that is loaded.
  public mutating func unload() {
    assets = []
    isLoaded = false
  }

  public var name: String { kind.name }

  public var folder: Folder? { kind.folder }

  /// The picture that stands for the album: the newest that is not damaged; `nil` while the album is unloaded.
  public var poster: Asset? {
    assets.lazy.filter { $0.damage == nil }.max { left, right in
      (left.wallTime?.seconds ?? .min) < (right.wallTime?.seconds ?? .min)
    }
  }

  /// The albums of assets that are in order of folder: one for each folder, in that order.
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
