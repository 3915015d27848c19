import PhotoFiles
import PhotoFormats
import SystemPackage

/// Reads files into assets. A class, because copies for each file would count several references.
final class AssetReader: Sendable {
  let clocks: LibraryClocks
  let cache: (any MetadataCache)?
  let facts = WorkerFacts()
  private let now: @Sendable () -> FileStatus.Time

  /// - Parameter now: The clock that determines whether a file is settled.
  init(
    clocks: LibraryClocks, cache: (any MetadataCache)? = nil,
    now: @escaping @Sendable () -> FileStatus.Time = { .now }
  ) {
    self.clocks = clocks
    self.cache = cache
    self.now = now
  }

  struct Reading: Sendable {
    var finding: FileFinding
    /// A Boolean value indicating whether the finding of the previous walk is still valid.
    var isKept = false
    /// The report for the cache, or `nil` if the cache is current or can't store the file.
    var report: ScanReport?
  }

  /// The number of bytes to detect a format, for files without a known extension.
  private static let signatureCount = 64
  /// The most times that a file on a server is read, if it is replaced meanwhile.
  private static let attemptLimit = 3

  /// Reads a file and its sidecars, unless the previous finding is still valid.
  ///
  /// - Parameters:
  ///   - isNamed: `true` if the file was passed explicitly, and is an asset regardless of its content.
  ///   - sidecars: The reader of the folder's sidecars, if it contains any.
  ///   - previous: The finding of the previous walk.
  ///   - facts: Values shared between photos to save memory.
  func read(
    _ file: ListedFile, isNamed: Bool = false, in folder: Folder, _ open: OpenFolder,
    sidecars: SidecarReader? = nil, previous: FileFinding? = nil, sharing facts: SharedFacts? = nil
  ) -> Reading {
    var file = FileToRead(
      name: file.name, folder: folder, isSymbolicLink: file.isSymbolicLink, isNamed: isNamed,
      sidecars: sidecars, known: file.known, facts: facts, isPassedOver: file.isPassedOver)
    if isNamed, !open.isRemote {
      let status = try? FileStatus(file.name, in: open.descriptor, followingLinks: false)
      file.isSymbolicLink = status?.kind == .symbolicLink
    }
    do throws(Errno) {
      if let reading = try recognized(file, open, previous) { return reading }
      var reading = try readContent(file, open)
      if reading.report == nil { reading.report = file.reportOfFailure }
      return reading
    } catch {
      let status = try? Self.status(of: file, open)
      return Reading(finding: file.finding(status, file.outcome(of: error)), report: file.reportOfFailure)
    }
  }

  /// Returns the cached content of a folder, or `nil` without a cache.
  func known(_ folder: Folder) -> KnownFolder? {
    cache.map { cache in facts.using { cache.known(folder, sharing: $0) } }
  }

  private func recognized(
    _ file: FileToRead, _ open: OpenFolder, _ previous: FileFinding?
  ) throws(Errno) -> Reading? {
    guard previous != nil || file.isRecognizable else { return nil }
    let moment = now()
    let status = try Self.status(of: file, open)
    if let previous, previous.holds(for: status, isSymbolicLink: file.isSymbolicLink),
      previous.asset == nil || file.hasSidecars(previous.sidecars.files)
    {
      return Reading(finding: previous, isKept: true)
    }
    guard file.isRecognizable, status.kind == .regular, let known = file.known, known.matches(status),
      status.isReadable(file.name, in: open.descriptor),
      !file.isAsset(hasMetadata: known.metadata != nil) || file.hasSidecars(known.sidecars)
    else { return nil }
    let asset =
      known.metadata.map {
        $0.asset(file.name, in: file.folder, status, isSymbolicLink: file.isSymbolicLink, clocks)
      } ?? asset(file, status, nil)
    let seen = SeenSidecars(files: known.sidecars)
    return Reading(finding: finding(file, status, asset, seen, at: moment))
  }

  private static func status(of file: FileToRead, _ folder: OpenFolder) throws(Errno) -> FileStatus {
    guard folder.isRemote else {
      return try FileStatus(file.name, in: folder.descriptor, followingLinks: true)
    }
    guard let status = try folder.status(of: file.name) else { throw .noSuchFileOrDirectory }
    return status
  }

