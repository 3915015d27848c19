import PhotoFiles
import PhotoFormats
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads folders one by one, files that did not change since the last time left out.
struct FolderReader: Sendable {
  /// How many seconds a file must have rested before its times tell every later change: file systems count
  /// time in steps of up to two seconds.
  private static let restingSeconds: Int64 = 3

  let options: ScanOptions
  let reader: AssetReader
  let watcher: any FolderWatcher

  let cache: (any MetadataCache)?

  init(options: ScanOptions, watcher: any FolderWatcher, cache: (any MetadataCache)?) {
    self.options = options
    self.watcher = watcher
    self.cache = cache
    reader = AssetReader(clocks: options.clocks, cache: cache)
  }

  /// Watches a folder and lists it.
  ///
  /// - Returns: the record, in which files that are new or changed are unread; `nil` where the folder is gone.
  func list(_ folder: Folder, previous: FolderRecord?) -> FolderRecord? {
    do throws(WatchRefusal) {
      // Watched before it is read, so that no change falls between.
      try watcher.watch(folder)
    } catch {
      if error == .gone { return nil }
    }
    do throws(Errno) {
      let open = try OpenFolder(folder.path)
      return try list(folder, open, previous: previous)
    } catch {
      if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
      return FolderRecord(problems: [ScanProblem(path: folder.path, error)])
    }
  }

  private func list(_ folder: Folder, _ open: borrowing OpenFolder, previous: FolderRecord?) throws(Errno)
    -> FolderRecord
  {
    var record = FolderRecord(identity: try FileStatus(open.descriptor).identity)
    let found = open.entries(includesHidden: options.includesHidden)
    if let failure = found.failure { record.problems.append(ScanProblem(path: folder.path, failure)) }
    var known: [FileName: FolderRecord.File] = [:]
    for file in previous?.files ?? [] { known[file.name] = file }
    let now = Self.now
    for entry in found.entries {
      switch entry.kind {
      case .directory: record.subfolders.append(Folder(folder.path(of: entry.name)))
      case .regular, .symbolicLink:
        add(entry, in: folder, open.descriptor, known[entry.name], now, &record)
      case .other: break
      }
    }
    record.files.sort { $0.name < $1.name }
    return record
  }

  private func add(
    _ entry: OpenFolder.Entry, in folder: Folder, _ descriptor: FileDescriptor, _ known: FolderRecord.File?,
    _ now: Int64, _ record: inout FolderRecord
  ) {
    let isLink = entry.kind == .symbolicLink
    do throws(Errno) {
      let status = try FileStatus(entry.name, in: descriptor, followingLinks: true)
      switch status.kind {
      case .regular:
        let outcome = known?.isSymbolicLink == isLink ? known?.outcome(for: status) : nil
        record.files.append(
          FolderRecord.File(
            name: entry.name, status: status, isSymbolicLink: isLink, outcome: outcome,
            isSettled: status.changed.seconds < now - Self.restingSeconds))
      case .directory where isLink:
        record.linkedFolders.append(
          PathProbe.Target(path: Folder(folder.path(of: entry.name)), folder: folder, status: status))
      case .directory, .symbolicLink, .other: break
      }
    } catch {
      if isLink {
        let path = Folder(folder.path(of: entry.name))
        record.brokenLinks.append(PathProbe.Target(path: path, folder: folder, status: nil))
      }
      let isMissed = isLink && entry.name.hasPhotoExtension
      if error != .noSuchFileOrDirectory || isMissed {
        record.problems.append(ScanProblem(path: folder.path(of: entry.name), error))
      }
    }
  }

  /// Reads files of a folder; those that are gone by now turn out to be nothing.
  func read(_ files: [FolderRecord.File], in folder: Folder) -> [AssetReader.Finding] {
    do throws(Errno) {
      let open = try OpenFolder(folder.path)
      let known = cache?.known(folder).files ?? [:]
      return files.map { file in
        let named = ScanWork.NamedFile(
          name: file.name, isSymbolicLink: file.isSymbolicLink, known: known[file.name])
        return reader.read(named, in: folder, descriptor: open.descriptor)
      }
    } catch {
      guard error != .noSuchFileOrDirectory, error != .notDirectory else {
        return files.map { _ in AssetReader.Finding(.otherFile) }
      }
      return files.map { AssetReader.Finding(.problem(ScanProblem(path: folder.path(of: $0.name), error))) }
    }
  }

  /// Reads a file that a person named, unless it is as it was.
  func readNamed(_ root: RootPath, _ name: FileName, _ status: FileStatus, previous: FolderRecord.File?)
    -> FolderRecord.File
  {
    try? watcher.watch(root.folder)
    var isLink = false
    var outcome: AssetReader.Outcome?
    do throws(Errno) {
      let open = try OpenFolder(reaching: root.folder.path)
      isLink = ScanWork.isSymbolicLink(name, in: open.descriptor)
      if previous?.isSymbolicLink == isLink { outcome = previous?.outcome(for: status) }
      if outcome == nil {
        let named = ScanWork.NamedFile(name: name, isSymbolicLink: isLink, isRoot: true)
        outcome = reader.read(named, in: root.folder, descriptor: open.descriptor).outcome
      }
    } catch {
      outcome = .problem(ScanProblem(path: root.folder.path, error))
    }
    return FolderRecord.File(
      name: name, status: status, isSymbolicLink: isLink, outcome: outcome,
      isSettled: status.changed.seconds < Self.now - Self.restingSeconds)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }
}
