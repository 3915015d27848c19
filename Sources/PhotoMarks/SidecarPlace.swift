import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The sidecar to write for a photo.
struct SidecarPlace {
  let name: FileName
  let existing: (status: FileStatus, bytes: [UInt8])?

  /// Finds the XMP sidecar that takes precedence for the photo, or the name for a new one.
  ///
  /// - Parameter form: Returns the form of a new name.
  /// - Throws: `Errno`, or `MarkError.damaged` if the existing file is invalid.
  init(of asset: Asset, in folder: OpenFolder, _ form: () -> SidecarForm) throws {
    let photo = asset.name
    let names = try SidecarIndex.packetNames(of: photo).filter {
      try folder.status(of: $0)?.kind == .regular
    }
    for name in SidecarIndex([photo] + names)?.sidecars(of: photo) ?? [] {
      let path = asset.folder.path(of: name)
      let existing = try MarkError.of(path) { try Self.read(name, in: folder) }
      let packet = try Self.packet(existing.bytes, path)
      guard packet.isMeant(for: photo, of: asset.fileType, under: name) else { continue }
      (self.name, self.existing) = (name, existing)
      return
    }
    let short = FileName(unchecked: photo.stem + Array(".xmp".utf8))
    // The sidecar of another photo may have the short name.
    let isShort = short.bytes.count > 4 && !names.contains(short) && form() == .adobe
    name = isShort ? short : FileName(unchecked: photo.bytes + Array(".xmp".utf8))
    existing = nil
  }

  init(reading name: FileName, in folder: OpenFolder) throws(Errno) {
    (self.name, existing) = (name, try Self.read(name, in: folder))
  }

  static func read(
    _ name: FileName, in folder: OpenFolder
  ) throws(Errno) -> (status: FileStatus, bytes: [UInt8]) {
    let file = try OpenFile(name, in: folder, followsLinks: false)
    guard file.status.kind == .regular else { throw .noSuchFileOrDirectory }
    return (file.status, try file.descriptor.readAll(limit: Sidecar.sizeLimit(.xmp)))
  }

  static func packet(_ bytes: [UInt8], _ path: FilePath) throws(MarkError) -> XMPFields {
    let sidecar: Sidecar
    do throws(Sidecar.Damage) {
      sidecar = try Sidecar(.xmp, Bytes(bytes))
    } catch {
      throw .damaged(sidecar: path, reason: error.reason)
    }
    if case .packet(let packet) = sidecar { return packet }
    // It may contain data of other applications.
    return XMPFields()
  }
}
