import PhotoFiles
import SystemPackage

/// Checks before a change. Call them only while the store is locked.
extension FileStore {
  func requireFile(_ name: StoreName, _ session: StoreSession) throws(StoreError) {
    let status = try attempt("look into", root) { () throws(Errno) in try session.status(of: name, in: .files)
    }
    guard let status else { throw .notFound(name, store: root) }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
  }

  /// Throws if there is no plain file of the name, or no thumbnail of it.
  func require(_ name: StoreName, _ kind: Kind, _ session: StoreSession) throws(StoreError) {
    try requireFile(name, session)
    if kind == .thumbnail, try !hasThumbnail(name, session) { throw .noThumbnail(name, store: root) }
  }

  /// True if a file has the name and may be replaced; throws if it may not.
  func isTaken(_ name: StoreName, _ session: StoreSession, replacing: Bool) throws(StoreError) -> Bool {
    let status = try attempt("look into", root) { () throws(Errno) in try session.status(of: name, in: .files)
    }
    guard let status else {
      try requireFolders(of: name, session)
      return false
    }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
    guard replacing else { throw .nameTaken(name, store: root) }
    return true
  }

  private func requireFolders(of name: StoreName, _ session: StoreSession) throws(StoreError) {
    for (index, part) in name.folders.enumerated() {
      guard let folder = StoreName(part, in: Array(name.folders[..<index])) else { continue }
      let status = try attempt("look into", root) { () throws(Errno) in
        try session.status(of: folder, in: .files)
      }
      guard status.map({ $0.kind == .directory }) ?? true else { throw .folderTaken(name, store: root) }
    }
  }

  func hasThumbnail(_ name: StoreName, _ session: StoreSession) throws(StoreError) -> Bool {
    try attempt("look into", root.appending(StoreName.thumbnailFolder)) { () throws(Errno) in
      try session.status(of: name, in: .thumbnails) != nil
    }
  }

  /// The move of a file to a name that is free, or over the file that has it.
  func step(
    from place: StorePlace, to area: StoreArea, _ name: StoreName, replacing: Bool
  ) -> TransactionStep {
    let target = StorePlace(area: area, name: name)
    return replacing ? .replace(from: place, at: target) : .create(from: place, at: target)
  }

  func absoluteRoot() throws(StoreError) -> FilePath {
    try attempt("find", root) { () throws(Errno) in try root.resolved() }
  }
}

extension FileStore.Kind {
  var area: StoreArea { self == .file ? .files : .thumbnails }

  func folder(in root: FilePath) -> FilePath {
    self == .file ? root : root.appending(StoreName.thumbnailFolder)
  }
}
