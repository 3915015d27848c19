import PhotoFiles
import SystemPackage

/// A folder that keeps files of any kind under names.
///
///     let store = FileStore(root: "/home/ann/keep")
///     let name = try store.put(.file("/tmp/IMG_0012.JPG"))  // 2026-11-20_22-38-36-123456.JPG
///     try store.rename(name, to: StoreName("beach.jpg"))
///     let bytes = try store.contents(of: StoreName("beach.jpg"))
///
/// Every change is atomic, and durable when the call returns: after a crash, on a full disk or next to other
/// processes, a change is never half done (see `StoreSession`). A thumbnail that `ImageStore` creates for a picture is
/// renamed and deleted with it. A store keeps no file open between calls. The calls block on I/O and on other
/// processes.
public struct FileStore: Sendable, Hashable {
  /// The folder, which the first `put` makes.
  public let root: FilePath

  public init(root: FilePath) { self.root = root }

  public enum Kind: Sendable, Hashable {
    case file
    case thumbnail
  }

  // MARK: Reading

  /// Returns the names of all files, or of those with a thumbnail, ordered by bytes.
  public func list(_ kind: Kind = .file) throws(StoreError) -> [StoreName] {
    guard let session = try StoreSession(reading: root) else { return [] }
    return try session.reading { () throws(StoreError) in
      try attempt("list", root) { () throws(Errno) in try session.names(in: kind.area).sorted() }
    }
  }

  /// Returns `true` if a file or thumbnail exists.
  public func exists(_ name: StoreName, _ kind: Kind = .file) throws(StoreError) -> Bool {
    guard let session = try StoreSession(reading: root) else { return false }
    return try session.reading { () throws(StoreError) in
      try status(of: name, in: kind.area, session)?.kind == .regular
    }
  }

  /// Returns the absolute path of a file or thumbnail, for reading only.
  ///
  /// - Throws: `StoreError.notFound` unless a file has the name, `noThumbnail` unless it has a thumbnail.
  public func path(of name: StoreName, _ kind: Kind = .file) throws(StoreError) -> FilePath {
    try reading(name, kind) { _ throws(StoreError) in
      let resolved = try attempt("find", root) { () throws(Errno) in try root.resolved() }
      return name.path(in: kind.folder(in: resolved))
    }
  }

  /// Opens a file or thumbnail for reading; the caller closes it.
  ///
  /// The bytes stay the same if the file is replaced or deleted.
  public func open(_ name: StoreName, _ kind: Kind = .file) throws(StoreError) -> FileDescriptor {
    try reading(name, kind) { session throws(StoreError) in
      try attempt("read", name.path(in: kind.folder(in: root))) { () throws(Errno) in
        guard let folder = try session.folder(of: name, in: kind.area) else { throw .noSuchFileOrDirectory }
        return try folder.open(name.fileName, O_RDONLY | O_NONBLOCK)
      }
    }
  }

  public func contents(of name: StoreName, _ kind: Kind = .file) throws(StoreError) -> [UInt8] {
    let file = try open(name, kind)
    defer { try? file.close() }
    return try attempt("read", name.path(in: kind.folder(in: root))) { () throws(Errno) in try file.readAll()
    }
  }

  /// Writes the bytes of a file or thumbnail to an open file.
  public func copy(_ name: StoreName, _ kind: Kind = .file, to target: FileDescriptor) throws(StoreError) {
    let file = try open(name, kind)
    defer { try? file.close() }
    do throws(Errno) {
      try file.copyAll(to: target)
    } catch {
      throw .outputFailed(name.path(in: kind.folder(in: root)), errno: error)
    }
  }

  // MARK: Changing

  /// Stores a file and returns the name.
  ///
  /// - Parameters:
  ///   - source: the bytes; a file is copied.
  ///   - name: the name; `nil` for a name made from the time.
  ///   - pathExtension: the extension of a made name; `nil` takes the extension of the source file.
  ///   - replacing: `true` to overwrite a file with the name.
  /// - Throws: `StoreError.nameTaken` unless the name is free.
  @discardableResult
  public func put(
    _ source: StoreSource, name: StoreName? = nil, pathExtension: String? = nil, replacing: Bool = false
  ) throws(StoreError) -> StoreName {
    let session = try StoreSession(changing: root)
    let file = try session.stage(mode: source.mode(in: root))
    try file.write(source)
    return try keep(
      file, thumbnail: nil, as: name, pathExtension: pathExtension ?? source.pathExtension,
      replacing: replacing, in: session)
  }

  /// Deletes a file and the thumbnail.
  ///
  /// - Throws: `StoreError.notFound` for an unknown name.
  public func delete(_ name: StoreName) throws(StoreError) {
    try changing(name) { session throws(StoreError) in
      var steps: [TransactionStep] = [.remove(StorePlace(area: .files, name: name))]
      if try hasThumbnail(name, session) { steps.append(.remove(StorePlace(area: .thumbnails, name: name))) }
      try session.commit(Transaction(steps), staged: [])
    }
  }

  /// Renames a file and the thumbnail.
  ///
  /// - Throws: `StoreError.notFound`, or `nameTaken` unless `replacing` is true.
  public func rename(_ name: StoreName, to newName: StoreName, replacing: Bool = false) throws(StoreError) {
    try changing(name) { session throws(StoreError) in
      if name == newName { return }
      let thumbnail = try hasThumbnail(name, session) ? StorePlace(area: .thumbnails, name: name) : nil
      let steps = try steps(
        from: StorePlace(area: .files, name: name), thumbnail, to: newName, replacing: replacing, session)
      try session.commit(Transaction(steps), staged: [])
    }
  }

