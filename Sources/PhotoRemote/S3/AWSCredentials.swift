import FoundationEssentials
import PhotoFiles
import SystemPackage

/// The keys that sign requests; a description has no secret.
struct AWSCredentials: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  let accessKey: String
  let secretKey: String
  let token: String?
  /// Seconds since 1970; `nil` for keys that don't expire.
  let expiration: Int64?

  /// Returns `nil` unless the keys can be part of a header.
  init?(accessKey: String, secretKey: String, token: String?, expiration: Int64? = nil) {
    let token = token.flatMap { $0.isEmpty ? nil : $0 }
    for text in [accessKey, secretKey, token ?? "-"] {
      guard 1...16_384 ~= text.utf8.count, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        return nil
      }
    }
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.token = token
    self.expiration = expiration
  }

  var description: String { "credentials" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// The JSON of `credential_process` and of the metadata of containers and instances.
struct AWSCredentialDocument: Decodable {
  var version: Int?
  var accessKeyId: String?
  var secretAccessKey: String?
  var sessionToken: String?
  var token: String?
  var expiration: String?

  private enum CodingKeys: String, CodingKey {
    case version = "Version"
    case accessKeyId = "AccessKeyId"
    case secretAccessKey = "SecretAccessKey"
    case sessionToken = "SessionToken"
    case token = "Token"
    case expiration = "Expiration"
  }

  /// - Parameter source: For errors, such as `credential_process`.
  static func credentials(_ bytes: [UInt8], from source: String) throws(RemoteError) -> AWSCredentials {
    guard let document = try? JSONDecoder().decode(AWSCredentialDocument.self, from: Data(bytes)),
      document.version ?? 1 == 1, let key = document.accessKeyId, let secret = document.secretAccessKey,
      let credentials = AWSCredentials(
        accessKey: key, secretKey: secret, token: document.sessionToken ?? document.token,
        expiration: document.expiration.flatMap(FileStatus.Time.init(iso8601:))?.seconds)
    else { throw RemoteError(.permissionDenied, "\(source) returned no valid AWS credentials") }
    return credentials
  }
}
