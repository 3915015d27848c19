import PhotoFiles
import PhotoRemote
import SystemPackage

/// Fetches files concurrently, and resumes interrupted downloads.
///
///     let manager = try DownloadManager()
///     let url = try RemoteURL("https://example.org/beach.jpg")
///     try await manager.start(url, to: .folder("/home/ann/Pictures"))
///     let path = try await manager.file(of: url)  // /home/ann/Pictures/beach.jpg
///
/// `progress` follows all files, `downloads` and `download(of:)` return the current progress, and `cancel` stops
/// a download.
///
/// Bytes are written to the manager's folder and checked to be a photo or video. A file gets the final name when it is
/// complete, and never overwrites an existing file. A download that fails or is cancelled keeps its bytes and
/// record, so that any process can `resume` it. Processes may share the folder. Files are written on the manager's own
/// threads.
public actor DownloadManager {
  public nonisolated let options: DownloadOptions

  let folder: DownloadFolder
  /// The number of simultaneous transfers, limited by the number of open files.
  private let concurrency: Int
  private var engine: TransferEngine?
  private var startedPool: WorkerPool?
  private nonisolated let registry = DownloadRegistry()
  private var waiting: [Download] = []
  private var running: [RemoteURL: Task<Void, Never>] = [:]
  private var watchesForCancellation = false

  /// Creates a manager with a folder for unfinished files, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - folder: `nil` for the default folder.
  ///   - options: the number of simultaneous transfers, timeouts and proxies.
  /// - Throws: `DownloadError.unavailable` if the folder can't be used.
  public init(
    folder: FilePath? = nil, options: DownloadOptions = DownloadOptions()
  ) throws(DownloadError) {
    self.options = options
    concurrency = FileDescriptor.share(of: options.concurrency, each: 4)
    let path: FilePath
    do throws(HomeUnknown) {
      path = if let folder { folder } else { try UserFolders.current.downloads }
    } catch {
      throw .unavailable(reason: error.description)
    }
    do throws(Errno) {
      self.folder = try DownloadFolder(path)
    } catch {
      throw .unavailable(reason: "can't use the folder \(path): \(error)")
    }
  }

  deinit {
    registry.finish()
    startedPool?.finish()
  }

  /// The progress of each file, then every change: of state at once, of bytes at most ten times a second.
  ///
  /// Each access returns a new sequence, which ends with the manager. A slow reader skips outdated values: it gets the
  /// newest progress of each changed file.
  public nonisolated var progress: AsyncStream<DownloadProgress> { registry.follow() }

  /// The progress of all files, in the order of starts.
  public nonisolated var downloads: [DownloadProgress] { registry.all }

  /// Returns the progress of a URL, or `nil` if it was not started.
  public nonisolated func download(of url: RemoteURL) -> DownloadProgress? { registry.progress(of: url) }

  /// Returns all unfinished files, also of other processes, and files that ended in the
  /// background with an outcome that is not collected yet.
  ///
  /// - Throws: `DownloadError.unavailable` if the folder can't be read.
  public func recorded() async throws(DownloadError) -> [RecordedDownload] {
    do throws(Errno) {
      return try await pool.run { [folder] () throws(Errno) in try folder.recorded() }
    } catch {
      throw .unavailable(reason: "can't read the folder \(folder.path): \(error)")
    }
  }

  /// Returns the record of a URL, or else the records whose URLs are displayed like it.
  package func recorded(like url: RemoteURL) async throws(DownloadError) -> [RecordedDownload] {
    let all = try await recorded()
    var downloads = all.filter { $0.url == url }
    if downloads.isEmpty { downloads = all.filter { $0.url.description == url.text } }
    guard !downloads.isEmpty else { throw .notKnown(url) }
    return downloads
  }

  /// Removes a recorded download with the bytes. If no download has that URL, removes all
  /// whose URLs are displayed like it. Finished files remain.
  ///
  /// - Throws: `DownloadError.notKnown` if there is no such download, `DownloadError.busy` if a process fetches it, and
  ///   `DownloadError.notKept` if it cannot be removed.
  public func forget(_ url: RemoteURL) async throws(DownloadError) {
    for download in try await recorded(like: url) {
      do throws(Errno) {
        try await pool.run { [folder] () throws(Errno) in
          try folder.claim(download.url, download.destination, acceptsAnyData: false).remove()
        }
      } catch {
        throw error == .wouldBlock ? .busy(url) : .notKept(url, reason: "cannot be removed: \(error)")
      }
    }
  }

  /// Starts fetching a URL as soon as a slot is free; does nothing if it is waiting or running.
  ///
  /// - Parameters:
  ///   - url: the URL of the file; received bytes are not fetched again.
  ///   - destination: the folder or store to which it goes.
  ///   - acceptsAnyData: `true` to accept any data, not only photos and videos.
  ///   - beginsAnew: `true` to discard received bytes and fetch the complete file.
  /// - Throws: `DownloadError.unavailable` if fetching is impossible on this machine.
  public func start(
    _ url: RemoteURL, to destination: DownloadDestination, acceptsAnyData: Bool = false,
    beginsAnew: Bool = false
  ) async throws(DownloadError) {
    try await start(url, to: destination, acceptsAnyData, beginsAnew ? .anew : .usual)
  }

  func start(
    _ url: RemoteURL, to destination: DownloadDestination, _ acceptsAnyData: Bool,
    _ beginning: DownloadBeginning, owner: ProcessIdentity? = nil
  ) async throws(DownloadError) {
    let engine = try await startedEngine()
    switch registry.progress(of: url)?.state {
    case .waiting, .receiving, .retrying: return
    // It was completed since the records were read.
    case .finished where beginning == .resumed || beginning == .queued: return
    case .finished, .failed, nil: break
    }
    registry.add(url)
    waiting.append(
      Download(
        url: url, destination: destination, acceptsAnyData: acceptsAnyData, beginning: beginning,
        owner: owner, folder: folder, options: options, engine: engine, registry: registry))
    schedule()
  }

  /// The threads for blocking I/O, started when they are first needed.
  var pool: WorkerPool {
    if let startedPool { return startedPool }
    let pool = WorkerPool(threadCount: concurrency)
    startedPool = pool
    return pool
  }

  func prepare() async throws(DownloadError) { _ = try await startedEngine() }

  private func startedEngine() async throws(DownloadError) -> TransferEngine {
    if let engine { return engine }
    let started = try await pool.run { () throws(DownloadError) in
      do throws(TransfersUnavailable) {
        return try TransferEngine()
      } catch {
        throw .unavailable(reason: error.reason)
      }
    }
    // A concurrent call may have set it.
    let engine = engine ?? started
    self.engine = engine
    return engine
  }

  /// Starts inactive transfers, and returns the URLs.
  ///
  /// If another process takes or ends a file in the meantime, it fails with `DownloadError.busy` or
  /// `DownloadError.notKnown`.
  ///
  /// - Parameter onlyCutOff: `true` to skip failed files.
  /// - Throws: `DownloadError.unavailable` if the folder can't be read or fetching is impossible.
  @discardableResult
  public func resume(onlyCutOff: Bool = false) async throws(DownloadError) -> [RemoteURL] {
    let downloads = try await resumable(onlyCutOff: onlyCutOff)
    for download in downloads {
      try await start(download.url, to: download.destination, download.acceptsAnyData, .resumed)
    }
    return downloads.map(\.url)
  }

  func resumable(onlyCutOff: Bool) async throws(DownloadError) -> [RecordedDownload] {
    try await recorded().filter { onlyCutOff ? $0.state == .cutOff : $0.isResumable }
  }

  /// Returns the path of a file, suspending until it is complete.
  ///
  /// - Throws: the error of the file; `DownloadError.cancelled` if it was never started, or if the waiting task is
  ///   cancelled, which doesn't stop the transfer.
  public func file(of url: RemoteURL) async throws(DownloadError) -> FilePath {
    if registry.progress(of: url) != nil {
      for await progress in registry.follow(url) {
        switch progress.state {
        case .finished(let path): return path
        case .failed(let error): throw error
        case .waiting, .receiving, .retrying: continue
        }
      }
    }
    throw .cancelled(url)
  }

  /// Stops a transfer; received bytes are preserved.
  public func cancel(_ url: RemoteURL) {
    running[url]?.cancel()
    if let index = waiting.firstIndex(where: { $0.url == url }) {
      waiting.remove(at: index)
      registry.update(url, state: .failed(.cancelled(url)))
    }
  }

  private func schedule() {
    while running.count < concurrency, !waiting.isEmpty {
      let download = waiting.removeFirst()
      running[download.url] = Task(executorPreference: pool) {
        let state: DownloadProgress.State
        do throws(DownloadError) {
          state = .finished(try await download.run())
        } catch {
          state = .failed(error)
        }
        await self.finish(download.url, state)
      }
    }
    watchForCancellation()
  }

  private static let watchInterval = Duration.milliseconds(250)

  private func watchForCancellation() {
    guard !watchesForCancellation, !running.isEmpty else { return }
    watchesForCancellation = true
    Task {
      while !running.isEmpty {
        try? await Task.sleep(for: Self.watchInterval)
        let urls = Array(running.keys)
        let requested = await pool.run { [folder] in urls.filter { folder.isCancellationRequested(of: $0) } }
        for url in requested { cancel(url) }
      }
      watchesForCancellation = false
    }
  }

  private func finish(_ url: RemoteURL, _ state: DownloadProgress.State) {
    running[url] = nil
    registry.update(url, state: state)
    schedule()
  }
}

extension UserFolders {
  /// The default folder for unfinished files: `~/.local/state/photopick/downloads`.
  public var downloads: FilePath { get throws(HomeUnknown) { try state.appending("downloads") } }
}
