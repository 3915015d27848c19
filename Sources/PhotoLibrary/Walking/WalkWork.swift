import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

final class WalkContext: Sendable {
  let roots: [RootPath]
  let options: ScanOptions
  let reader: AssetReader
  let watcher: (any FolderWatcher)?
  let links: FollowedLinks
  let sidecarFolders = SidecarFolders()
  private let entered = Mutex<[FileStatus.Identity: Folder]>([:])
  /// Whether a device is a kernel file system, except for devices of roots.
  private let kernelDevices = Mutex<[UInt64: Bool]>([:])
  private let remoteFolders = Mutex(0)

  init(_ roots: [RootPath], options: ScanOptions, reader: AssetReader, watcher: (any FolderWatcher)?) {
    links = FollowedLinks(options.links, roots: roots)
    self.roots = roots
    self.options = options
    self.reader = reader
    self.watcher = watcher
  }

  var keepsRecords: Bool { watcher != nil }

  /// Includes the device of a root, even if it is a kernel file system.
  func noteRoot(_ identity: FileStatus.Identity) { kernelDevices.withLock { $0[identity.device] = false } }

  /// Returns whether a folder belongs to a kernel file system, which walks skip.
  func passesOver(_ identity: FileStatus.Identity, _ open: OpenFolder) -> Bool {
    if identity == OpenFolder.devices { return true }
    if let known = kernelDevices.withLock({ $0[identity.device] }) { return known }
    let isOfKernel = open.isOfKernel
    kernelDevices.withLock { $0[identity.device] = isOfKernel }
    return isOfKernel
  }

  /// Counts a folder on a server, and returns its number from 1 on.
  func countRemoteFolder() -> Int {
    remoteFolders.withLock { count in
      count += 1
      return count
    }
  }

  enum Entry {
    case first
    /// The folder was entered under the same path.
    case again
    /// The folder was entered under a different path.
    case elsewhere
  }

  func enter(_ identity: FileStatus.Identity, at folder: Folder) -> Entry {
    if identity.inode == 0 { return .first }
    return entered.withLock { entered in
      if let earlier = entered[identity] { return earlier == folder ? .again : .elsewhere }
      entered[identity] = folder
      return .first
    }
  }
}

struct WalkPart: Sendable {
  var place: FileBatch.Place?
  var assets: [Asset] = []
  var problems: [ScanProblem] = []
  var progress = ScanProgress()
  var reports: [ScanReport] = []
  var next = NextWork()
  var records: NewRecords?

  struct NewRecords: Sendable {
    var roots: [PolledPath] = []
    var folder: (Folder, FolderRecord)?
    var files: [FileFinding] = []
    var hasNews = false
  }
}

enum WalkWork: Sendable {
  case roots([RootPath])
  case folder(FolderVisit, previous: FolderRecord?)
  case files(FileBatch)

  func run(_ context: WalkContext) -> WalkPart {
    var worker = WalkWorker(context: context)
    if context.keepsRecords { worker.part.records = WalkPart.NewRecords() }
    switch self {
    case .roots(let roots): worker.visit(roots)
    case .folder(let visit, let previous): worker.visit(visit, previous)
    case .files(let batch): worker.read(batch)
    }
    return worker.part
  }
}

private struct WalkWorker {
  /// The minimum number of explicitly passed files to query the cache for their folder.
  private static let namedCountForCache = 8

  let context: WalkContext
  var part = WalkPart()

  mutating func visit(_ roots: [RootPath]) {
    part.next.isWalking = true
    var files: [Folder: [ListedFile]] = [:]
    for root in roots {
      // In a long list of photos on a server, each status would be a request; opening the file returns it too.
      if roots.count >= Self.namedCountForCache, root.path.isRemote, let name = root.name,
        name.hasPhotoExtension
      {
        files[root.folder, default: []].append(ListedFile(name: name))
        part.records?.roots.append(PolledPath(path: Folder(root.path), folder: nil, status: nil))
        continue
      }
      var found: FileStatus?
      do throws(Errno) {
        let status = try FileStatus(root.path)
        found = status
        if status.kind == .directory, !context.options.searchesFolders {
          part.problems.append(ScanProblem(path: root.path, reason: "is a folder, not a file"))
        } else if status.kind == .directory {
          let real = try? root.path.resolved()
          part.next.rootFolders.append(
            FolderVisit(folder: Folder(root.path), target: real == root.path ? nil : real))
        } else if let name = root.name {
          files[root.folder, default: []].append(ListedFile(name: name))
        }
      } catch {
        part.problems.append(ScanProblem(path: root.path, error))
      }
      part.records?.roots.append(PolledPath(path: Folder(root.path), folder: nil, status: found))
    }
    for (folder, var named) in files {
      if named.count >= Self.namedCountForCache, let known = context.reader.known(folder)?.files {
        for index in named.indices { named[index].known = known[named[index].name] }
      }
      part.next.batches += FileBatch.named(named, in: folder)
    }
  }

