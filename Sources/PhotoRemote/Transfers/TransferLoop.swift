import CTransfer
import PhotoFiles
import Synchronization

final class TransferLoop: Sendable {
  private struct Queue {
    var pending: [PendingTransfer] = []
    var isStopped = false
    var isClosed = false
  }

  private struct Handle: @unchecked Sendable {  // One thread uses it; any may call curl_multi_wakeup.
    let transfers: OpaquePointer
  }

  private let queue = Mutex(Queue())
  private let handle: Handle

  init?() {
    guard let transfers = photo_transfers_open() else { return nil }
    handle = Handle(transfers: transfers)
  }

  func start() { WorkerThread.start { [self] in run() } }

  func add(_ transfer: PendingTransfer) {
    queue.withLock { $0.pending.append(transfer) }
    wake()
  }

  func wake() {
    queue.withLock { if !$0.isClosed { photo_transfers_wake(handle.transfers) } }
  }

  func stop() {
    queue.withLock { $0.isStopped = true }
    wake()
  }

  private func run() {
    // A server that hangs up must not end the process: TLS libraries don't set MSG_NOSIGNAL. Other
    // signals are for the program's own threads.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var running: [RunningTransfer] = []
    while true {
      let (pending, isStopped) = queue.withLock { queue in
        defer { queue.pending = [] }
        return (queue.pending, queue.isStopped)
      }
      running += pending.map { RunningTransfer($0, in: handle.transfers) }
      for transfer in running where isStopped || transfer.pending.isCancelled.isSet {
        transfer.cancel(in: handle.transfers)
      }
      running.removeAll(where: \.isFinished)
      if isStopped { break }
      // A new transfer wakes it; the timeout is for lost wake-ups.
      if !photo_transfers_run(handle.transfers, 1000) { usleep(10_000) }
    }
    queue.withLock { $0.isClosed = true }
    photo_transfers_close(handle.transfers)
  }
}

private final class RunningTransfer {
  let pending: PendingTransfer
  private(set) var isFinished = false
  private var transfer: OpaquePointer?

  init(_ pending: PendingTransfer, in transfers: OpaquePointer) {
    self.pending = pending
    if pending.isCancelled.isSet {
      finish(TransferResult(end: .cancelled))
    } else if let started = start(in: transfers) {
      transfer = started
    } else {
      finish(TransferResult(end: .permanentFailure("libcurl can't start the transfer")))
    }
  }

  func cancel(in transfers: OpaquePointer) {
    guard !isFinished, let transfer else { return }
    photo_transfers_cancel(transfers, transfer)
    finish(TransferResult(end: .cancelled))
  }

  private func finish(_ result: TransferResult) {
    guard !isFinished else { return }
    isFinished = true
    pending.finish(result)
  }

  private func start(in transfers: OpaquePointer) -> OpaquePointer? {
    let request = pending.request
    let password = request.password
    let texts = [
      request.method, request.url, request.options.userAgent, request.validator ?? "", password?.user ?? "",
      password?.password ?? "",
    ]
    return Self.withCStrings(texts + request.headers) { texts in
      // An empty array may have no address.
      let lines: [UnsafePointer<CChar>?] = texts.dropFirst(6) + [nil]
      let content = request.body.map { $0.isEmpty ? [0] : $0 } ?? [0]
      return content.withUnsafeBufferPointer { body in
        lines.withUnsafeBufferPointer { headers in
          var call = photo_transfer_request()
          (call.method, call.url, call.user_agent) = (texts[0], texts[1], texts[2])
          (call.if_range, call.user, call.password) = (texts[3], texts[4], texts[5])
          call.headers = headers.baseAddress
          if let sent = request.body { (call.body, call.body_size) = (body.baseAddress, sent.count) }
          call.password_use =
            password.map { $0.isSentFirst ? PHOTO_TRANSFER_BASIC : PHOTO_TRANSFER_DIGEST }
            ?? PHOTO_TRANSFER_NO_PASSWORD
          (call.offset, call.count) = (request.offset, request.count)
          set(request.options, in: &call)
          return photo_transfers_start(transfers, &call, receiver())
        }
      }
    }
  }

  private func set(_ options: TransferOptions, in call: inout photo_transfer_request) {
    call.maximum_redirects = options.maximumRedirects
    call.connect_timeout = options.connectTimeout
    call.stall_timeout = options.stallTimeout
    call.minimum_rate = options.minimumRate
    call.ignores_proxies = options.ignoresProxies
    call.accepts_any_certificate = !options.verifiesTLS
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    for text in texts { bytes += text.utf8.map { CChar(bitPattern: $0) } + [0] }
    return bytes.withUnsafeBufferPointer { bytes in
      var (pointers, position) = ([UnsafePointer<CChar>?](), 0)
      for text in texts {
        pointers.append(bytes.baseAddress.map { $0 + position })
        position += text.utf8.count + 1
      }
      return body(pointers)
    }
  }

  /// Returns a receiver for libcurl. The loop keeps this object as long as libcurl has the pointer.
  private func receiver() -> photo_transfer_receiver {
    photo_transfer_receiver(
      context: Unmanaged.passUnretained(self).toOpaque(),
      head: { context, head in
        guard let running = RunningTransfer.from(context), let head else { return false }
        return running.pending.receiver.receive(TransferHead(head.pointee))
      },
      body: { context, bytes, size in
        guard let running = RunningTransfer.from(context) else { return false }
        return running.pending.receiver.receive(UnsafeRawBufferPointer(start: bytes, count: size))
      },
      done: { context, result in
        guard let running = RunningTransfer.from(context), let result else { return }
        running.finish(TransferResult(result.pointee))
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> RunningTransfer? {
    context.map { Unmanaged<RunningTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension TransferHead {
  fileprivate init(_ head: photo_transfer_head) {
    func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
    self.init(status: head.status, lastModifiedIsStrong: head.last_modified_is_strong)
    contentLength = head.content_length >= 0 ? head.content_length : nil
    contentRange = text(head.content_range)
    contentType = text(head.content_type)
    contentDisposition = head.content_disposition.map { text in
      Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    entityTag = text(head.etag)
    lastModified = text(head.last_modified)
    effectiveURL = text(head.effective_url)
    requestCount = Int(head.requests)
    date = text(head.date)
    bucketRegion = text(head.bucket_region)
    location = text(head.location)
    offersOnlyBasic = head.offers_only_basic
  }
}

extension TransferResult {
  fileprivate init(_ result: photo_transfer_result) {
    let message = withUnsafeBytes(of: result.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let end: End =
      switch result.end {
      case PHOTO_TRANSFER_DONE: .done
      case PHOTO_TRANSFER_STOPPED: .stopped
      case PHOTO_TRANSFER_TEMPORARY: .temporaryFailure(message)
      default: .permanentFailure(message)
      }
    self.init(end: end, status: result.status, retryAfter: max(0, result.retry_after))
  }
}
