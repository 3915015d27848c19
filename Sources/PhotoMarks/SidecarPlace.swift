import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The sidecar to write for a photo.
struct SidecarPlace {
  let name: FileName
  let existing: (status: FileStatus, bytes: [UInt8])?

  /// The content, or `nil` if there is no sidecar, or an empty one on a server. On some servers, a process empties a sidecar
  /// before it removes it, and may end at this point; other applications make an empty file when they lock a new name
  /// (RFC 4918, 7.3).
  var content: [UInt8]? { existing.flatMap { $0.bytes.isEmpty && isRemote ? nil : $0.bytes } }

  private let isRemote: Bool

  /// Finds the XMP sidecar that takes precedence for the photo, or the name for a new one.
  ///
  /// - Parameter form: Returns the form of a new name.
  /// - Throws: `Errno`; `MarkError.damaged` if the existing file is invalid; `MarkError.nameTooLong` if the file system has
  ///   no name for a new one.
  init(of asset: Asset, in folder: OpenFolder, _ form: () -> SidecarForm) throws {
    let names = try Names(of: asset.name, in: folder)
    if let place = try SidecarPlace(named: names.taken, of: asset, in: folder) {
      self = place
      return
    }
    guard let name = names.newName(for: asset.name, form) else {
      throw MarkError.nameTooLong(photo: asset.path)
    }
    (self.name, existing, isRemote) = (name, nil, folder.isRemote)
  }

  /// Returns `true` if the photo has an XMP sidecar.
  ///
  /// - Throws: `Errno`, or `MarkError.damaged` if the sidecar is invalid.
  static func exists(for asset: Asset, in folder: OpenFolder) throws -> Bool {
    try SidecarPlace(named: Names(of: asset.name, in: folder).taken, of: asset, in: folder) != nil
  }

  /// Finds the sidecar that takes precedence among the files with possible names.
  private init?(named names: [FileName], of asset: Asset, in folder: OpenFolder) throws {
    let photo = asset.name
    for name in SidecarIndex([photo] + names)?.sidecars(of: photo) ?? [] {
      let path = asset.folder.path(of: name)
      let place = try MarkError.of(path) { () throws(Errno) in try SidecarPlace(reading: name, in: folder) }
      let packet = try place.content.map { try Self.packet($0, path) } ?? XMPFields()
      guard packet.isMeant(for: photo, of: asset.fileType, under: name) else { continue }
      self = place
      return
    }
    return nil
  }

  init(reading name: FileName, in folder: OpenFolder) throws(Errno) {
    isRemote = folder.isRemote
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

extension SidecarPlace {
  /// The possible names of a photo's sidecar, examined in its folder.
  private struct Names {
    /// The names of regular files.
    private(set) var taken: [FileName] = []
    private var tooLong: Set<FileName> = []

    init(of photo: FileName, in folder: OpenFolder) throws(Errno) {
      var names = SidecarIndex.packetNames(of: photo)
      // Sidecars may be spelled differently, unless they belong to another photo.
      for spelling in photo.spellings where spelling != photo {
        let other = try? folder.status(of: spelling)
        if (other ?? nil) == nil { names += SidecarIndex.packetNames(of: spelling) }
      }
      if photo.hasMixedSpellings { names += try Self.mixedSpellings(of: names, for: photo, in: folder) }
      for name in names.uniqued() {
        do throws(Errno) {
          if try folder.status(of: name)?.kind == .regular { taken.append(name) }
        } catch {
          guard error == .fileNameTooLong else { throw error }
          tooLong.insert(name)
        }
      }
    }

    /// Returns the files of a folder with names that are equivalent to given ones, unless they may belong to another photo.
    private static func mixedSpellings(
      of names: [FileName], for photo: FileName, in folder: OpenFolder
    ) throws(Errno) -> [FileName] {
      let (wanted, own, end) = (Set(names.map(\.composed)), photo.composed, photo.stem.asciiEnd)
      // Composing every name of a large folder for each photo would be slow. Equivalent names have the same ASCII
      // characters after the last other character (except for the Kelvin sign and three more).
      let files = try folder.names().filter { $0.bytes.asciiEnd.starts(with: end) }
        .map { (name: $0, composed: $0.composed) }
      if files.contains(where: { $0.composed == own && $0.name != photo }) { return [] }
      return files.filter { wanted.contains($0.composed) }.map(\.name)
    }

    /// Returns the name of a new sidecar, in the other form if the file system doesn't allow this one.
    func newName(for photo: FileName, _ form: () -> SidecarForm) -> FileName? {
      let long = FileName(unchecked: photo.bytes + Array(".xmp".utf8))
      let short = FileName(unchecked: photo.stem + Array(".xmp".utf8))
      // The sidecar of another photo may have the short name.
      guard short.bytes.count > 4, !taken.contains(where: { $0.composed == short.composed }),
        !tooLong.contains(short)
      else {
        return tooLong.contains(long) ? nil : long
      }
      return tooLong.contains(long) || form() == .adobe ? short : long
    }
  }
}

extension [UInt8] {
  /// The bytes after the last one that isn't ASCII.
  fileprivate var asciiEnd: ArraySlice<UInt8> { self[((lastIndex { $0 >= 0x80 } ?? -1) + 1)...] }
}
