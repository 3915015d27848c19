import PhotoFiles
import SystemPackage

/// The open folders of a store, for one operation.
///
/// A store is a folder:
///
///     ROOT/NAME              a file; a name may have folders
///     ROOT/thumbnail/NAME    its thumbnail
///     ROOT/.photopick/lock   locked by `flock`: shared to read, exclusive to change
///     ROOT/.photopick/journal   the current change
///     ROOT/.photopick/journal.new   space for the next change
///     ROOT/.photopick/staging/  files being written, under hidden names
///
/// A change is prepared in `staging` and synced, then written to the journal, which is renamed into place: that commits
/// the change. A process that takes the lock and finds a journal repeats the steps, which have no effect if they were
/// done. A kill at any moment therefore leaves all of a change or nothing of it. The next writer removes the staged
/// abandoned files (see `PendingFile`).
///
/// A store on a server has the same names, and no journal: each step is one request, in an order in which a kill leaves
/// files without thumbnails, or a renamed file under both names. The lock and the staged files are in the user's caches
/// folder, so the lock is for processes of one machine. Between machines, each request requires the version that was
/// read.
final class StoreSession: Sendable {
  let path: FilePath
  let root: OpenFolder
  /// The store's own folder, or `nil` if it is missing and the store is opened for reading.
  private let own: OpenFolder?
  private let staging: OpenFolder?

  static let ownFolder = FileName(".photopick")
  static let stagingFolder = FileName("staging")
  private static let lockName = FileName("lock")
  private static let journalName = FileName("journal")
  private static let newJournalName = FileName("journal.new")
  private static let damagedJournalName = FileName("journal.damaged")

  init(changing path: FilePath) throws(StoreError) {
    self.path = path
    (root, own, staging) = try attempt("open the store", path) { () throws(Errno) in
      try OpenFolder.make(path)
      let ownPath = try Self.ownPath(of: path)
      if path.isRemote { try OpenFolder.make(ownPath.containingFolder) }
      let parent = try OpenFolder(ownPath.containingFolder)
      let own = try OpenFolder(making: Self.ownFolder, in: parent, mode: 0o700)
      let staging = try OpenFolder(making: Self.stagingFolder, in: own, mode: 0o700)
      return (path.isRemote ? try OpenFolder(path) : parent, own, staging)
    }
  }

  /// Returns the path of the folder for the lock, the journal and the staged files.
  static func ownPath(of store: FilePath) throws(Errno) -> FilePath {
    guard store.isRemote else { return store.appending(ownFolder) }
    do throws(HomeUnknown) {
      return try UserFolders.current.cache.appending(ownFolder)
    } catch {
      throw .noSuchFileOrDirectory
    }
  }

  init?(reading path: FilePath) throws(StoreError) {
    self.path = path
    let opened = try attempt("open the store", path) { () throws(Errno) in
      try ifPresent { () throws(Errno) in try OpenFolder(path) }
    }
    guard let opened else { return nil }
    root = opened
    own = try? OpenFolder(Self.ownFolder, in: root)
    staging = own.flatMap { try? OpenFolder(Self.stagingFolder, in: $0) }
  }

  /// Returns the folder of thumbnails, or `nil` if it is missing and `making` is false.
  func thumbnails(making: Bool = false) throws(Errno) -> OpenFolder? {
    if making { return try OpenFolder(making: StoreName.thumbnailFolder, in: root, mode: 0o777) }
    return try ifPresent { () throws(Errno) in try OpenFolder(StoreName.thumbnailFolder, in: root) }
  }

  /// Returns the folder that contains the file of a name, or `nil` if there is no folder at the path.
  ///
  /// - Parameter making: `true` to create missing folders; then anything else at the path is an error.
  func folder(of name: StoreName, in area: StoreArea, making: Bool = false) throws(Errno) -> OpenFolder? {
    var folder: OpenFolder?
    switch area {
    case .staging: return staging
    case .files: folder = root
    case .thumbnails: folder = try thumbnails(making: making)
    }
    for part in name.folders {
      guard let parent = folder else { return nil }
      do throws(Errno) {
        folder =
          making
          ? try OpenFolder(making: part, in: parent, mode: 0o777) : try OpenFolder(part, in: parent)
      } catch {
        guard !making, error == .noSuchFileOrDirectory || error == .notDirectory else { throw error }
        return nil
      }
    }
    return folder
  }

  func status(of name: StoreName, in area: StoreArea) throws(Errno) -> FileStatus? {
    try folder(of: name, in: area)?.status(of: name.fileName)
  }

  func names(in area: StoreArea) throws(Errno) -> [StoreName] {
    guard let top = area == .files ? root : try thumbnails() else { return [] }
    var names: [StoreName] = []
    var folders: [(folder: OpenFolder, path: [FileName])] = [(top, [])]
    while let (folder, path) = folders.popLast() {
      for entry in try folder.listed() {
        guard let name = StoreName(entry.name, in: path) else { continue }
        if entry.kind == .regular { names.append(name) }
        if entry.kind == .directory {
          folders.append((try OpenFolder(entry.name, in: folder), path + [entry.name]))
        }
      }
    }
    return names
  }

  private func removeEmptyFolders(of place: StorePlace) {
    var parents = place.name.folders
    while let last = parents.popLast(), let name = StoreName(last, in: parents),
      let folder = try? folder(of: name, in: place.area)
    {
      guard (try? folder.removeEmptyFolder(last)) != nil else { break }
    }
  }

