import PhotoFiles
import PhotoFormats
import PhotoRemote
import Synchronization
import SystemPackage

/// The received bytes of a file, and the decisions made while they arrive.
///
/// Bytes are not requested again as long as the server confirms, by `If-Range`, that they still belong to the file
/// (RFC 9110, 13.1.5 and 14.2). Otherwise it sends the new version as a whole, which replaces them.
final class PartFile: TransferReceiver {
  enum Outcome: Sendable {
    case whole
    case changed
    /// Retry after the number of seconds requested by the server.
    case again(reason: String, after: Int64)
    case over(DownloadError)
  }

  /// The reason why the received bytes are useless.
  private enum Restart {
    case changed
    case otherPart
  }

  private struct State {
    var record: DownloadRecord
    var received: Int64
    var requested: Int64 = 0
    var isWhole = false
    var restart: Restart?
    var isChecked = false
    var contentType: String?
    var failure: DownloadError?
  }

  private let url: RemoteURL
  private let claim: ClaimedDownload
  private let sizeLimit: Int64
  private let report: @Sendable (Int64, Int64?) -> Void
  private let state: Mutex<State>

  private static let headCount = Int64(ByteSource.headCount)

  /// - Parameter report: called on the engine's thread with the number of received bytes and the size of the file.
  init(
    _ url: RemoteURL, _ claim: ClaimedDownload, sizeLimit: Int64,
    report: @escaping @Sendable (Int64, Int64?) -> Void
  ) throws(Errno) {
    self.url = url
    self.claim = claim
    self.sizeLimit = sizeLimit
    self.report = report
    var state = State(record: claim.record, received: try claim.size())
    // Only complete files have a final name.
    let isTrusted = state.record.validator != nil || state.record.finalName != nil
    state.isWhole = isTrusted && state.received == state.record.total
    self.state = Mutex(state)
  }

  var record: DownloadRecord { state.withLock { $0.record } }
  var received: Int64 { state.withLock { $0.received } }
  var isWhole: Bool { state.withLock { $0.isWhole } }

  func nextRequest(_ options: DownloadOptions) throws(Errno) -> TransferRequest {
    try state.withLock { state throws(Errno) in
      // If there is no validator, the bytes may belong to another version.
      let isUseless =
        state.restart != nil || state.record.validator == nil || state.received > state.record.total ?? .max
      if isUseless { try restart(&state) }
      state.requested = state.received
      return TransferRequest(
        url: url.text, offset: state.received,
        validator: state.received > 0 ? state.record.validator : nil, options: options.transfer)
    }
  }

  func outcome(_ result: TransferResult) -> Outcome {
    state.withLock { state in
      if let failure = state.failure { return .over(failure) }
      switch state.restart {
      case .changed: return .changed
      case .otherPart: return .again(reason: "the server sends a part that was not asked for", after: 0)
      case nil: break
      }
      switch result.end {
      case .cancelled: return .over(.cancelled(url))
      case .temporaryFailure(let reason): return .again(reason: reason, after: result.retryAfter)
      case .permanentFailure(let reason): return .over(.failed(url, reason: reason))
      case .done, .stopped: return outcome(status: result.status, after: result.retryAfter, &state)
      }
    }
  }

  private func outcome(status: Int, after: Int64, _ state: inout State) -> Outcome {
    switch status {
    case 200, 206:
      if let total = state.record.total, state.received != total {
        return .again(reason: "the connection was cut at byte \(state.received) of \(total)", after: 0)
      }
      state.isWhole = true
      return .whole
    case 416: return state.isWhole ? .whole : .changed
    case 408, 425, 429, 500, 502, 503, 504:
      return .again(reason: "the server answers with status \(status)", after: after)
    default: return .over(.refused(url, status: status))
    }
  }

  // MARK: On the engine's thread

