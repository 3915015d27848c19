import PhotoFiles
import SystemPackage

package struct RemoteOptions: Sendable {
  /// The number of requests at the same time.
  package var jobs: Int
  /// `false` to read public buckets without credentials.
  package var signsRequests: Bool
  /// `false` to accept any certificate.
  package var verifiesTLS: Bool
  /// The number of seconds with less than 1 kB per second after which a request is sent again, also while it connects or
  /// waits for the response.
  package var stallTimeout = 30
  /// The paths that the person has named, not those in a list or file. Only their WebDAV servers, the servers in `.netrc`, and
  /// PHOTOPICK_DAV_HOST get a password.
  package var namedPaths: [RemotePath] = []
  /// The WebDAV servers that get a password without encryption, as hosts, or hosts and ports. Loopback addresses do too.
  package var plainServers: [String] = []
  package var environment: RemoteEnvironment
  package var retry: RemoteRetry
  /// The folder for the state of uploads; `nil` if it is unknown.
  package var state: FilePath?
  /// The servers to which photopick writes, shared by all sources.
  package var servers = KnownServers()

  package init(
    jobs: Int = 64, signsRequests: Bool = true, verifiesTLS: Bool = true,
    environment: RemoteEnvironment = .current, retry: RemoteRetry = RemoteRetry(),
    state: FilePath? = try? UserFolders.current.state
  ) {
    self.jobs = jobs
    self.signsRequests = signsRequests
    self.verifiesTLS = verifiesTLS
    self.environment = environment
    self.retry = retry
    self.state = state
  }

  /// Returns whether text is a host, or a host and a port.
  package static func isServer(_ text: String) -> Bool {
    ServerAddress(isSecure: true, authority: text) != nil
  }
}

/// Makes the sources of files on servers.
package enum RemoteSources {
  /// Returns a source. No request is sent; settings are read.
  ///
  /// - Parameters:
  ///   - scheme: `s3`, `davs` (https) or `dav` (http).
  ///   - host: The bucket of `s3`; otherwise a host, or a host and a port.
  package static func source(
    scheme: String, host: String, options: RemoteOptions = RemoteOptions()
  ) throws(RemoteError) -> any RemoteSource {
    switch scheme.lowercased() {
    case "s3": return try s3(bucket: host, options)
    case "dav", "davs":
      guard !host.contains("@") else {
        throw RemoteError(
          .invalidArgument,
          "an address must not contain a user name or password: write them into ~/.netrc, or set "
            + "PHOTOPICK_DAV_USER and PHOTOPICK_DAV_PASSWORD_FILE")
      }
      guard let address = ServerAddress(isSecure: scheme.lowercased() == "davs", authority: host) else {
        throw RemoteError(.invalidArgument, "a server can't have that name")
      }
      return WebDAVSource(
        address, try password(for: address, options), try client(options, ignoresProxies: address.isLoopback),
        options.servers.server(address.origin))
    default: throw RemoteError(.notSupported, "a server's address begins with s3, davs or dav")
    }
  }

  static func password(
    for address: ServerAddress, _ options: RemoteOptions
  ) throws(RemoteError) -> WebDAVPassword {
    try WebDAVPassword.find(
      for: address, named: options.namedPaths.compactMap { ServerAddress($0) },
      mayBePlain: !options.verifiesTLS || options.plainServers.contains { address.isNamed(by: $0) },
      options.environment)
  }

  static func s3(
    bucket: String, _ options: RemoteOptions, multipart: S3Multipart.Limits = .init()
  ) throws(RemoteError) -> S3Source {
    let configuration = try AWSConfiguration(options.environment)
    let endpoint = try S3Endpoint(
      bucket: bucket, url: configuration.endpoint, region: configuration.region,
      style: configuration.addressingStyle)
    var provider: AWSCredentialProvider?
    if options.signsRequests {
      provider = AWSCredentialProvider(
        configuration, try AWSMetadata(options.environment, pause: options.retry.pause))
    }
    let uploads = options.state.map { StartedUploads(in: $0.appending("uploads")) }
    var server: KnownServer?
    if case .other = endpoint.server { server = options.servers.server(try endpoint.place(of: []).origin) }
    return S3Source(
      endpoint, provider, try client(options), multipart: multipart, uploads: uploads, server: server)
  }

  /// Bytes per second.
  private static let minimumRate = 1000

  private static func client(
    _ options: RemoteOptions, ignoresProxies: Bool = false
  ) throws(RemoteError) -> RemoteClient {
    let transfer = TransferOptions(
      connectTimeout: options.stallTimeout, stallTimeout: options.stallTimeout, minimumRate: minimumRate,
      ignoresProxies: ignoresProxies, verifiesTLS: options.verifiesTLS)
    return try RemoteClient(jobs: options.jobs, options: transfer, retry: options.retry)
  }
}
