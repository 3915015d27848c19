import PhotoFiles
import Synchronization
import SystemPackage

/// Finds credentials as AWS tools do, and again before they expire.
///
/// The order is the same as in AWS tools: environment, profile, container, instance.
final class AWSCredentialProvider: Sendable {
  /// Credentials are renewed when less is left of their life.
  private static let renewalSeconds: Int64 = 300

  private let configuration: AWSConfiguration
  private let metadata: AWSMetadata
  private let known = Mutex<AWSCredentials?>(nil)

  init(_ configuration: AWSConfiguration, _ metadata: AWSMetadata) {
    self.configuration = configuration
    self.metadata = metadata
  }

  /// Returns credentials.
  ///
  /// - Parameter refused: Credentials that the server no longer accepts.
  func credentials(instead refused: AWSCredentials? = nil) throws(RemoteError) -> AWSCredentials {
    // While one thread renews them, all wait.
    try known.withLock { known throws(RemoteError) in
      let now = FileStatus.Time.now.seconds
      let left = known?.expiration.map { $0 - now } ?? .max
      if let known, left > Self.renewalSeconds, known != refused { return known }
      do throws(RemoteError) {
        let found = try find()
        known = found
        return found
      } catch {
        if let known, left > 0, known != refused { return known }
        if error.errno == .canceled { throw error }
        throw RemoteError(.notPermitted, error.reason)
      }
    }
  }

  private func find() throws(RemoteError) -> AWSCredentials {
    let environment = configuration.environment
    if let key = environment["AWS_ACCESS_KEY_ID"], let secret = environment["AWS_SECRET_ACCESS_KEY"] {
      return try valid(key, secret, environment["AWS_SESSION_TOKEN"], "AWS_ACCESS_KEY_ID")
    }
    if let found = try ofProfile() { return found }
    if let found = try metadata.containerCredentials() { return found }
    if let found = try metadata.instanceCredentials() { return found }
    throw RemoteError(
      .permissionDenied,
      "there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE")
  }

  private func ofProfile() throws(RemoteError) -> AWSCredentials? {
    let name = RemoteError.safe(configuration.profile)
    let isSSO = configuration["sso_session"] != nil || configuration["sso_start_url"] != nil
    if let key = configuration["aws_access_key_id"], let secret = configuration["aws_secret_access_key"] {
      return try valid(key, secret, configuration["aws_session_token"], "the AWS profile \(name)")
    }
    if isSSO {
      throw RemoteError(
        .permissionDenied,
        "the AWS profile \(name) uses SSO: run \u{201C}aws sso login --profile \(name)\u{201D}, then "
          + "\u{201C}eval \"$(aws configure export-credentials --profile \(name) --format env)\"\u{201D}")
    }
    if let command = configuration["credential_process"] { return try AWSCredentialProcess(command).run() }
    if configuration["role_arn"] != nil {
      throw RemoteError(
        .permissionDenied,
        "the AWS profile \(name) assumes a role: run "
          + "\u{201C}eval \"$(aws configure export-credentials --profile \(name) --format env)\"\u{201D}")
    }
    return nil
  }

  private func valid(
    _ key: String, _ secret: String, _ token: String?, _ source: String
  ) throws(RemoteError) -> AWSCredentials {
    guard let found = AWSCredentials(accessKey: key, secretKey: secret, token: token) else {
      throw RemoteError(.permissionDenied, "\(source) has AWS keys with characters that no key has")
    }
    return found
  }
}
