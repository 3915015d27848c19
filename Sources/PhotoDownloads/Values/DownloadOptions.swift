import PhotoRemote

/// The rule for retrying transfers.
public struct RetryPolicy: Sendable, Hashable {
  /// The number of attempts in a row that may bring no byte.
  public var maximumFailures: Int
  /// The number of all attempts, in case a server sends one byte at a time.
  public var maximumTries: Int
  /// The delay after the first failure, doubled by each further failure.
  public var firstDelay: Duration
  /// The longest delay between two attempts, also if the server asks for one.
  public var maximumDelay: Duration

  /// Creates a policy: by default 5 failures in a row, 200 attempts, delays of 1 second to 2 minutes.
  public init(
    maximumFailures: Int = 5, maximumTries: Int = 200, firstDelay: Duration = .seconds(1),
    maximumDelay: Duration = .seconds(120)
  ) {
    self.maximumFailures = maximumFailures
    self.maximumTries = maximumTries
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  func delay(failures: Int) -> Duration {
    Backoff.delay(failures: failures, first: firstDelay, maximum: maximumDelay)
  }
}

public struct DownloadOptions: Sendable, Hashable {
  public var concurrency: Int
  public var sizeLimit: Int64
  /// The number of redirects followed.
  public var maximumRedirects: Int
  /// The timeout for connecting, in seconds.
  public var connectTimeout: Int
  /// The number of seconds below `minimumRate` after which a transfer is interrupted and retried.
  public var stallTimeout: Int
  /// The minimum rate, in bytes per second.
  public var minimumRate: Int
  public var retry: RetryPolicy
  /// `true` to ignore proxies named by the environment.
  public var ignoresProxies: Bool
  public var userAgent: String

  /// Creates options: by default four transfers at a time, files up to 16 GiB, 10 redirects, 30 seconds to connect, and
  /// at most 30 seconds below 100 bytes per second.
  public init(
    concurrency: Int = 4, sizeLimit: Int64 = 16 << 30, maximumRedirects: Int = 10, connectTimeout: Int = 30,
    stallTimeout: Int = 30, minimumRate: Int = 100, retry: RetryPolicy = RetryPolicy(),
    ignoresProxies: Bool = false, userAgent: String = "photopick"
  ) {
    self.concurrency = max(1, concurrency)
    self.sizeLimit = sizeLimit
    self.maximumRedirects = maximumRedirects
    self.connectTimeout = connectTimeout
    self.stallTimeout = stallTimeout
    self.minimumRate = minimumRate
    self.retry = retry
    self.ignoresProxies = ignoresProxies
    self.userAgent = userAgent
  }
}

extension DownloadOptions {
  var transfer: TransferOptions {
    TransferOptions(
      maximumRedirects: maximumRedirects, connectTimeout: connectTimeout, stallTimeout: stallTimeout,
      minimumRate: minimumRate, ignoresProxies: ignoresProxies, userAgent: userAgent)
  }
}
