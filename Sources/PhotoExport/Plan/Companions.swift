import PhotoFiles
import PhotoFormats
import SystemPackage

/// The kinds of files that are exported along with a photo, besides the other files of its shot.
public struct CompanionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Sidecars: XMP, AAE and the JSON of Google Takeout, matched by name as in a scan.
  public static let sidecars = CompanionOptions(rawValue: 1)
  /// The thumbnails and the proxies that a camera stored along with a video.
  public static let proxies = CompanionOptions(rawValue: 2)
}

/// Finds the companions of photos. Each folder is listed once.
struct CompanionFinder {
  struct Companion {
    let name: FileName
    let role: ExportRole
    /// Whether the file also belongs to a photo that isn't exported with it.
    let isShared: Bool
  }

  private var folders: [FilePath: Result<Names, Errno>] = [:]

  private struct Names {
    let owners: SidecarOwners
    let links: Set<FileName>
  }

  /// Returns the companions of a photo in order of their names.
  ///
  /// - Parameter shot: The files that are exported together, including the photo.
  /// - Throws: `ExportError.unlisted` if the folder can't be listed.
  mutating func companions(
    of name: FileName, in folder: FilePath, with shot: Set<FileName>, _ options: CompanionOptions
  ) throws(ExportError) -> [Companion] {
    if options.isEmpty { return [] }
    let found = try names(in: folder, of: name).owners.files(of: name, leaving: shot)
    let sidecars = options.contains(.sidecars) ? found.sidecars : []
    let proxies = options.contains(.proxies) ? found.companions : []
    return proxies.map { Companion(name: $0.name, role: .proxy, isShared: $0.isShared) }
      + sidecars.map { Companion(name: $0.name, role: .sidecar, isShared: $0.isShared) }
  }

  /// Returns whether a file that goes along with a photo is a symbolic link.
  ///
  /// - Throws: `ExportError.unlisted` if the folder can't be listed.
  mutating func isLink(
    _ name: FileName, in folder: FilePath, of photo: FileName
  ) throws(ExportError) -> Bool {
    try names(in: folder, of: photo).links.contains(name)
  }

  private mutating func names(in folder: FilePath, of photo: FileName) throws(ExportError) -> Names {
    let names =
      folders[folder]
      ?? Result { () throws(Errno) in try OpenFolder(folder).listed() }.map { entries in
        let files = entries.lazy.filter { $0.kind == .regular || $0.kind == .symbolicLink }.map(\.name)
          .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return Names(
          owners: SidecarOwners(files),
          links: Set(entries.lazy.filter { $0.kind == .symbolicLink }.map(\.name)))
      }
    folders[folder] = names
    switch names {
    case .success(let names): return names
    case .failure(let errno): throw .unlisted(folder.appending(photo), folder: folder, errno: errno)
    }
  }
}
