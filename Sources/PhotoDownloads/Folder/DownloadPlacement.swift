import PhotoFiles
import PhotoFormats
import PhotoStore
import SystemPackage

/// Gives a complete file the final name, exactly once even after a crash.
///
/// The name is written to the record before it is used. After a crash, the record and the bytes that remain show which
/// steps were done.
struct DownloadPlacement {
  let url: RemoteURL
  let claim: ClaimedDownload
  var record: DownloadRecord

  /// Returns the file that was placed before a crash prevented removal of the record, or `nil`.
  func finishedEarlier() throws(Errno) -> FilePath? {
    guard let text = record.finalName, try claim.size() == 0, record.total != 0,
      let component = FilePath.Component(text), component.kind == .regular
    else { return nil }
    let (folder, name) = (record.destination.path, FileName(component))
    let status = (try? OpenFolder(reaching: folder).status(of: name)) ?? nil
    return status?.kind == .regular ? folder.appending(name) : nil
  }

  /// Makes the folder of a destination if it is missing, and opens it to check that it can be used.
  static func makeFolder(_ destination: DownloadDestination, for url: RemoteURL) throws(DownloadError) {
    let mode: mode_t =
      switch destination {
      case .folder: 0o777
      case .store: 0o700
      }
    do throws(Errno) {
      try OpenFolder.make(destination.path, mode: mode)
      _ = try OpenFolder(destination.path)
    } catch {
      throw .noDestination(url, destination, error)
    }
  }

  mutating func place(_ type: PhotoFileType) throws(DownloadError) -> FilePath {
    do throws(StoreError) {
      let path: FilePath
      switch record.destination {
      case .folder(let folder): path = try place(type, in: folder)
      case .store(let root): path = try keep(type, in: FileStore(root: root))
      }
      try attempt("remove the record of", claim.folder.path) { () throws(Errno) in try claim.end(with: path) }
      return path
    } catch {
      throw .notPlaced(url, reason: "\(error)")
    }
  }

  private mutating func keep(_ type: PhotoFileType, in store: FileStore) throws(StoreError) -> FilePath {
    let name: StoreName
    if let text = record.finalName {
      name = try StoreName(text)
    } else {
      let proposed = record.proposedName.flatMap { FilePath.Component($0)?.extension }
      name = try store.makeName(pathExtension: type.usualExtension ?? proposed)
      try save(finalName: name.description)
    }
    // Generated names are unique: an existing file was put before a crash.
    if try !store.exists(name) {
      _ = try attempt("read", claim.folder.path) { () throws(Errno) in
        try withErrno { try claim.part.seek(offset: 0, from: .start) }
      }
      try store.put(.descriptor(claim.part), name: name)
    }
    return try store.path(of: name)
  }

  private mutating func place(_ type: PhotoFileType, in path: FilePath) throws(StoreError) -> FilePath {
    let folder = try attempt("open", path) { () throws(Errno) in
      try OpenFolder.make(path, mode: 0o777)
      return try OpenFolder(path)
    }
    try attempt("write", claim.folder.path) { () throws(Errno) in try claim.part.synchronize() }
    let proposal = DownloadFileName.safe(record.proposedName ?? url.lastPathComponent)
    let name = DownloadFileName.named(proposal, pathExtension: type.usualExtension)
    for number in 1...100_000 {
      let numbered = DownloadFileName.numbered(name, number)
      if try place(as: numbered, in: folder, path) {
        return path.appending(FileName(unchecked: Array(numbered.utf8)))
      }
    }
    throw .system(action: "find a free name in", path: path, errno: .fileExists)
  }

  private mutating func place(
    as text: String, in folder: OpenFolder, _ path: FilePath
  ) throws(StoreError) -> Bool {
    let name = FileName(unchecked: Array(text.utf8))
    let wasChosen = record.finalName == text
    let isTaken = try attempt("look into", path) { () throws(Errno) in try folder.status(of: name) != nil }
    if isTaken, !wasChosen { return false }
    try save(finalName: text)
    do throws(Errno) {
      do throws(Errno) {
        try claim.folder.folder.moveExclusively(claim.names.part, to: folder, as: name)
      } catch .improperLink {
        try copy(to: name, in: folder)
      }
    } catch .fileExists {
      return wasChosen ? try removePart(keeping: name, in: folder, path) : false
    } catch {
      throw .failed("write", path.appending(name), error)
    }
    try attempt("write", path) { () throws(Errno) in try folder.synchronize() }
    return true
  }

  /// Copies the file to a name on another file system.
  private func copy(to name: FileName, in folder: OpenFolder) throws(Errno) {
    try withErrno {
      let file = try PendingFile(in: folder)
      try claim.part.seek(offset: 0, from: .start)
      try claim.part.copyAll(to: file.descriptor)
      try file.finish(as: name, .exclusively, durability: .content)
    }
  }

  /// Removes the received bytes if a file with the name has them, as after a crash. Returns `true` if it does.
  private mutating func removePart(
    keeping name: FileName, in folder: OpenFolder, _ path: FilePath
  ) throws(StoreError) -> Bool {
    let part = RedundantFile(claim.names.part, in: claim.folder.folder)
    let kept = part.temporaryName(ofKept: name, in: folder)
    record.temporaryNames = .init(part: part.temporaryName.text, file: kept?.text)
    try attempt("write", claim.folder.path) { () throws(Errno) in try claim.save(record) }
    return try attempt("read", path.appending(name)) { () throws(Errno) in
      do {
        return try part.remove(keeping: name, in: folder, expecting: FileStatus(claim.part)) == .removed
      } catch let error as RedundantFile.NotPutBack {
        throw error.errno
      } catch {
        throw (error as? Errno) ?? .canceled
      }
    }
  }

  private mutating func save(finalName: String) throws(StoreError) {
    guard record.finalName != finalName else { return }
    record.finalName = finalName
    try attempt("write", claim.folder.path) { () throws(Errno) in try claim.save(record) }
  }
}
