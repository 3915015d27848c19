import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

extension LibraryScanner {
  /// Reads files concurrently as their paths arrive, and calls `body` for each in the order of the paths, as soon as
  /// possible.
  ///
  /// Buffers only a few batches per thread. If the scanner has a cache, readings contain reports for it.
  ///
  /// - Parameters:
  ///   - next: Returns the next paths, absolute or relative to the current folder; `nil` at the end.
  ///   - whenWaiting: Called after `body` if the next result isn't available yet.
  package func read(
    arriving next: @escaping @Sendable () async throws -> [[UInt8]]?,
    _ body: (FileReading) async throws -> Void, whenWaiting: () async throws -> Void = {}
  ) async throws {
    let reader = AssetReader(clocks: options.clocks, cache: cache)
    // The first path shows whether the photos are on a server, where each takes a round trip.
    guard let first = try await next() else { return }
    let isRemote = first.first.map(RemotePath.isURL) ?? false
    let threads = RemoteFiles.threadCount(isRemote: isRemote, local: WorkerPool.countForFiles)
    let pending = Mutex([first])
    let arriving: @Sendable () async throws -> [[UInt8]]? = {
      var batch = pending.withLock { $0.popLast() }
      if batch == nil { batch = try await next() }
      guard let batch else { return nil }
      guard isRemote, batch.count > FileBatch.countOfRemote else { return batch }
      pending.withLock { $0.append(Array(batch.dropFirst(FileBatch.countOfRemote))) }
      return Array(batch.prefix(FileBatch.countOfRemote))
    }
    try await WorkerPool.using(threadCount: threads) { pool in
      try await pool.map(arriving: arriving) { [sidecarFolders] (batch: [[UInt8]]) -> [FileReading] in
        var files = NamedFiles(reader, sidecarFolders)
        return batch.map { files.read($0) }
      } _: { batch in
        for reading in batch { try await body(reading) }
      } whenWaiting: {
        try await whenWaiting()
      }
    }
  }

  /// Reads a single file without starting threads.
  package func reading(_ path: [UInt8]) -> FileReading {
    var files = NamedFiles(AssetReader(clocks: options.clocks), sidecarFolders)
    return files.read(path)
  }

  /// Expands the folders of a list, and removes duplicates.
  ///
  /// - Parameter list: Absolute paths.
  /// - Returns: The paths of the files, the assets read while scanning folders, and the problems.
  package func files(
    of list: [FilePath]
  ) async throws -> (paths: [FilePath], found: [Asset], problems: [ScanProblem]) {
    var (paths, found, problems) = ([FilePath](), [Asset](), [ScanProblem]())
    var seen = Set<[UInt8]>()
    var options = options
    options.searchesFolders = true
    let scanner = LibraryScanner(options: options, cache: cache)
    for path in list {
      guard (try? FileStatus(path).kind) == .directory else {
        if seen.insert(path.fileSystemBytes).inserted { paths.append(path) }
        continue
      }
      let snapshot = try await scanner.scan([path])
      problems += snapshot.problems
      for asset in snapshot.assets where seen.insert(asset.pathBytes).inserted {
        paths.append(asset.path)
        found.append(asset)
      }
    }
    return (paths, found, problems)
  }

  /// Resolves a list to photos: folders to their photos, and sidecars to the photos they belong to. Returns other
  /// entries as they are.
  ///
  /// - Parameter list: Absolute paths, or relative to the current folder.
  /// - Returns: The paths without duplicates, and the problems.
  package func photos(of list: [FilePath]) async throws -> (paths: [FilePath], problems: [ScanProblem]) {
    let files = try await files(of: list)
    var sidecars = SidecarPhotos(scanner: self)
    var paths: [FilePath] = []
    var seen = Set<[UInt8]>()
    for file in files.paths {
      try Task.checkCancellation()
      for path in sidecars.photos(of: file) ?? [file] where seen.insert(path.fileSystemBytes).inserted {
        paths.append(path)
      }
    }
    return (paths, files.problems)
  }

  /// Returns the files of a list that a scan would skip.
  ///
  /// Files are examined concurrently, since each request to a network file system has a latency. The extension of a
  /// photo suffices.
  package static func passedOver(in list: [FilePath]) async throws -> Set<FilePath> {
    let doubtful = list.filter { !($0.lastComponent.map { FileName($0).hasPhotoExtension } ?? false) }
    let possible = Dictionary(grouping: list.filter(mayBeCompanion)) { $0.removingLastComponent() }
    var passedOver = Set<FilePath>()
    if doubtful.isEmpty, possible.isEmpty { return passedOver }
    try await WorkerPool.using(threadCount: WorkerPool.countForFiles) { pool in
      try await pool.map(possible) {
        companions(among: $0.value, in: $0.key)
      } _: {
        passedOver.formUnion($1)
      }
      try await pool.map(doubtful, passesOver) { path, isPassedOver in
        if isPassedOver { passedOver.insert(path) }
      }
    }
    return passedOver
  }

  private static func mayBeCompanion(_ path: FilePath) -> Bool {
    path.lastComponent.map { FilmCompanions.isPossible(FileName($0)) } ?? false
      || ProxyFolder.isOne(Folder(path.removingLastComponent()))
  }

  /// Returns the files of one folder that belong to videos.
  private static func companions(among files: [FilePath], in path: FilePath) -> [FilePath] {
    // The folder of a name alone is the current one.
    guard let folder = try? path.absolute(), let names = try? OpenFolder(reaching: folder).names(),
      let found = FilmCompanions(names, proxiesOf: ProxyFolder(Folder(folder))?.films)
    else { return [] }
    return files.filter { $0.lastComponent.map { !found.films(of: FileName($0)).isEmpty } ?? false }
  }

  /// Returns whether a scan skips a file: by its name it is an incomplete download or a backup copy, or it is no photo
  /// or video by content and name.
  ///
  /// The output of find(1) contains such files, including devices and pipes. Returns false for folders, and for missing
  /// or unreadable files, so that they are reported.
  public static func passesOver(_ path: FilePath) -> Bool {
    do throws(Errno) {
      guard let name = path.lastComponent.map(FileName.init), !name.hasPhotoExtension else { return false }
      if name.isInTransit { return try FileStatus(path).kind != .directory }
      // On a server, looking into a sidecar would be a request.
      if path.isRemote, SidecarKind(name) != nil { return true }
      switch try FileStatus(path).kind {
      case .directory: return false
      case .regular: break
      case .symbolicLink, .other: return true
      }
      return try AssetReader.content(of: OpenFile(path), named: name).metadata == nil
    } catch {
      return false
    }
  }
}
