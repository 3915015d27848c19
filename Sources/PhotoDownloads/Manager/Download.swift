import PhotoFiles
import PhotoRemote
import SystemPackage

struct Download: Sendable {
  let url: RemoteURL
  let destination: DownloadDestination
  let acceptsAnyData: Bool
  let beginning: DownloadBeginning
  /// The background process that fetches it; `nil` in the foreground.
  let owner: ProcessIdentity?
  let folder: DownloadFolder
  let options: DownloadOptions
  let engine: TransferEngine
  let registry: DownloadRegistry

  func run() async throws(DownloadError) -> FilePath {
    // Bytes can't be kept if the folder fails. The error of a background download is recorded.
    if owner == nil { try DownloadPlacement.makeFolder(destination, for: url) }
    let claim = try folder.claimed(url, destination, acceptsAnyData: acceptsAnyData, beginning, owner: owner)
    do throws(DownloadError) {
      if owner != nil { try DownloadPlacement.makeFolder(destination, for: url) }
      return try await fetch(claim)
    } catch {
      try? claim.end(with: error)
      throw error
    }
  }

  private func fetch(_ claim: ClaimedDownload) async throws(DownloadError) -> FilePath {
    if let path = try kept({ () throws(Errno) in
      try DownloadPlacement(url: url, claim: claim, record: claim.record).finishedEarlier()
    }) {
      try kept { () throws(Errno) in try claim.end(with: path) }
      return path
    }
    let part = try kept { () throws(Errno) in
      try PartFile(url, claim, sizeLimit: options.sizeLimit) { [registry, url] received, total in
        registry.update(url, received: received, total: total)
      }
    }
    registry.update(url, received: part.received, total: part.record.total)
    try await receive(part)
    let type = try part.checkWhole()
    var record = part.record
    record.total = part.received
    var placement = DownloadPlacement(url: url, claim: claim, record: record)
    let path = try placement.place(type)
    registry.update(url, received: part.received, total: part.received)
    return path
  }

  private func receive(_ part: PartFile) async throws(DownloadError) {
    var (failures, tries) = (0, 0)
    // An attempt that restarts and gets no further than another one counts as a failure.
    var furthest: Int64 = 0
    while !part.isWhole {
      tries += 1
      let request = try kept { () throws(Errno) in try part.nextRequest(options) }
      registry.update(url, state: .receiving)
      let result = await engine.run(request, receiver: part)
      let reason: String
      var wait: Int64 = 0
      switch part.outcome(result) {
      case .whole: return
      case .over(let error): throw error
      case .changed: (reason, furthest) = ("the file changed on the server", 0)
      case .again(let why, let after): (reason, wait) = (why, after)
      }
      failures = part.received > max(furthest, request.offset) ? 0 : failures + 1
      furthest = max(furthest, part.received)
      guard failures < options.retry.maximumFailures, tries < options.retry.maximumTries else {
        throw .gaveUp(url, tries: tries, reason: reason)
      }
      try await pause(failures: failures, reason: reason, asked: wait)
    }
  }

  private func pause(failures: Int, reason: String, asked: Int64) async throws(DownloadError) {
    guard .seconds(asked) <= options.retry.maximumDelay || asked == 0 else {
      throw .asksToWait(url, seconds: asked)
    }
    registry.update(url, state: .retrying(reason: reason))
    do {
      try await Task.sleep(for: max(options.retry.delay(failures: failures), .seconds(asked)))
    } catch {
      throw .cancelled(url)
    }
  }

  private func kept<Result>(_ body: () throws(Errno) -> Result) throws(DownloadError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw .notKept(url, reason: "can't write into \(folder.path): \(error.reasonOfOwnFile)")
    }
  }
}
