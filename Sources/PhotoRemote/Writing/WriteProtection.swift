import PhotoFiles
import SystemPackage

/// What keeps a change to a file on a server from overwriting a concurrent one.
enum WriteProtection: Sendable {
  /// The server stores a file only if it is the expected version (RFC 9110, 13.1.1 and 13.1.2).
  ///
  /// - Parameter ofRemoval: A Boolean value indicating whether this also applies to DELETE.
  case conditions(ofRemoval: Bool)
  /// The server locks files for one writer (RFC 4918, 6 and 7).
  case locks
  /// The server does neither. The processes of photopick exclude each other by claims.
  case claims
}

/// What a request that changes a file relies on.
enum WriteGuard: Sendable {
  case conditions
  case lock(WriteLock)
  case claim(WriteClaim)

  /// Throws `Errno.staleNFSFileHandle` if it is too late to send the request.
  func check() throws(RemoteError) {
    switch self {
    case .conditions: break
    case .lock(let lock): try lock.age.check()
    case .claim(let claim): try claim.age.check()
    }
  }

  /// Returns the headers of a request that changes a version of a file, or makes it if there is no file.
  func headers(requiring version: RemoteStatus?) -> [RemoteHeader] {
    switch self {
    // The server ignores conditions, or refuses them.
    case .claim(let claim) where !claim.hasConditions: return []
    // Apache compares If-Unmodified-Since of PUT with the current time.
    case .lock where version?.hasStrongTag == false: return []
    case .conditions, .lock, .claim:
      return version.map { $0.conditions } ?? [RemoteHeader("if-none-match", "*")]
    }
  }
}

/// The hidden names of locks and claims, which don't depend on the length of the file's name.
enum GuardName {
  static let start = Array(".photopick-".utf8)

  /// Returns the beginning of the names for a file.
  static func start(for file: [UInt8]) -> [UInt8] {
    start + Array(Checksum.of(file).digits(16, radix: 16).utf8)
  }
}

/// The age of a lock or claim.
struct GuardAge: Sendable {
  /// The lifetime in seconds, after which others treat its process as terminated.
  static let lifetime: Int64 = 60
  /// The time in which its process begins requests. The rest of the lifetime is for their end.
  private static let usableTime = Duration.seconds(20)
  /// The lowest expected speed of a transfer, in bytes per second.
  private static let rate: Int64 = 100_000

  private let start = ContinuousClock.now
  private let transferTime: Int64

  /// - Parameter count: The number of bytes to transfer meanwhile.
  init(transferring count: Int = 0) { transferTime = Int64(count) / Self.rate }

  /// The lifetime of a lock, in seconds: a transfer that begins late ends in it.
  var lifetime: Int64 { Self.lifetime + 2 * transferTime }
  var elapsed: Duration { start.duration(to: .now) }
  var isUsable: Bool { elapsed < Self.usableTime + .seconds(transferTime) }

  /// Throws `Errno.staleNFSFileHandle` if requests must not begin any more.
  func check() throws(RemoteError) { if !isUsable { throw .stale } }
}

/// An exclusive write lock (RFC 4918, 6.1 and 7).
struct WriteLock: Sendable {
  let path: [UInt8]
  let token: String
  let age: GuardAge
}

/// Waits until another process has changed a file, with increasing random pauses.
struct WriterWait {
  /// Longer than a terminated process can hold a lock or a claim.
  static let limit = Duration.seconds(GuardAge.lifetime + 15)
  private static let delays = (first: Duration.milliseconds(40), maximum: Duration.seconds(2))

  private let retry: RemoteRetry
  private var failures = 0
  private(set) var waited = Duration.zero

  init(_ retry: RemoteRetry) { self.retry = retry }

  /// - Throws: `Errno.resourceBusy` after the limit.
  mutating func pause() throws(RemoteError) {
    guard waited < Self.limit else {
      throw RemoteError(.resourceBusy, "another process keeps writing the file on the server")
    }
    failures += 1
    let delay = Backoff.delay(failures: failures, first: Self.delays.first, maximum: Self.delays.maximum)
    retry.pause(delay)
    waited += delay
    if Task.isCancelled { throw RemoteError(.canceled, "the request was cancelled") }
  }
}
