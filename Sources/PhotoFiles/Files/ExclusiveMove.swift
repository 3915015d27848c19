import CFileSystem
import SystemPackage

/// A method of moving a file to a free name, from the best to the one that every file system supports.
enum ExclusiveMove: Sendable, CaseIterable {
  /// One step: renameat2(2) with RENAME_NOREPLACE, renameatx_np(2) with RENAME_EXCL.
  case rename
  case link
  /// Checks the new name, then renames the file: what appears between the two is replaced.
  case look

  /// Returns the method to try after an error, or `nil` if the error has another reason.
  ///
  /// FAT returns EPERM for hard links, in addition to the usual errors.
  func next(after failure: Errno) -> ExclusiveMove? {
    switch self {
    case .rename: failure.isOfMissingCall ? .link : nil
    case .link: failure.isOfMissingCall || failure == .notPermitted ? .look : nil
    case .look: nil
    }
  }
}

extension OpenFolder {
  /// Moves a file to a free name, in one step if the file system can.
  ///
  /// - Throws: `Errno.fileExists` if the new name is taken, `Errno.improperLink` between file systems.
  package func renameExclusively(
    _ name: FileName, to target: OpenFolder, as newName: FileName
  ) throws(Errno) {
    try move(name, to: target, as: newName, by: .rename)
  }

  /// Moves a file to a free name, by making a hard link and removing the old name.
  ///
  /// After a crash between the two steps, the file has both names, and a second call completes the move. If the removal
  /// fails, the file keeps only the old name. File systems without hard links check and rename instead. To a folder on a
  /// server, the file is copied and then removed.
  ///
  /// - Throws: `Errno.fileExists` if the new name is taken.
  package func moveExclusively(
    _ name: FileName, to target: OpenFolder, as newName: FileName
  ) throws(Errno) {
    if let server = target.remote { return try move(name, to: server, as: newName, .exclusively) }
    try move(name, to: target, as: newName, by: .link)
  }

  /// Moves a file to a folder on a server.
  func move(
    _ name: FileName, to server: RemoteFolder, as newName: FileName, _ placement: PendingFile.Placement
  ) throws(Errno) {
    let file = try OpenFile(name, in: self, followsLinks: false)
    guard file.status.kind == .regular else { throw .notSupported }
    try withExtendedLifetime(file) { () throws(Errno) in
      let count = Int(file.status.size)
      try server.write(.file(file.descriptor, count: count), to: newName, placement)
    }
    try remove(name)
  }

  func move(
    _ name: FileName, to target: OpenFolder, as newName: FileName, by way: ExclusiveMove
  ) throws(Errno) {
    // Between file systems, a file is copied.
    if isRemote || target.isRemote { throw .improperLink }
    do throws(Errno) {
      switch way {
      case .rename:
        try check(name, newName) {
          file_rename_exclusively(descriptor.rawValue, $0, target.descriptor.rawValue, $1)
        }
      case .link: try link(name, in: target, as: newName)
      case .look:
        guard try target.status(of: newName) == nil else { throw .fileExists }
        try replace(name, in: target, as: newName)
      }
    } catch {
      guard let next = way.next(after: error) else { throw error }
      return try move(name, to: target, as: newName, by: next)
    }
    if way == .link { try removeLinked(name, target, newName) }
  }

  /// Removes the old name of a file that also has a new one; if that fails, removes the new one instead.
  private func removeLinked(_ name: FileName, _ target: OpenFolder, _ newName: FileName) throws(Errno) {
    do throws(Errno) {
      try remove(name)
    } catch {
      // The call may fail after the removal, as if a server's answer is lost. Then only the new name exists.
      if let old = (try? status(of: name)) ?? nil, old.linkCount > 1,
        let new = (try? target.status(of: newName)) ?? nil, old.identity == new.identity
      {
        try? target.remove(newName)
      }
      throw error
    }
  }

  private func link(_ name: FileName, in target: OpenFolder, as newName: FileName) throws(Errno) {
    do throws(Errno) {
      try check(name, newName) { linkat(descriptor.rawValue, $0, target.descriptor.rawValue, $1, 0) }
    } catch .fileExists {
      guard let old = try status(of: name), let new = try target.status(of: newName),
        old.identity == new.identity, old.linkCount > 1, try !isSameEntry(name, target, newName)
      else { throw .fileExists }
    }
  }

  /// Returns `true` if two names refer to the same entry of a folder, as names in another case can.
  private func isSameEntry(
    _ name: FileName, _ target: OpenFolder, _ newName: FileName
  ) throws(Errno) -> Bool {
    guard try status().identity == target.status().identity else { return false }
    if name == newName { return true }
    return try !target.names().contains(newName)
  }
}
