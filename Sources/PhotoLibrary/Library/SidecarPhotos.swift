import PhotoFiles
import PhotoFormats
import SystemPackage

/// Finds the photos of sidecars, listing each folder once.
struct SidecarPhotos {
  private var folders: [Folder: [FileName: [FileName]]] = [:]
  private let scanner: LibraryScanner

  init(scanner: LibraryScanner) { self.scanner = scanner }

  /// Returns the photos of a sidecar, which may have been deleted.
  ///
  /// - Returns: `nil` if the file is no sidecar by its name, or no photo matches.
  mutating func photos(of path: FilePath) -> [FilePath]? {
    let root = RootPath(path)
    guard let sidecar = root.name, SidecarKind.isSure(sidecar) else { return nil }
    let folder = root.folder
    let owners = folders[folder] ?? Self.owners(in: folder)
    folders[folder] = owners
    let photos = owners[sidecar] ?? owner(of: sidecar, in: folder).map { [$0] } ?? []
    let meant = photos.filter { isMeant($0, by: sidecar, in: folder) }
    return meant.isEmpty ? nil : meant.map { folder.path(of: $0) }
  }

  private static func owners(in folder: Folder) -> [FileName: [FileName]] {
    guard let names = try? OpenFolder(folder.path).names(), let index = SidecarIndex(names) else {
      return [:]
    }
    var owners: [FileName: [FileName]] = [:]
    for photo in names where photo.hasPhotoExtension {
      for sidecar in index.sidecars(of: photo) { owners[sidecar, default: []].append(photo) }
    }
    return owners
  }

  /// Returns the photo `IMG.EXT` of a deleted sidecar `IMG.EXT.xmp`.
  private func owner(of sidecar: FileName, in folder: Folder) -> FileName? {
    guard let kind = SidecarKind(sidecar) else { return nil }
    let photo = FileName(unchecked: Array(sidecar.bytes.dropLast(kind.ending.utf8CodeUnitCount)))
    return photo.hasPhotoExtension && (try? FileStatus(folder.path(of: photo))) != nil ? photo : nil
  }

  /// Returns `true` if the content of a sidecar confirms that it belongs to a photo with the same stem.
  private func isMeant(_ photo: FileName, by sidecar: FileName, in folder: Folder) -> Bool {
    guard SidecarKind(sidecar) == .xmp, let opened = try? OpenFolder(folder.path),
      let file = try? OpenFile(sidecar, in: opened, followsLinks: false), file.status.kind == .regular,
      let bytes = try? file.descriptor.readAll(limit: Sidecar.sizeLimit(.xmp)),
      case .packet(let packet)? = try? Sidecar(.xmp, Bytes(bytes)),
      let asset = try? scanner.read(folder.path(of: photo))
    else { return true }
    return packet.isMeant(for: photo, of: asset.fileType, under: sidecar)
  }
}