  func receive(_ head: TransferHead) -> Bool {
    state.withLock { state in
      state.contentType = head.contentType
      do throws(Errno) {
        switch head.status {
        case 200: try begin(head, &state)
        case 206: goOn(head, &state)
        case 416:
          // The server has evaluated the range, so the validator matches, and no bytes are missing.
          let total = head.contentRange.flatMap(ContentRange.init)?.total
          state.isWhole = state.requested > 0 && total == state.received
          state.restart = state.isWhole ? nil : .changed
          return false
        default: return false
        }
      } catch {
        state.failure = .notKept(url, reason: "can't be written: \(error)")
      }
      if let total = state.record.total, total > sizeLimit {
        state.failure = .tooLarge(url, limit: sizeLimit)
      }
      return state.failure == nil && state.restart == nil
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let progress: (Int64, Int64?)? = state.withLock { state in
      guard state.failure == nil, state.received + Int64(bytes.count) <= sizeLimit else {
        state.failure = state.failure ?? .tooLarge(url, limit: sizeLimit)
        return nil
      }
      do throws(Errno) {
        _ = try withErrno { try claim.part.writeAll(toAbsoluteOffset: state.received, bytes) }
      } catch {
        state.failure = .notKept(url, reason: "can't be written: \(error)")
        return nil
      }
      state.received += Int64(bytes.count)
      checkHead(&state)
      return state.failure == nil ? (state.received, state.record.total) : nil
    }
    guard let progress else { return false }
    report(progress.0, progress.1)
    return true
  }

  private func begin(_ head: TransferHead, _ state: inout State) throws(Errno) {
    // The bytes before the validator: after a crash, old bytes must not have a new validator.
    try restart(&state)
    state.requested = 0
    state.record.validator = head.validator
    state.record.total = head.contentLength
    state.record.proposedName = head.proposedName(for: url)
    try claim.save(state.record)
  }

  private func goOn(_ head: TransferHead, _ state: inout State) {
    guard let range = head.contentRange.flatMap(ContentRange.init), state.requested > 0,
      range.first == state.requested
    else {
      state.restart = .otherPart
      return
    }
    let isOther =
      head.entityTag.map {
        $0.hasPrefix("\"") && state.record.validator?.hasPrefix("\"") == true
          && $0 != state.record.validator
      } ?? false
    if isOther || range.total.map({ $0 != state.record.total && state.record.total != nil }) ?? false {
      state.restart = .changed
    } else if state.record.total == nil {
      state.record.total = range.total
    }
  }

  private func restart(_ state: inout State) throws(Errno) {
    try withErrno { try claim.part.resize(to: 0, retryOnInterrupt: true) }
    state.received = 0
    state.restart = nil
    state.isChecked = false
    state.isWhole = false
    state.record.total = nil
    state.record.validator = nil
    state.record.finalName = nil
  }

  private func checkHead(_ state: inout State) {
    guard !state.isChecked, !state.record.acceptsAnyData, state.received >= PartFile.headCount else { return }
    state.isChecked = true
    let head = try? ByteSource(claim.part, count: Int(PartFile.headCount))
    guard let head else { return }
    // A header that has arrived in part looks truncated.
    let metadata = PhotoMetadata.read(head)
    if metadata.fileType == .unknown, metadata.damage == nil {
      state.failure = .notAPicture(url, contentType: state.contentType)
    }
  }

  /// Returns the type of the whole file, or throws `notAPicture` for types that aren't accepted.
  func checkWhole() throws(DownloadError) -> PhotoFileType {
    let source = try? ByteSource(claim.part, count: Int(received))
    let type = source.map { PhotoMetadata.read($0).fileType } ?? .unknown
    let (isAccepted, contentType) = state.withLock {
      ($0.record.acceptsAnyData || type != .unknown, $0.contentType)
    }
    guard isAccepted else { throw .notAPicture(url, contentType: contentType) }
    return type
  }
}

extension TransferHead {
  private static let longestValidator = 500

  /// The strong entity tag, else the strong date, or `nil` if the server sends neither.
  var validator: String? {
    if let entityTag, entityTag.hasPrefix("\""), entityTag.utf8.count <= Self.longestValidator {
      return entityTag
    }
    guard let lastModified, lastModifiedIsStrong, lastModified.utf8.count <= Self.longestValidator else {
      return nil
    }
    return lastModified
  }

  /// Returns the name from Content-Disposition, else from the URL after redirects, made safe.
  func proposedName(for url: RemoteURL) -> String {
    if let name = contentDisposition.flatMap(ContentDisposition.fileName) {
      return DownloadFileName.safe(name)
    }
    let final = effectiveURL.flatMap { try? RemoteURL($0) } ?? url
    return DownloadFileName.safe(final.lastPathComponent)
  }
}
