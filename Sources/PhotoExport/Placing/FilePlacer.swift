import PhotoFiles
import PhotoImaging
import SystemPackage

struct FilePlacer {
  let folder: OpenFolder
  let path: FilePath
  let copier: FileCopier
  /// Called with the hidden path of an incomplete file, before it is made.
  let willWrite: (FilePath) throws -> Void

  /// Copies a file to a name, and returns the identity of the copy.
  ///
  /// A copy keeps the permissions (not the access control list), less the umask, and the extended
  /// attributes of users. If the file is moved, the copy preserves everything, and is durable when the call returns.
  ///
  /// - Parameter willName: called before the copy gets the name.
  /// - Throws: `ExportError`, `CancellationError`, or `Errno.fileExists` if the name is taken.
  @discardableResult
  func copy(
    _ source: SourceFile, as name: FileName, isMoved: Bool, willName: (FileMark) throws -> Void
  ) throws -> FileMark {
    let permissions = try exporting("read", source.path) { try source.permissionsWithoutList() } & 0o777
    return try place(
      // Setting attributes needs the permission to write.
      name, mode: isMoved ? 0o600 : permissions | 0o200, modified: source.status.modified,
      isMoved ? .contentAndName : .none, willName
    ) { pending in
      let copy = try source.copy(to: pending, with: copier)
      try source.requireUnchanged()
      guard copy.size == source.status.size else { throw ExportError.changed(source.path) }
      if isMoved {
        try source.giveAttributes(to: pending)
      } else {
        try source.giveUserAttributes(to: pending)
        if permissions & 0o200 == 0 {
          try? pending.setPermissions(FileStatus(pending).permissions & ~0o200)
        }
      }
      return copy
    }
  }

  /// Writes a picture to a name, with the time and at most the permissions of the original.
  func write(
    _ bytes: [UInt8], madeOf photo: SourceFile, as name: FileName, willName: (FileMark) throws -> Void
  ) throws {
    let permissions = try exporting("read", photo.path) { try photo.permissionsWithoutList() } & 0o777
    _ = try place(name, mode: permissions, modified: photo.status.modified, .none, willName) {
      try copier.write(bytes, to: $0)
    }
  }

  private func place(
    _ name: FileName, mode: mode_t, modified: FileStatus.Time, _ durability: PendingFile.Durability,
    _ willName: (FileMark) throws -> Void, _ fill: (FileDescriptor) throws -> FileCopier.Copy
  ) throws -> FileMark {
    let target = path.appending(name)
    let (pending, mark) = try exporting("write", target) {
      let pending = try PendingFile(in: folder, mode: mode, prefersNoName: true) {
        try willWrite(path.appending($0))
      }
      let copy = try fill(pending.descriptor)
      guard copy.isEqual else { throw ExportError.differs(target) }
      try pending.descriptor.setModified(modified)
      return (pending, FileMark(try FileStatus(pending.descriptor), checksum: copy.checksum))
    }
    try willName(mark)
    do throws(Errno) {
      try pending.finish(as: name, .exclusively, durability: durability)
      return mark
    } catch .fileExists {
      throw Errno.fileExists
    } catch {
      throw ExportError.failed("write", target, error)
    }
  }
}

/// A picture made of a photo, once and only if it is needed.
final class RenderedPicture {
  private let photo: FilePath
  private let encoding: PictureEncoding
  private var made: [UInt8]?

  init(_ photo: FilePath, _ encoding: PictureEncoding) {
    self.photo = photo
    self.encoding = encoding
  }

  func bytes() throws -> [UInt8] {
    if let made { return made }
    do throws(ImagingError) {
      let bytes = try encoding.jpeg(of: photo)
      made = bytes
      return bytes
    } catch {
      if case .unreadable(let errno) = error.reason, photo.isRemote {
        throw ExportError.failed("read", photo, errno)
      }
      // The error names the path.
      throw ExportError.notRendered(photo, reason: ImagingError(error.reason).description)
    }
  }
}
