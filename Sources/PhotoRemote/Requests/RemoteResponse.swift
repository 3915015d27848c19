import PhotoFiles
import Synchronization
import SystemPackage

struct RemoteResponse: Sendable {
  let head: TransferHead
  let body: [UInt8]
  /// A Boolean value indicating whether an earlier attempt ended without a response, so that it may have had effect.
  let followsDroppedAttempt: Bool

  var status: Int { head.status }
  var isSuccess: Bool { 200...299 ~= status }

  var tag: String { head.entityTag.flatMap(RemoteStatus.tag) ?? "" }

  /// The status of the file in the response, or `nil` if its size is unknown.
  var fileStatus: RemoteStatus? {
    let size =
      status == 206
      ? head.contentRange.flatMap { ContentRange($0) }?.total
      : head.contentLength.flatMap { $0 >= 0 ? $0 : nil }
    return size.map { size in
      RemoteStatus(size: size, modified: modified ?? FileStatus.Time(seconds: 0, nanoseconds: 0), tag: tag)
    }
  }

  var modified: FileStatus.Time? { head.lastModified.flatMap(ServerTime.http) }
}

/// Collects a body in memory.
final class BodyReceiver: TransferReceiver {
  struct Limit: Sendable {
    var count: Int
    /// Whether the transfer ends at the limit; otherwise, a longer body is an error.
    var isEnd = false
    /// The bytes to skip if the server sends the whole file instead of a range.
    var skippedIfWhole: Int64 = 0
  }

  private struct State {
    var head: TransferHead?
    var body: [UInt8] = []
    var left = 0
    var skipped: Int64 = 0
    var isEnd = true
    var isTooLong = false
  }

  /// The number of bytes kept of a response that is an error.
  private static let errorLimit = 64 * 1024

  private let limit: Limit
  private let state = Mutex(State())

  init(_ limit: Limit) { self.limit = limit }

  var head: TransferHead? { state.withLock { $0.head } }
  var body: [UInt8] { state.withLock { $0.body } }
  var isTooLong: Bool { state.withLock { $0.isTooLong } }

  func receive(_ head: TransferHead) -> Bool {
    state.withLock { state in
      state.head = head
      let isSuccess = 200...299 ~= head.status
      state.left = isSuccess ? limit.count : Self.errorLimit
      state.isEnd = isSuccess ? limit.isEnd : true
      state.skipped = head.status == 200 ? limit.skippedIfWhole : 0
      if let length = head.contentLength, length <= Int64(limit.count), isSuccess {
        state.body.reserveCapacity(Int(length))
      }
      return true
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      let skipped = Int(min(state.skipped, Int64(bytes.count)))
      state.skipped -= Int64(skipped)
      let rest = bytes.dropFirst(skipped)
      state.body += rest.prefix(state.left)
      // Ending a transfer also ends the connection, so one that has just reached the limit isn't ended.
      let isLonger = rest.count > state.left
      state.isTooLong = isLonger && !state.isEnd
      state.left -= min(rest.count, state.left)
      return !isLonger
    }
  }
}
