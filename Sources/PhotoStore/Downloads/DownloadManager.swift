import SystemPackage

/// Fetches files from the web, several at once, and goes on where a killed process stopped.
///
///     let manager = try DownloadManager(folder: StoreFolder.downloads.path(environment: environment))
///     let url = try RemoteURL("https://example.org/beach.jpg")
///     await manager.start(url, to: .folder("/home/ann/Pictures"))
///     for await progress in manager.progress where progress.isOver { … }
///
/// What arrives is written to the manager's folder and is checked to be a photo or video by its content; it
/// takes its final name when it is whole, beside files that are there and never in their place. A download
/// that fails or is cancelled keeps its bytes and its record, which `resume` starts again, in this process
/// or the next. Two processes may share the folder.
public actor DownloadManager {
  /// How files are fetched.
  public nonisolated let options: DownloadOptions

  private let folder: DownloadFolder
  /// Started with the first download.
  private var engine: TransferEngine?
  private nonisolated let board = ProgressBoard()
  private var waiting: [Download] = []
  private var running: [RemoteURL: Task<Void, Never>] = [:]
  private var watchers: [RemoteURL: [CheckedContinuation<Result<FilePath, DownloadError>, Never>]] = [:]

  /// A manager with its folder for downloads under way, which is made where it is missing.
  ///
  /// - Throws: `DownloadError.unavailable` where the folder can't be used.
  public init(folder: FilePath, options: DownloadOptions = DownloadOptions()) throws(DownloadError) {
    self.options = options
    do throws(Errno) {
      self.folder = try DownloadFolder(folder)
    } catch {
      throw .unavailable(reason: "can't use the folder \(folder): \(error)")
    }
  }

  deinit { board.finish() }

  /// How each download stands, then every change: every change of state, bytes at most ten times a second.
  ///
  /// Each call gives a sequence of its own; it ends with the manager.
  public nonisolated var progress: AsyncStream<DownloadProgress> { board.follow() }

  /// All downloads of this manager in the order they were started.
  public nonisolated var downloads: [DownloadProgress] { board.all }

  /// The download of a URL, `nil` where none was started.
  public nonisolated func download(of url: RemoteURL) -> DownloadProgress? { board.progress(of: url) }

  /// The downloads on the disk that are not whole yet, also those of other processes.
  ///
  /// - Throws: `DownloadError.unavailable` where the folder can't be read.
  public func unfinished() throws(DownloadError) -> [UnfinishedDownload] {
    do throws(Errno) {
      return try folder.unfinished()
    } catch {
      throw .unavailable(reason: "can't read the folder \(folder.path): \(error)")
    }
  }

  /// Drops a download that is not whole yet, with what has arrived of it; where none is of that URL, those whose URLs
  /// are shown like it.
  ///
  /// - Throws: `DownloadError.notKnown` where there is none of that URL, `DownloadError.busy` where a process has it
  ///   under way, and `DownloadError.notKept` where it cannot be removed.
  public func forget(_ url: RemoteURL) throws(DownloadError) {
    let unfinished = try unfinished()
    var downloads = unfinished.filter { $0.url == url }
    if downloads.isEmpty { downloads = unfinished.filter { $0.url.description == url.text } }
    guard !downloads.isEmpty else { throw .notKnown(url) }
    for download in downloads {
      do throws(Errno) {
        try folder.claim(download.url, download.destination, acceptsAnyData: false).remove()
      } catch {
        throw error == .wouldBlock ? .busy(url) : .notKept(url, reason: "cannot be removed: \(error)")
      }
    }
  }

  /// Starts a download as soon as there is room for it; one that is waiting or running goes on as it is.
  ///
  /// - Parameters:
  ///   - url: what to fetch; bytes of it that are on the disk are not fetched again.
  ///   - destination: where it goes.
  ///   - acceptsAnyData: true to accept what is no photo or video.
  /// - Throws: `DownloadError.unavailable` where nothing can be fetched on this machine.
  public func start(
    _ url: RemoteURL, to destination: DownloadDestination, acceptsAnyData: Bool = false
  ) throws(DownloadError) {
    let engine = if let engine { engine } else { try TransferEngine() }
    self.engine = engine
    if let current = board.progress(of: url), !current.isOver { return }
    board.add(url)
    waiting.append(
      Download(
        url: url, destination: destination, acceptsAnyData: acceptsAnyData, folder: folder, options: options,
        engine: engine, board: board))
    schedule()
  }

  /// Starts all downloads on the disk that no process fetches, and returns their URLs.
  ///
  /// - Throws: `DownloadError.unavailable` where the folder can't be read or nothing can be fetched.
  @discardableResult
  public func resume() throws(DownloadError) -> [RemoteURL] {
    let downloads = try unfinished().filter { !$0.isActive }
    for download in downloads {
      try start(download.url, to: download.destination, acceptsAnyData: download.acceptsAnyData)
    }
    return downloads.map(\.url)
  }

  /// Waits until a download is over and returns the path of the file.
  ///
  /// - Throws: why it failed; `DownloadError.cancelled` where it was never started.
  public func file(of url: RemoteURL) async throws(DownloadError) -> FilePath {
    switch board.progress(of: url)?.state {
    case .finished(let path): return path
    case .failed(let error): throw error
    case nil: throw .cancelled(url)
    case .waiting, .receiving, .retrying: break
    }
    return try await withCheckedContinuation { watchers[url, default: []].append($0) }.get()
  }

  /// Stops a download; its bytes stay on the disk.
  public func cancel(_ url: RemoteURL) {
    running[url]?.cancel()
    if let index = waiting.firstIndex(where: { $0.url == url }) {
      waiting.remove(at: index)
      end(url, .failure(.cancelled(url)))
    }
  }

  private func schedule() {
    while running.count < options.concurrency, !waiting.isEmpty {
      let download = waiting.removeFirst()
      running[download.url] = Task {
        let result: Result<FilePath, DownloadError>
        do throws(DownloadError) {
          result = .success(try await download.run())
        } catch {
          result = .failure(error)
        }
        running[download.url] = nil
        end(download.url, result)
        schedule()
      }
    }
  }

  private func end(_ url: RemoteURL, _ result: Result<FilePath, DownloadError>) {
    switch result {
    case .success(let path): board.update(url, state: .finished(path))
    case .failure(let error): board.update(url, state: .failed(error))
    }
    for watcher in watchers.removeValue(forKey: url) ?? [] { watcher.resume(returning: result) }
  }
}
