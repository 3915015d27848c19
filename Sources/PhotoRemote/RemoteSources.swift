import PhotoFiles
import SystemPackage

package struct RemoteOptions: Sendable {
  /// The number of requests at the same time.
  package var jobs: Int
  /// `false` to read public buckets without credentials.
  package var signsRequests: Bool
  /// `false` to accept any certificate.
  package var verifiesTLS: Bool
  /// The number of seconds with less than 100 bytes per second after which a request is sent again.
  package var stallTimeout = 30
  package var environment: RemoteEnvironment
  package var retry: RemoteRetry
  /// The folder for the state of uploads; `nil` if it is unknown.
  package var state: FilePath?

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
      let password = try WebDAVPassword.find(address.hostName, options.environment)
      return WebDAVSource(address, password, try client(options))
    default: throw RemoteError(.notSupported, "a server's address begins with s3, davs or dav")
    }
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
    return S3Source(endpoint, provider, try client(options), multipart: multipart, uploads: uploads)
  }

  private static func client(_ options: RemoteOptions) throws(RemoteError) -> RemoteClient {
    let transfer = TransferOptions(stallTimeout: options.stallTimeout, verifiesTLS: options.verifiesTLS)
    return try RemoteClient(jobs: options.jobs, options: transfer, retry: options.retry)
  }
}