  mutating func visit(_ visit: FolderVisit, _ previous: FolderRecord?) {
    part.next.isWalking = true
    do throws(Errno) {
      // Watch the folder before listing it, so that no change is missed. Opening it throws any other error.
      do throws(WatchRefusal) {
        try context.watcher?.watch(visit.folder)
      } catch {
        if error == .gone { throw Errno.noSuchFileOrDirectory }
      }
      // A link that replaced the folder must not lead out of the roots.
      let open = try OpenFolder(visit.folder.path, followsLinks: visit.isRoot || visit.isLink)
      let identity = try open.status().identity
      if visit.isRoot {
        context.noteRoot(identity)
      } else if context.passesOver(identity, open) {
        part.problems.append(
          .remark(visit.folder.path, "is a kernel file system without photos; name it to search it"))
        return hide(visit.folder, identity, previous)
      }
      switch context.enter(identity, at: visit.folder) {
      case .first: list(visit, identity, open, previous)
      case .again: break
      case .elsewhere: hide(visit.folder, identity, previous)
      }
    } catch {
      // A folder that was deleted before it was opened isn't part of the library.
      let errorsOfGone: Set<Errno> = [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels]
      if visit.depth > 0, errorsOfGone.contains(error) {
        context.watcher?.unwatch(visit.folder)
        part.records?.hasNews = previous != nil
        return
      }
      part.problems.append(ScanProblem(path: visit.folder.path, error))
      keep(FolderRecord(problems: part.problems), of: visit.folder, previous)
    }
  }

  private mutating func list(
    _ visit: FolderVisit, _ identity: FileStatus.Identity, _ open: OpenFolder, _ previous: FolderRecord?
  ) {
    guard mayList(visit.folder, open) else {
      return keep(FolderRecord(identity: identity, problems: part.problems), of: visit.folder, previous)
    }
    part.progress.folders += 1
    let cache = context.reader.cache
    let listing = FolderListing(
      open, visit, identity, context.options, links: context.links,
      known: context.reader.known(visit.folder) ?? KnownFolder())
    var record = listing.record
    part.problems += record.problems
    if cache != nil, let report = listing.report(target: visit.target) { part.reports.append(report) }
    if visit.entersFolders(context.options) { part.next.add(record, from: visit) }
    let batches = FileBatch.batches(
      of: listing.files, beside: listing.sidecars, in: visit.folder, identity, previous: previous,
      remote: open.isRemote ? open : nil)
    if context.keepsRecords {
      record.batches = Array(repeating: [], count: batches.count)
      keep(record, of: visit.folder, previous, fileCount: listing.files.count)
    }
    guard let first = batches.first else { return }
    read(first, open)
    part.next.batches = Array(batches.dropFirst())
  }

  /// Counts a folder on a server, and returns whether the limit permits it. Reports the first one beyond the limit.
  private mutating func mayList(_ folder: Folder, _ open: OpenFolder) -> Bool {
    guard open.isRemote else { return true }
    let (number, limit) = (context.countRemoteFolder(), context.options.remoteFolderLimit)
    if number == limit + 1 {
      let reason = "the server has more than \(limit) folders; this and further ones aren't read"
      part.problems.append(ScanProblem(path: folder.path, reason: reason))
    }
    return number <= limit
  }

  private mutating func hide(
    _ folder: Folder, _ identity: FileStatus.Identity, _ previous: FolderRecord?
  ) {
    let wasShown = previous?.isListed ?? true
    if wasShown, context.reader.known(folder)?.identity != nil {
      part.reports.append(.hiddenFolder(folder))
    }
    let record = FolderRecord(identity: identity, isListed: false, problems: part.problems)
    keep(record, of: folder, previous)
  }

  private mutating func keep(
    _ record: FolderRecord, of folder: Folder, _ previous: FolderRecord?, fileCount: Int = 0
  ) {
    let isSame = previous.map { record.holdsSameNames(as: $0, fileCount: fileCount) } ?? false
    part.records?.folder = (folder, record)
    if !isSame { part.records?.hasNews = true }
  }

  mutating func read(_ batch: FileBatch) {
    do throws(Errno) {
      var batch = batch
      if batch.place.isNamed {
        // Watch the folder before reading files, so that no change is missed.
        try? context.watcher?.watch(batch.place.folder)
        batch.sidecars = context.sidecarFolders.index(of: batch.place.folder)
      }
      let open =
        if let remote = batch.remote { remote } else { try OpenFolder(reaching: batch.place.folder.path) }
      // The folder was listed for sidecars.
      if batch.place.isNamed { open.useLastListing() }
      read(batch, open)
    } catch {
      part.place = batch.place
      part.problems.append(ScanProblem(path: batch.place.folder.path, error))
      part.records?.hasNews = true
    }
  }

  private mutating func read(_ batch: FileBatch, _ open: OpenFolder) {
    part.place = batch.place
    part.assets.reserveCapacity(batch.files.count)
    context.reader.facts.using { read(batch, open, sharing: $0) }
  }

  private mutating func read(_ batch: FileBatch, _ open: OpenFolder, sharing facts: SharedFacts) {
    let sidecars = batch.sidecars.map { SidecarReader($0, in: open) }
    for file in batch.files where !Task.isCancelled {
      part.progress.files += 1
      let previous = batch.previous.isEmpty ? nil : batch.previous[file.name]
      let reading = context.reader.read(
        file, isNamed: batch.place.isNamed, in: batch.place.folder, open, sidecars: sidecars,
        previous: previous, sharing: facts)
      if let report = reading.report { part.reports.append(report) }
      switch reading.finding.outcome {
      case .asset(let asset):
        part.progress.assets += 1
        part.assets.append(asset)
      case .problem(let problem): part.problems.append(problem)
      case .otherFile: break
      }
      part.problems += reading.finding.remarks(in: batch.place.folder)
      part.records?.files.append(reading.finding)
      if !reading.isKept { part.records?.hasNews = true }
    }
  }
}