  /// Runs `body` while nothing can change the store; completes an unfinished change first.
  ///
  /// A store on a read-only file system can't be locked or changed, and is read as it is.
  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    // Doesn't wait for a pipe in place of the file.
    guard let own, let lock = try? own.open(Self.lockName, O_RDONLY | O_NONBLOCK) else { return try body() }
    defer { lock.closeUnlocked() }
    try attempt("lock the store", path) { () throws(Errno) in try lock.lock(.shared) }
    let isUnfinished = (try? own.status(of: Self.journalName)) ?? nil
    if isUnfinished == nil { return try body() }
    try attempt("lock the store", path) { () throws(Errno) in try lock.lock(.exclusive) }
    try recover(own)
    return try body()
  }

  /// Completes an unfinished change, then runs `body` with exclusive access to the store.
  func changing<Result>(_ body: (FileDescriptor) throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard let own else { throw .system(action: "change", path: path, errno: .readOnlyFileSystem) }
    let lock = try attempt("lock the store", path) { () throws(Errno) in
      // The system may empty a cache folder, including the lock file.
      try own.lock(Self.lockName, mode: 0o600)
    }
    return try withExtendedLifetime(lock) { () throws(StoreError) in
      try recover(own)
      return try body(lock.descriptor)
    }
  }

  func stage(mode: mode_t) throws(StoreError) -> StagedFile {
    try changing { _ throws(StoreError) in
      guard let staging else { throw .system(action: "change", path: path, errno: .readOnlyFileSystem) }
      return try attempt("write into", path) { () throws(Errno) in
        try StagedFile(in: staging, of: path, mode: mode)
      }
    }
  }

  /// Performs the steps of a transaction, all or none. Call it only from `changing`.
  func commit(_ transaction: Transaction, staged: [StagedFile]) throws(StoreError) {
    if root.isRemote { return try performOnServer(transaction) }
    guard let own, let staging else {
      throw .system(action: "change", path: path, errno: .readOnlyFileSystem)
    }
    try attempt("change", path) { () throws(Errno) in
      try staging.synchronize()
      do throws(Errno) {
        // Reuses the space of the previous journal, so that files can be deleted on a full disk.
        let journal = try PendingFile(in: own, under: Self.newJournalName, mode: 0o600, remains: true)
        try journal.write(RecordFile.bytes([transaction]))
        try journal.finish(as: Self.journalName, .replacing, durability: .contentAndName)
      } catch {
        try? endJournal(own)
        throw error
      }
    }
    do throws(StoreError) {
      try perform(transaction, own)
    } catch {
      // The journal remains and needs the staged files.
      if case .interrupted = error { staged.forEach { $0.relinquish() } }
      throw error
    }
  }

  private func performOnServer(_ transaction: Transaction) throws(StoreError) {
    try attempt("change", path) { () throws(Errno) in
      let folders = try TransactionFolders(self, transaction)
      for step in transaction.stepsOnServer { try folders.perform(step) }
    }
  }

  /// Removes the journal of a transaction that is complete or was undone.
  private func endJournal(_ own: OpenFolder) throws(Errno) {
    try ifPresent { () throws(Errno) in
      try own.replace(Self.journalName, in: own, as: Self.newJournalName)
    }
  }

  private func recover(_ own: OpenFolder) throws(StoreError) {
    let journal = try attempt("read the journal of", path) { () throws(Errno) in
      try ifPresent { () throws(Errno) -> [UInt8] in
        let file = try own.open(Self.journalName, O_RDONLY | O_NONBLOCK)
        defer { try? file.close() }
        return try file.readAll()
      }
    }
    guard let journal else { return }
    guard let transaction = RecordFile<Transaction>.onlyRecord(journal) else {
      // The journal was synced before it was renamed: storage failed, or another program has changed it.
      return try attempt("set aside the damaged journal of", path) { () throws(Errno) in
        try own.replace(Self.journalName, in: own, as: Self.damagedJournalName)
      }
    }
    do throws(StoreError) {
      try perform(transaction, own)
    } catch {
      // The change was undone and had never been reported as done, so the current request can continue.
      if case .interrupted = error { throw error }
    }
  }

  private func perform(_ transaction: Transaction, _ own: OpenFolder) throws(StoreError) {
    let folders: TransactionFolders
    do throws(Errno) {
      folders = try TransactionFolders(self, transaction)
    } catch {
      try? endJournal(own)
      throw .failed("change", path, error)
    }
    var made: [TransactionStep] = []
    for step in transaction.steps {
      do throws(Errno) {
        try folders.perform(step)
      } catch {
        guard step.isReversible else { throw .interrupted(path: path, errno: error) }
        try takeBack(made, folders, own)
        throw .failed("change", path, error)
      }
      made.append(step)
    }
    do throws(Errno) {
      try folders.synchronize()
      try endJournal(own)
    } catch {
      throw .interrupted(path: path, errno: error)
    }
    for place in transaction.emptied { removeEmptyFolders(of: place) }
  }

  private func takeBack(_ made: [TransactionStep], _ folders: TransactionFolders, _ own: OpenFolder)
    throws(StoreError)
  {
    do throws(Errno) {
      for step in made.reversed() { try folders.takeBack(step) }
      try folders.synchronize()
      try endJournal(own)
    } catch {
      throw .interrupted(path: path, errno: error)
    }
  }
}
