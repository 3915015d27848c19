import PhotoFiles
import PhotoFormats
import SystemPackage

/// The folders under some roots with what is known of them, brought up to date where they change.
///
/// Folders are entered in the order of `LibraryScanner` and under the same paths, so that what is known equals
/// what a scan would find; only what changed is read. Memory holds what is there now, nothing of the past.
struct FolderTree {
  private let roots: [RootPath]
  private let reader: FolderReader
  private var records: [Folder: FolderRecord] = [:]
  private var namedFiles: [FilePath: FolderRecord.File] = [:]
  /// What the roots led to; `nil` where that was nothing.
  private var rootKinds: [FileStatus.Kind?] = []
  /// Folders to list again.
  private var stale: Set<Folder> = []
  /// True where something differs from the last result.
  private var isChanged = true

  init(roots: [FilePath], reader: FolderReader) {
    self.roots = RootPath.resolve(roots)
    self.reader = reader
  }

  /// A root that is no folder.
  private typealias NamedFile = (root: RootPath, name: FileName, status: FileStatus)

  /// One walk through all folders.
  private struct Walk {
    var entered: Set<FileStatus.Identity> = []
    var touched: Set<Folder> = []
    /// The folders that count, in the order in which they were entered.
    var visited: [Folder] = []
    var linked: [(folder: Folder, depth: Int)] = []
    var namedFiles: [FolderRecord.File] = []
    var result = ScanResult()
    var probed: [PathProbe.Target] = []
  }

  /// Reads what changed.
  ///
  /// - Returns: what a scan would find, and the paths whose changes no watch of their folder tells; `nil` where
  ///   that is what it was the last time.
  /// - Throws: `CancellationError` where the task is cancelled.
  mutating func update(
    _ changes: FolderChanges, threads: WorkerPool, onProgress: @Sendable (ScanProgress) -> Void
  ) async throws -> (result: ScanResult, probed: [PathProbe.Target])? {
    for tree in changes.trees { forget(tree) }
    stale = changes.isEverything ? Set(records.keys) : changes.folders.filter { records[$0] != nil }
    var walk = Walk()
    try await walkRoots(&walk, threads, onProgress)
    for folder in records.keys.filter({ !walk.touched.contains($0) }) { remove(folder) }
    guard isChanged else { return nil }
    try await readFiles(walk.visited, &walk, threads, onProgress)
    collect(&walk)
    isChanged = false
    return (walk.result, walk.probed)
  }

  // MARK: - Folders

  private mutating func walkRoots(
    _ walk: inout Walk, _ threads: WorkerPool, _ onProgress: @Sendable (ScanProgress) -> Void
  ) async throws {
    let statuses = try await threads.map(roots) { root in
      Result { () throws(Errno) in try FileStatus(root.path) }
    }
    let kinds = statuses.map { (try? $0.get())?.kind }
    if kinds != rootKinds { isChanged = true }
    rootKinds = kinds
    var named: [NamedFile] = []
    var folders: [Folder] = []
    for (root, status) in zip(roots, statuses) {
      walk.probed.append(PathProbe.Target(path: Folder(root.path), folder: nil, status: try? status.get()))
      switch status {
      case .success(let status) where status.kind == .directory: folders.append(Folder(root.path))
      case .success(let status): if let name = root.name { named.append((root, name, status)) }
      case .failure(let error): walk.result.problems.append(ScanProblem(path: root.path, error))
      }
    }
    walk.namedFiles = try await readNamed(named, threads)
    for folder in folders { try await walkTree(folder, depth: 0, &walk, threads, onProgress) }
    var sortedCount = 0
    while !walk.linked.isEmpty {
      // Folders behind links come after all others, in the order of their paths.
      if walk.linked.count != sortedCount {
        walk.linked.sort { $1.folder.bytes.lexicographicallyPrecedes($0.folder.bytes) }
      }
      let next = walk.linked.removeLast()
      sortedCount = walk.linked.count
      try await walkTree(next.folder, depth: next.depth, &walk, threads, onProgress)
    }
  }

  private mutating func readNamed(_ named: [NamedFile], _ threads: WorkerPool) async throws
    -> [FolderRecord.File]
  {
    let known = namedFiles
    if known.count != named.count
      || named.contains(where: { known[$0.root.path]?.outcome(for: $0.status) == nil })
    {
      isChanged = true
    }
    let files = try await threads.map(named) { [reader] file in
      reader.readNamed(file.root, file.name, file.status, previous: known[file.root.path])
    }
    namedFiles = Dictionary(zip(named.map(\.root.path), files)) { first, _ in first }
    return files
  }

