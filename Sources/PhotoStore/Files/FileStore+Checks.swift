import PhotoFiles
import SystemPackage

/// Checks before a change. Call them only while the store is locked.
extension FileStore {
  /// Throws if no plain file has the name.
  func requireFile(_ name: StoreName, _ session: StoreSession) throws(StoreError) {
    let status = try attempt("look into", root) { () throws(Errno) in
      try session.root.status(of: name.fileName)
    }
    guard let status else { throw .notFound(name, store: root) }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
  }

  /// True if a file has the name and may be replaced; throws if it may not.
  func isTaken(_ name: StoreName, _ session: StoreSession, replacing: Bool) throws(StoreError) -> Bool {
    let status = try attempt("look into", root) { () throws(Errno) in
      try session.root.status(of: name.fileName)
    }
    guard let status else { return false }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
    guard replacing else { throw .nameTaken(name, store: root) }
    return true
  }

  /// True if the file has a thumbnail.
  func hasThumbnail(_ name: StoreName, _ session: StoreSession) throws(StoreError) -> Bool {
    try attempt("look into", root.appending(StoreName.thumbnailFolder)) { () throws(Errno) in
      try session.thumbnails()?.status(of: name.fileName) != nil
    }
  }

  /// The move of a file to a name that is free, or over the file that has it.
  func step(
    from place: StorePlace, to area: StoreArea, _ name: StoreName, replacing: Bool
  ) -> TransactionStep {
    let target = StorePlace(area: area, name: name)
    return replacing ? .replace(from: place, at: target) : .create(from: place, at: target)
  }

  /// The root without links, `.` and `..`.
  func absoluteRoot() throws(StoreError) -> FilePath {
    try attempt("find", root) { () throws(Errno) in try root.resolved() }
  }
}
