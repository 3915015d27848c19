import PhotoFiles
import SystemPackage

/// The services that give credentials to containers ("Container credential provider") and instances ("IMDS credential
/// provider", version 2).
struct AWSMetadata: Sendable {
  private static let limit = BodyReceiver.Limit(count: 64 * 1024)
  private static let tokenFileLimit = 16 * 1024
  private static let containerHost = "169.254.170.2"
  /// The hosts to which the token of a container goes without TLS.
  private static let containerHosts: Set<String> = [
    "127.0.0.1", "localhost", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]",
  ]

  let environment: RemoteEnvironment
  let client: RemoteClient

  /// - Parameter pause: see `RemoteRetry.pause`.
  init(_ environment: RemoteEnvironment, pause: @escaping @Sendable (Duration) -> Void) throws(RemoteError) {
    self.environment = environment
    // Other machines have no such service, and are not to wait for it.
    let options = TransferOptions(connectTimeout: 2, stallTimeout: 5, ignoresProxies: true)
    var retry = RemoteRetry()
    (retry.attempts, retry.pause) = (2, pause)
    client = try RemoteClient(jobs: 1, options: options, retry: retry)
  }

  func containerCredentials() throws(RemoteError) -> AWSCredentials? {
    let url: String
    if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
      url = "http://\(Self.containerHost)\(path)"
      // The path could continue the host, and lead the token elsewhere.
      guard path.hasPrefix("/"), ServerAddress(url, allowsQuery: true) != nil else {
        throw RemoteError(.invalidArgument, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is no path")
      }
    } else if let full = environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"] {
      guard let parts = ServerAddress(full, allowsQuery: true),
        parts.isSecure || Self.containerHosts.contains(parts.hostName)
      else {
        throw RemoteError(
          .permissionDenied, "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor on this machine")
      }
      url = full
    } else {
      return nil
    }
    var headers = [RemoteHeader]()
    if let token = try containerToken() { headers.append(RemoteHeader("authorization", token)) }
    let body = try get(url, headers, from: "the container's credential service")
    return try AWSCredentialDocument.credentials(body, from: "the container's credential service")
  }

  private func containerToken() throws(RemoteError) -> String? {
    guard let file = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] else {
      return environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"]
    }
    do throws(Errno) {
      let bytes = try FilePath(file).contents(limit: Self.tokenFileLimit)
      return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    } catch {
      throw RemoteError(.permissionDenied, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE can't be read: \(error)")
    }
  }

  /// Returns `nil` if this machine has no such service.
  func instanceCredentials() throws(RemoteError) -> AWSCredentials? {
    if environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() == "true" { return nil }
    var base = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? "http://169.254.169.254"
    while base.hasSuffix("/") { base.removeLast() }
    guard ServerAddress(base) != nil else {
      throw RemoteError(.invalidArgument, "AWS_EC2_METADATA_SERVICE_ENDPOINT is no address")
    }
    var request = TransferRequest(url: base + "/latest/api/token", options: client.options)
    (request.method, request.body) = ("PUT", [])
    request.headers = ["X-aws-ec2-metadata-token-ttl-seconds: 21600", "Content-Type:"]
    guard let response = try? client.send(Self.limit, { () throws(RemoteError) in request }),
      response.isSuccess, let token = Self.line(response.body)
    else { return nil }
    let headers = [RemoteHeader("x-aws-ec2-metadata-token", token)]
    let source = "the instance's metadata service"
    let folder = base + "/latest/meta-data/iam/security-credentials/"
    guard let role = Self.line(try get(folder, headers, from: source)) else { return nil }
    let body = try get(folder + ServerPath.escapedValue(Array(role.utf8)), headers, from: source)
    return try AWSCredentialDocument.credentials(body, from: source)
  }

  private func get(_ url: String, _ headers: [RemoteHeader], from source: String) throws(RemoteError)
    -> [UInt8]
  {
    let response = try client.send(Self.limit) { () throws(RemoteError) in
      var request = TransferRequest(url: url, options: client.options)
      request.headers = headers.map(\.line)
      return request
    }
    guard response.isSuccess else {
      throw RemoteError(.permissionDenied, "\(source) answered \(response.status)")
    }
    return response.body
  }

  private static func line(_ body: [UInt8]) -> String? {
    let line = body.prefix { $0 > 0x20 && $0 < 0x7F }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
