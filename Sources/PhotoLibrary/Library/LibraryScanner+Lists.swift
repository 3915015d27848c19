import PhotoFiles
import PhotoFormats
import SystemPackage

extension LibraryScanner {
  /// Reads files concurrently and calls `body` for each in the order of the paths, as soon as possible.
  ///
  /// Buffers only a few results per thread.
  package func read(
    _ paths: [FilePath], _ body: (Result<Asset, ScanProblem>) async throws -> Void
  ) async throws {
    // A single file is read faster without threads.
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

  /// Expands the folders of a list, and removes duplicates.
  ///
  /// - Parameter list: Absolute paths.
  /// - Returns: The paths of the files, the assets read while scanning folders, and the problems.
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
    var passedOver = Set<FilePath>()
    if doubtful.isEmpty { return passedOver }
    try await WorkerPool.using(threadCount: WorkerPool.countForFiles) { pool in
      try await pool.map(doubtful, passesOver) { path, isPassedOver in
        if isPassedOver { passedOver.insert(path) }
      }
    }
    return passedOver
  }

  /// Returns `true` if a scan skips a file: neither its content nor its name is that of a photo or video.
  ///
  /// The output of find(1) contains such files, including devices and pipes. Returns false for folders, and for missing
  /// or unreadable files, so that they are reported.
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
