/// A rule for how often and how patiently a transfer is tried again.
public struct RetryPolicy: Sendable, Hashable {
  /// Tries in a row that bring not one byte, before a download is given up.
  public var maximumFailures: Int
  /// Tries in all, against a server that sends a byte a time.
  public var maximumTries: Int
  /// The wait after the first failure; each further one doubles it.
  public var firstDelay: Duration
  /// The longest wait between two tries, also if the server asks for one.
  public var maximumDelay: Duration

  /// Five failures in a row, 200 tries in all, waits of 1 second to 2 minutes.
  public init(
    maximumFailures: Int = 5, maximumTries: Int = 200, firstDelay: Duration = .seconds(1),
    maximumDelay: Duration = .seconds(120)
  ) {
    self.maximumFailures = maximumFailures
    self.maximumTries = maximumTries
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// The wait after `failures` failures in a row: between half and all of the doubled wait, so that many
  /// that failed together don't come back together.
  func delay(failures: Int) -> Duration {
    let doublings = min(max(failures - 1, 0), 16)
    return min(firstDelay * (1 << doublings), maximumDelay) * Double.random(in: 0.5...1)
  }
}

/// Options of downloads.
public struct DownloadOptions: Sendable, Hashable {
  /// Transfers at the same time.
  public var concurrency: Int
  /// The most bytes of one file.
  public var sizeLimit: Int64
  /// The most redirects followed.
  public var maximumRedirects: Int
  /// Seconds that a connection may take.
  public var connectTimeout: Int
  /// Seconds below `minimumRate` after which a transfer is cut and tried again.
  public var stallTimeout: Int
  /// Bytes a second.
  public var minimumRate: Int
  /// Further tries.
  public var retry: RetryPolicy
  /// True to connect directly, whatever proxies the environment names.
  public var ignoresProxies: Bool
  /// The name of the program for servers.
  public var userAgent: String

  /// Four transfers at a time, files up to 16 GiB, 10 redirects, 30 seconds to connect, a cut after 30
  /// seconds below 100 bytes a second.
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

extension Duration {
  fileprivate static func * (duration: Duration, factor: Double) -> Duration {
    let (seconds, attoseconds) = duration.components
    return .seconds((Double(seconds) + Double(attoseconds) / 1e18) * factor)
  }
}