  /// Returns a name made from the time, which this store has never returned before.
  ///
  /// - Parameter pathExtension: the extension of the name, not including the dot.
  public func makeName(pathExtension: String? = nil) throws(StoreError) -> StoreName {
    let session = try StoreSession(changing: root)
    return try session.changing { lock throws(StoreError) in
      try NameClock(lock: lock, store: root).next(in: session.root, pathExtension: pathExtension)
    }
  }

  func keep(
    _ file: StagedFile, thumbnail: StagedFile?, as wanted: StoreName?, pathExtension: String?,
    replacing: Bool, in session: StoreSession
  ) throws(StoreError) -> StoreName {
    try session.changing { lock throws(StoreError) in
      let name: StoreName
      if let wanted {
        name = wanted
      } else {
        name = try NameClock(lock: lock, store: root).next(in: session.root, pathExtension: pathExtension)
      }
      let steps = try steps(from: file.place, thumbnail?.place, to: name, replacing: replacing, session)
      try session.commit(Transaction(steps), staged: [file] + (thumbnail.map { [$0] } ?? []))
      return name
    }
  }

  // MARK: Steps

  /// Runs `body` while nothing can change the store, if the file or thumbnail exists.
  private func reading<Result>(
    _ name: StoreName, _ kind: Kind, _ body: (StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let session = try StoreSession(reading: root) else { throw .notFound(name, store: root) }
    return try session.reading { () throws(StoreError) in
      try requireFile(name, session)
      if kind == .thumbnail, try !hasThumbnail(name, session) { throw .noThumbnail(name, store: root) }
      return try body(session)
    }
  }

  /// Runs `body` with exclusive access to the store, if the file exists.
  private func changing(
    _ name: StoreName, _ body: (StoreSession) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let _ = try StoreSession(reading: root) else { throw .notFound(name, store: root) }
    let session = try StoreSession(changing: root)
    try session.changing { _ throws(StoreError) in
      try requireFile(name, session)
      try body(session)
    }
  }

  /// Returns the steps that give a file and a thumbnail a name, and remove an old thumbnail.
  private func steps(
    from file: StorePlace, _ thumbnail: StorePlace?, to name: StoreName, replacing: Bool,
    _ session: StoreSession
  ) throws(StoreError) -> [TransactionStep] {
    func step(from place: StorePlace, to area: StoreArea, replacing: Bool) -> TransactionStep {
      let target = StorePlace(area: area, name: name)
      return replacing ? .replace(from: place, at: target) : .create(from: place, at: target)
    }
    let isTaken = try isTaken(name, session, replacing: replacing)
    var steps = [step(from: file, to: .files, replacing: isTaken)]
    let replacesThumbnail = try hasThumbnail(name, session)
    if let thumbnail {
      steps.append(step(from: thumbnail, to: .thumbnails, replacing: replacesThumbnail))
    } else if replacesThumbnail {
      steps.append(.remove(StorePlace(area: .thumbnails, name: name)))
    }
    return steps
  }

  private func requireFile(_ name: StoreName, _ session: StoreSession) throws(StoreError) {
    guard let status = try status(of: name, in: .files, session) else { throw .notFound(name, store: root) }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
  }

  /// Returns whether a file has the name and may be replaced. Throws if it may not.
  private func isTaken(
    _ name: StoreName, _ session: StoreSession, replacing: Bool
  ) throws(StoreError) -> Bool {
    guard let status = try status(of: name, in: .files, session) else {
      try requireFolders(of: name, session)
      return false
    }
    guard status.kind == .regular else { throw .notAFile(name, store: root) }
    guard replacing else { throw .nameTaken(name, store: root) }
    return true
  }

  /// Throws an error if one of the name's folders is a file or link.
  private func requireFolders(of name: StoreName, _ session: StoreSession) throws(StoreError) {
    for (index, part) in name.folders.enumerated() {
      guard let folder = StoreName(part, in: Array(name.folders[..<index])) else { continue }
      let status = try status(of: folder, in: .files, session)
      guard status.map({ $0.kind == .directory }) ?? true else { throw .folderTaken(name, store: root) }
    }
  }

  private func hasThumbnail(_ name: StoreName, _ session: StoreSession) throws(StoreError) -> Bool {
    try attempt("look into", root.appending(StoreName.thumbnailFolder)) { () throws(Errno) in
      try session.status(of: name, in: .thumbnails) != nil
    }
  }

  private func status(
    of name: StoreName, in area: StoreArea, _ session: StoreSession
  ) throws(StoreError) -> FileStatus? {
    try attempt("look into", root) { () throws(Errno) in try session.status(of: name, in: area) }
  }
}

extension FileStore.Kind {
  fileprivate var area: StoreArea { self == .file ? .files : .thumbnails }

  fileprivate func folder(in root: FilePath) -> FilePath {
    self == .file ? root : root.appending(StoreName.thumbnailFolder)
  }
}

extension UserFolders {
  /// The default store, which lasts until the user deletes it: `~/.local/share/photopick/store`.
  ///
  ///     let store = FileStore(root: try UserFolders.current.store)
  public var store: FilePath { get throws(HomeUnknown) { try data.appending("store") } }

  /// The store in the cache folder, which the system may delete: `~/.cache/photopick/store`.
  public var cachedStore: FilePath { get throws(HomeUnknown) { try cache.appending("store") } }
}
