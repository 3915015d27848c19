import PhotoFiles
import SystemPackage

// A foreground process queues files and exits; the background process resumes the queue. They only share the
// folder of records, so that no URL, which may contain a password, appears in a list of processes:
//
//     try await manager.queue(url, to: .folder("/home/ann/Pictures"), for: background)
//
//     // in the other process
//     try await manager.resumeQueue(of: background)
//
//     // in any process
//     try await manager.collectOutcomes { progress, _ in print(progress) }

extension DownloadManager {
  package func queue(
    _ url: RemoteURL, to destination: DownloadDestination, acceptsAnyData: Bool = false,
    beginsAnew: Bool = false, for owner: ProcessIdentity
  ) async throws(DownloadError) {
    try await queue(url, to: destination, acceptsAnyData, beginsAnew ? .anew : .usual, for: owner)
  }

  /// Queues inactive transfers for the background, and returns the URLs.
  ///
  /// - Parameter onlyCutOff: `true` to skip failed files.
  package func queueResumable(
    onlyCutOff: Bool = false, for owner: ProcessIdentity
  ) async throws(DownloadError) -> [RemoteURL] {
    var queued: [RemoteURL] = []
    for download in try await resumable(onlyCutOff: onlyCutOff) {
      do throws(DownloadError) {
        try await queue(download.url, to: download.destination, download.acceptsAnyData, .resumed, for: owner)
        queued.append(download.url)
      } catch {
        if !error.isOfAnotherProcess { throw error }
      }
    }
    return queued
  }

  private func queue(
    _ url: RemoteURL, to destination: DownloadDestination, _ acceptsAnyData: Bool,
    _ beginning: DownloadBeginning, for owner: ProcessIdentity
  ) async throws(DownloadError) {
    // If libcurl is missing, fail at once.
    try await prepare()
    try await pool.run { [folder] () throws(DownloadError) in
      try DownloadPlacement.makeFolder(destination, for: url)
      _ = try folder.claimed(url, destination, acceptsAnyData: acceptsAnyData, beginning, owner: owner)
    }
  }

  /// Starts the queue of this process, and returns the URLs.
  ///
  /// Errors are recorded for `collectOutcomes`.
  package func resumeQueue(of owner: ProcessIdentity) async throws(DownloadError) -> [RemoteURL] {
    // Outcomes may never be collected.
    try? await pool.run { [folder] in try folder.removeOldOutcomes() }
    let downloads = try await recorded().filter { $0.owner == owner && $0.state == .waiting }
    do throws(DownloadError) {
      for download in downloads {
        try await start(
          download.url, to: download.destination, download.acceptsAnyData, .queued, owner: owner)
      }
    } catch {
      // There is no output here, so record the error.
      for download in downloads {
        try? await pool.run { [folder] in try folder.fail(download.url, with: error, for: owner) }
      }
      throw error
    }
    return downloads.map(\.url)
  }

  /// The interval at which records of background downloads are read.
  private static let interval = Duration.milliseconds(200)

  /// Follows background downloads until nothing is left, and collects the outcomes: a finished file then
  /// leaves the folder, and an error isn't reported again.
  ///
  /// Cancelling the task doesn't cancel the downloads.
  ///
  /// - Parameter report: called with each change, and the number of unfinished files.
  package func collectOutcomes(
    isolation: isolated (any Actor)? = #isolation,
    _ report: (DownloadProgress, _ remaining: Int) throws -> Void
  ) async throws {
    var known: [RemoteURL: DownloadProgress] = [:]
    while true {
      try Task.checkCancellation()
      let start = ContinuousClock.now
      // Others may take or cancel the file in the meantime.
      let downloads = try await recorded().filter { $0.isInBackground || known[$0.url]?.isOver == false }
      let remaining = downloads.count { $0.progress?.isOver == false }
      for download in downloads {
        guard let progress = download.progress, known[download.url] != progress else { continue }
        known[download.url] = progress
        try report(progress, remaining)
        // Collected after the report: if that fails, it is repeated the next time.
        if progress.isOver { try await collect(download) }
      }
      if remaining == 0 { return }
      // Reading many records takes long, so most of the time is spent waiting.
      try await Task.sleep(for: max(Self.interval, start.duration(to: .now) * 4))
    }
  }

  private func collect(_ download: RecordedDownload) async throws(DownloadError) {
    do throws(Errno) {
      try await pool.run { [folder] () throws(Errno) in try folder.collect(download.url) }
    } catch {
      // It was restarted.
      if error == .wouldBlock { return }
      throw .unavailable(reason: "can't write into \(folder.path): \(error)")
    }
  }

  private static let patience = Duration.seconds(10)

  /// Stops transfers in all processes; received bytes are preserved.
  ///
  /// - Throws: `DownloadError.busy` if a transfer doesn't stop in time.
  package func cancel(_ downloads: [RecordedDownload]) async throws(DownloadError) {
    // Waiting files first: they would start when others are stopped.
    for download in downloads where download.state == .waiting { try await cancel(download) }
    for download in downloads where download.state != .waiting { try await cancel(download) }
  }

  private func cancel(_ download: RecordedDownload) async throws(DownloadError) {
    let end = ContinuousClock.now + Self.patience
    while true {
      do throws(Errno) {
        return try await pool.run { [folder] () throws(Errno) in try folder.cancel(download.url) }
      } catch {
        guard error == .wouldBlock else {
          throw .unavailable(reason: "can't write into \(folder.path): \(error)")
        }
      }
      guard ContinuousClock.now < end else { throw .busy(download.url) }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { throw .cancelled(download.url) }
    }
  }
}

extension RecordedDownload {
  /// The recorded progress; `nil` if the file is inactive and unfinished.
  fileprivate var progress: DownloadProgress? {
    let step: DownloadProgress.State? =
      switch state {
      case .waiting: .waiting
      case .receiving: .receiving
      case .cutOff where isInBackground: .failed(.cutOff(url))
      case .cutOff: nil
      case .stopped(let failure): .failed(.endedInBackground(url, failure))
      case .finished(let path): .finished(path)
      }
    return step.map { DownloadProgress(url: url, state: $0, received: received, total: total) }
  }
}