  private func readContent(_ file: FileToRead, _ folder: OpenFolder) throws(Errno) -> Reading {
    // Taken before the file is read, so that a change during the read counts as later.
    let moment = now()
    // On a server, looking into a sidecar would be a request.
    if folder.isRemote, !file.isNamed, SidecarKind(file.name) != nil {
      return Reading(finding: file.finding(try Self.status(of: file, folder), .otherFile))
    }
    var open = try OpenFile(file.name, in: folder)
    guard open.status.kind == .regular else {
      let problem = ScanProblem(path: file.path, reason: "not a file")
      return Reading(finding: file.finding(open.status, file.isNamed ? .problem(problem) : .otherFile))
    }
    let birth = cache == nil ? nil : open.birth
    let moved = moved(file, open, birth)
    var (metadata, isComplete) = (moved?.metadata?.complete, true)
    if moved == nil {
      (metadata, isComplete) = try Self.currentContent(of: &open, named: file.name, in: folder)
    }
    let status = open.status
    var seen = SeenSidecars()
    if let sidecars = file.sidecars, file.isAsset(hasMetadata: metadata != nil) {
      seen = sidecars.read(of: file.name, into: &metadata)
    }
    let found = finding(file, status, asset(file, status, metadata), seen, at: moment)
    guard cache != nil, isComplete, file.isStored(found.asset) else {
      return Reading(finding: found)
    }
    var known = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: birth, isSettled: found.isSettled, metadata: metadata.map(KnownMetadata.init))
    known.device = status.identity.device
    known.isSymbolicLink = file.isSymbolicLink
    known.sidecars = seen.files
    let report = ScanReport.FileReport(folder: file.folder, name: file.name, file: known, asset: found.asset)
    return Reading(finding: found, report: .file(report))
  }

  /// Returns the cache entry of a file that moved with a parent folder, if it is certain.
  ///
  /// Ignores files with sidecars, which may differ in the new folder.
  private func moved(_ file: FileToRead, _ open: OpenFile, _ birth: FileStatus.Time?) -> KnownFile? {
    guard let cache, let birth, file.hasSidecars([]),
      let known = cache.known(open.status.identity, birth: birth),
      known.isSettled, known.sidecars.isEmpty, known.matchesMoved(open.status, birth: birth),
      open.descriptor.hasLastingInode
    else { return nil }
    return known
  }

  /// Reads a file like `content`. On a server, a file that is replaced meanwhile is opened and read again, so that
  /// versions aren't mixed.
  ///
  /// - Throws: `Errno`, also if a later part of a file on a server can't be read.
  private static func currentContent(
    of file: inout OpenFile, named name: FileName, in folder: OpenFolder
  ) throws(Errno) -> (metadata: PhotoMetadata?, isComplete: Bool) {
    var attempts = 1
    while true {
      let (metadata, failure) = try content(of: file, named: name)
      guard folder.isRemote, let failure else { return (metadata, failure == nil) }
      guard failure == .staleNFSFileHandle, attempts < attemptLimit else { throw failure }
      attempts += 1
      file = try OpenFile(name, in: folder)
    }
  }

  /// Reads the metadata, or `nil` for an unknown format. Returns the error if some bytes couldn't be read.
  static func content(
    of file: OpenFile, named name: FileName
  ) throws(Errno) -> (metadata: PhotoMetadata?, failure: Errno?) {
    guard Int(exactly: file.status.size) != nil, file.status.size > 0 else { return (nil, nil) }
    if !name.hasPhotoExtension {
      let signature = try ByteSource(file, headCount: signatureCount)
      guard PhotoMetadata.isRecognized(signature) else { return (nil, nil) }
    }
    let source = try ByteSource(file)
    let metadata = PhotoMetadata.read(source)
    return (metadata.fileType == .unknown ? nil : metadata, source.failure)
  }

  private func finding(
    _ file: FileToRead, _ status: FileStatus, _ asset: Asset?, _ sidecars: SeenSidecars,
    at moment: FileStatus.Time
  ) -> FileFinding {
    var finding = file.finding(status, asset.map { .asset($0) } ?? .otherFile)
    finding.sidecars = sidecars
    finding.isSettled = status.changed.isSettled(at: moment) && sidecars.areSettled(at: moment)
    return finding
  }

  /// Returns the asset of a file that was read, or `nil` if it isn't one.
  private func asset(_ file: FileToRead, _ status: FileStatus, _ metadata: PhotoMetadata?) -> Asset? {
    guard file.isAsset(hasMetadata: metadata != nil) else { return nil }
    return Asset(
      folder: file.folder, name: file.name, status: status, isSymbolicLink: file.isSymbolicLink,
      metadata: metadata ?? PhotoMetadata(), clocks: clocks, sharing: file.facts)
  }
}

private struct FileToRead {
  let name: FileName
  let folder: Folder
  var isSymbolicLink: Bool
  let isNamed: Bool
  let sidecars: SidecarReader?
  let known: KnownFile?
  let facts: SharedFacts?
  let isPassedOver: Bool

  var path: FilePath { folder.path(of: name) }

  var isRecognizable: Bool {
    known.map { $0.isSettled && $0.isSymbolicLink == isSymbolicLink } ?? false
  }

  /// Whether the file is an asset, given whether metadata was found.
  func isAsset(hasMetadata: Bool) -> Bool { hasMetadata || isNamed || name.hasPhotoExtension }

  /// Whether a scan may find the file in the cache. An explicitly passed file may be no photo, or one that scans pass over.
  func isStored(_ asset: Asset?) -> Bool {
    guard isNamed else { return !isPassedOver }
    return asset?.damage == nil && !name.isInTransit && !FilmCompanions.isPossible(name)
      && !ProxyFolder.isOne(folder)
  }

  func hasSidecars(_ seen: [SeenSidecar]) -> Bool {
    sidecars?.areUnchanged(seen, of: name) ?? seen.isEmpty
  }

  var reportOfFailure: ScanReport? { known.map { _ in .unreadableFile(folder, name) } }

  func finding(_ status: FileStatus?, _ outcome: FileFinding.Outcome) -> FileFinding {
    FileFinding(name: name, isSymbolicLink: isSymbolicLink, status: status, outcome: outcome)
  }

  /// Maps a read error to an outcome. A file that was deleted meanwhile, or the missing target of a link, isn't part
  /// of the library.
  func outcome(of error: Errno) -> FileFinding.Outcome {
    if isNamed { return .problem(ScanProblem(path: path, error)) }
    if isSymbolicLink { return .problem(.link(path, error)) }
    return error == .noSuchFileOrDirectory ? .otherFile : .problem(ScanProblem(path: path, error))
  }
}