  private mutating func walkTree(
    _ top: Folder, depth: Int, _ walk: inout Walk, _ threads: WorkerPool,
    _ onProgress: @Sendable (ScanProgress) -> Void
  ) async throws {
    var level = [top]
    var depth = depth
    while !level.isEmpty {
      try await list(level.filter { records[$0] == nil || stale.contains($0) }, threads)
      let entersFolders = reader.options.maximumDepth.map { depth < $0 } ?? true
      var next = [Folder]()
      for folder in level {
        guard let record = records[folder] else { continue }
        walk.touched.insert(folder)
        guard let identity = record.identity else {
          walk.result.problems += record.problems
          continue
        }
        guard identity.inode == 0 || walk.entered.insert(identity).inserted else { continue }
        walk.visited.append(folder)
        guard entersFolders else { continue }
        next += record.subfolders
        walk.linked += record.linkedFolders.map { ($0.path, depth + 1) }
      }
      walk.result.progress.folders = walk.visited.count
      onProgress(walk.result.progress)
      level = next
      depth += 1
    }
  }

  private mutating func list(_ folders: [Folder], _ threads: WorkerPool) async throws {
    let work = folders.map { (folder: $0, previous: records[$0]) }
    let listed = try await threads.map(work) { [reader] work in
      reader.list(work.folder, previous: work.previous)
    }
    for (folder, record) in zip(folders, listed) {
      stale.remove(folder)
      guard let record else {
        remove(folder)
        continue
      }
      if let known = records[folder], record.isUnchanged(since: known) {} else { isChanged = true }
      records[folder] = record
    }
  }

  private mutating func forget(_ top: Folder) {
    var rest = [top]
    while let folder = rest.popLast() {
      guard let record = records[folder] else { continue }
      rest += record.subfolders + record.linkedFolders.map(\.path)
      remove(folder)
    }
  }

  private mutating func remove(_ folder: Folder) {
    if records.removeValue(forKey: folder) != nil { isChanged = true }
    reader.watcher.unwatch(folder)
  }

  // MARK: - Files

  private mutating func readFiles(
    _ folders: [Folder], _ walk: inout Walk, _ threads: WorkerPool,
    _ onProgress: @Sendable (ScanProgress) -> Void
  ) async throws {
    var work: [(folder: Folder, indices: [Int], files: [FolderRecord.File])] = []
    for folder in folders {
      guard let record = records[folder] else { continue }
      let unread = record.unreadFiles
      for start in stride(from: 0, to: unread.count, by: ScanWork.batchCount) {
        let indices = Array(unread[start..<min(start + ScanWork.batchCount, unread.count)])
        work.append((folder, indices, indices.map { record.files[$0] }))
      }
    }
    // In rounds, so that progress is seen and what was read is kept in its place soon.
    for start in stride(from: 0, to: work.count, by: ScanWork.batchCount) {
      let round = Array(work[start..<min(start + ScanWork.batchCount, work.count)])
      let findings = try await threads.map(round) { [reader] in reader.read($0.files, in: $0.folder) }
      for (part, findings) in zip(round, findings) {
        for (index, finding) in zip(part.indices, findings) {
          records[part.folder]?.files[index].outcome = finding.outcome
          if case .asset = finding.outcome { walk.result.progress.assets += 1 }
        }
        walk.result.progress.files += part.indices.count
        await reader.cache?.absorb(findings.compactMap(\.report))
      }
      onProgress(walk.result.progress)
    }
    await reader.cache?.finish()
  }

  /// Puts the result together, in the order of a scan.
  private func collect(_ walk: inout Walk) {
    walk.result.progress.files = walk.namedFiles.count
    let ordered = walk.visited.sorted { FileName.naturalOrder($0.bytes, $1.bytes) < 0 }
    for folder in ordered {
      guard let record = records[folder] else { continue }
      walk.result.assets += record.files.lazy.compactMap(\.asset)
      walk.result.problems += record.problems + record.files.lazy.compactMap(\.problem)
      walk.result.progress.files += record.files.count
      walk.probed += record.probed(in: folder)
    }
    walk.result.assets += walk.namedFiles.lazy.compactMap(\.asset)
    walk.result.problems += walk.namedFiles.lazy.compactMap(\.problem)
    walk.result.progress.assets = walk.result.assets.count
    Duplicates.removeSameFiles(from: &walk.result.assets, namedFiles: !walk.namedFiles.isEmpty)
    if !walk.namedFiles.isEmpty { AssetOrder.sortByPath(&walk.result.assets) }
    walk.result.problems.sort {
      $0.path.fileSystemBytes.lexicographicallyPrecedes($1.path.fileSystemBytes)
    }
  }
}
