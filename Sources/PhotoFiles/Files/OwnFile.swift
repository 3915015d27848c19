import SystemPackage

/// An internal file: the catalog, remembered views, drafts and cached pictures.
///
/// Users don't name such a file, so a symbolic link in its place is a mistake or an attack: photopick would overwrite
/// the target. The file must therefore be a regular file and is never reached through a symbolic link. Parent folders
/// may be symbolic links, since people keep `~/.cache` on another disk.
///
///     let file = OwnFile(folder.appending("state"))
///     try file.write(bytes)
///     let bytes = try file.contents()
package struct OwnFile: Sendable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  package func status() throws -> FileStatus? {
    do {
      return try UnexpectedKind.rejecting(try place().status())
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  package func open() throws -> OpenFile? {
    do {
      let place = try place()
      let file = try OpenFile(place.name, in: place.folder, followsLinks: false)
      _ = try UnexpectedKind.rejecting(file.status)
      return file
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch Errno.tooManySymbolicLinkLevels {
      throw UnexpectedKind(kind: .symbolicLink)
    }
  }

  /// Returns the bytes of the file, or `nil` if it doesn't exist. Throws `Errno.fileTooLarge` beyond the limit.
  package func contents(limit: Int = .max) throws -> [UInt8]? {
    guard let file = try open() else { return nil }
    return try withExtendedLifetime(file) { try file.descriptor.readAll(limit: limit) }
  }

  /// Replaces the file in one step by a new one that only the user can read; makes missing folders. After an error, the
  /// file has its old content.
  package func write(_ bytes: [UInt8], durability: PendingFile.Durability = .none) throws {
    let folder = path.removingLastComponent()
    if !folder.isEmpty { try OpenFolder.make(folder) }
    let place = try place()
    _ = try UnexpectedKind.rejecting(try place.status())
    let file = try PendingFile(in: place.folder, mode: 0o600)
    _ = try file.descriptor.writeAll(bytes)
    try file.finish(as: place.name, .replacing, durability: durability)
  }

  private func place() throws(Errno) -> NamedPlace { try NamedPlace(path) }
}

/// The reason why an internal file cannot be used: something other than a regular file has its path.
package struct UnexpectedKind: Error, Hashable, CustomStringConvertible {
  package let kind: FileStatus.Kind

  package var description: String {
    switch kind {
    case .symbolicLink: "it is a symbolic link, which photopick does not follow; remove it"
    case .directory: "it is a folder; move it away"
    case .regular, .other: "it is not a regular file"
    }
  }

  static func rejecting(_ status: FileStatus?) throws(UnexpectedKind) -> FileStatus? {
    if let status, status.kind != .regular { throw UnexpectedKind(kind: status.kind) }
    return status
  }
}

extension FilePath {
  /// The path without its last component; the current folder for a lone name.
  package var containingFolder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }
}

struct NamedPlace {
  let folder: OpenFolder
  let name: FileName

  init(_ path: FilePath) throws(Errno) {
    guard let last = path.lastComponent else { throw .isDirectory }
    folder = try OpenFolder(reaching: path.containingFolder)
    name = FileName(last)
  }

  func status() throws(Errno) -> FileStatus? { try folder.status(of: name) }
}
