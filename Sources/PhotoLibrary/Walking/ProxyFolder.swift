import PhotoFiles
import PhotoFormats
import SystemPackage

/// A folder in which a camera or an editor stores companions of videos in other folders: `SUB` next to `CLIP`, `Proxies` below
/// the videos, or `MISC/THM/100` on a card with `DCIM/100MEDIA`.
struct ProxyFolder {
  /// The names of the files around the folder to which its files may belong.
  private(set) var films: [FileName] = []
  /// The folders that were listed to find the videos.
  private(set) var sources: [Folder] = []

  /// Lists the folders around a folder of proxies or thumbnails; `nil` for other folders.
  ///
  /// - Parameter depth: The number of levels below the root of a scan. The scan doesn't find videos outside of the root, so
  ///   that it shows their companions.
  init?(_ folder: Folder, depth: Int = .max) {
    guard let kind = Kind(folder), depth >= kind.levels else { return nil }
    let above = Folder((0..<kind.levels).reduce(folder.path) { path, _ in path.removingLastComponent() })
    switch kind {
    case .proxies:
      for clips in list(above) where FilmCompanions.isClipFolder(clips.name) { list(clips.folder) }
    case .thumbnails(let name):
      for camera in list(above) where FilmCompanions.isCameraFolder(camera.name) {
        for films in list(camera.folder) where FilmCompanions.isFolder(films.name, ofThumbnailsIn: name) {
          list(films.folder)
        }
      }
    }
  }

  /// Returns whether a folder may contain companions of videos in other folders.
  static func isOne(_ folder: Folder) -> Bool { Kind(folder) != nil }

  private enum Kind {
    case proxies
    /// The thumbnails of a folder whose name is or begins with this name.
    case thumbnails(FileName)

    init?(_ folder: Folder) {
      guard let name = folder.path.lastComponent.map({ FileName($0) }) else { return nil }
      if FilmCompanions.isProxyFolder(name) {
        self = .proxies
      } else if FilmCompanions.isThumbnailFolder(folder.path.components.suffix(3).map { FileName($0) }) {
        self = .thumbnails(name)
      } else {
        return nil
      }
    }

    /// The number of levels from the folder up to the one that contains it and the videos.
    var levels: Int {
      switch self {
      case .proxies: 1
      case .thumbnails: 3
      }
    }
  }

  /// Adds the files of a folder, and returns its subfolders.
  @discardableResult
  private mutating func list(_ folder: Folder) -> [(name: FileName, folder: Folder)] {
    sources.append(folder)
    let entries = (try? OpenFolder(reaching: folder.path).entries(includesHidden: false).entries) ?? []
    films += entries.lazy.filter { $0.kind == .regular }.map(\.name)
    return entries.lazy.filter { $0.kind == .directory }.map { entry in
      (entry.name, Folder(folder.path(of: entry.name)))
    }
  }
}
