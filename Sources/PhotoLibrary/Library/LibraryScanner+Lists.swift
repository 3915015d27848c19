import PhotoFiles
import PhotoFormats
import SystemPackage

extension LibraryScanner {
  /// Reads files that a person or program named, several at once, and calls `body` with each in the order of the paths, as
  /// soon as it and those before it were read.
  ///
  /// However many files there are, a few for each thread are all that is kept.
  package func read(
    _ paths: [FilePath], _ body: (Result<Asset, ScanProblem>) async throws -> Void
  ) async throws {
    // One file is read before a thread has started.
    guard paths.count > 1 else {
      for path in paths { try await body(reading(path)) }
      return
    }
    try await WorkerPool.using(threadCount: min(WorkerPool.countForFiles, paths.count)) { pool in
      try await pool.map(paths, reading) { _, reading in try await body(reading) }
    }
  }

  private func reading(_ path: FilePath) -> Result<Asset, ScanProblem> {
    Result { () throws(ScanProblem) in try read(path) }
  }

  /// The files of a list, its folders searched: each once, in the order of the list.
  ///
  /// - Parameter list: absolute paths.
  /// - Returns: the paths of the files, those of them that were read on the way, and what could not be read.
  package func files(
    of list: [FilePath]
  ) async throws -> (paths: [FilePath], found: [Asset], problems: [ScanProblem]) {
    var (paths, found, problems) = ([FilePath](), [Asset](), [ScanProblem]())
    var seen = Set<[UInt8]>()
    for path in list {
      guard (try? FileStatus(path).kind) == .directory else {
        if seen.insert(path.fileSystemBytes).inserted { paths.append(path) }
        continue
      }
      let snapshot = try await scan([path])
      problems += snapshot.problems
      for asset in snapshot.assets where seen.insert(asset.pathBytes).inserted {
        paths.append(asset.path)
        found.append(asset)
      }
    }
    return (paths, found, problems)
  }

  /// The photos that a list means: those in its folders, and those to which its sidecars belong. Any other entry is
  /// returned as it is.
  ///
  /// - Parameter list: paths, absolute or from the current folder.
  /// - Returns: the paths, each once, and what could not be read.
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

  /// What of a list a scan would pass over.
  ///
  /// Many files are looked at together, since each look at a network file system waits for its answer; those with the
  /// name of a photo need none.
  package static func passedOver(in list: [FilePath]) async throws -> Set<FilePath> {
    let doubtful = list.filter { !($0.lastComponent.map { FileName($0).hasPhotoExtension } ?? false) }
    var passedOver = Set<FilePath>()
    if doubtful.isEmpty { return passedOver }
    try await WorkerPool.using(threadCount: WorkerPool.countForFiles) { pool in
      try await pool.map(doubtful, passesOver) { path, isPassedOver in
        if isPassedOver { passedOver.insert(path) }
      }
    }
    return passedOver
  }

  /// True for a file that a scan of its folder passes over: one that is no photo or video by content, nor by name.
  ///
  /// Lists that programs make, as find(1) does, hold such files, devices and pipes among them. Folders are not passed
  /// over, nor is what is not there or cannot be read, so that it is told.
  public static func passesOver(_ path: FilePath) -> Bool {
    do throws(Errno) {
      guard let name = path.lastComponent.map(FileName.init), !name.hasPhotoExtension else { return false }
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
