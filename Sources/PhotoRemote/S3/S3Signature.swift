import PhotoFiles

/// Signs requests (AWS Signature Version 4, "Authenticating Requests: Using the Authorization Header").
///
/// libcurl's CURLOPT_AWS_SIGV4 differs between versions, and signs no payload: the hash must be a header.
struct S3Signature {
  static let unsignedPayload = "UNSIGNED-PAYLOAD"
  static let emptyPayload = SHA256().digest.hexadecimal

  let credentials: AWSCredentials
  let region: String
  /// Seconds since 1970.
  let time: Int64

  /// Returns all headers of a request.
  ///
  /// - Parameters:
  ///   - host: The value of the header Host.
  ///   - path: Percent-encoded once.
  ///   - query: Percent-encoded, sorted by name, each with `=`.
  ///   - headers: Headers to sign, with names in lowercase.
  func signing(
    _ method: String, host: String, path: String, query: String, headers: [RemoteHeader], payloadHash: String
  ) -> [RemoteHeader] {
    let date = ServerTime.basicText(time)
    var signed =
      headers + [RemoteHeader("x-amz-content-sha256", payloadHash), RemoteHeader("x-amz-date", date)]
    if let token = credentials.token { signed.append(RemoteHeader("x-amz-security-token", token)) }
    let all = (signed + [RemoteHeader("host", host)]).sorted { $0.name < $1.name }
    let names = all.map(\.name).joined(separator: ";")
    let lines = all.map { "\($0.name):\(Self.trimmed($0.value))\n" }.joined()
    let canonical = "\(method)\n\(path)\n\(query)\n\(lines)\n\(names)\n\(payloadHash)"
    let day = String(date.prefix(8))
    let scope = "\(day)/\(region)/s3/aws4_request"
    let digest = SHA256.digest(of: Array(canonical.utf8)).hexadecimal
    let signature = sign("AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(digest)", day)
    let value =
      "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    return signed + [RemoteHeader("authorization", value)]
  }

  private func sign(_ text: String, _ day: String) -> String {
    var key = Array("AWS4\(credentials.secretKey)".utf8)
    for part in [day, region, "s3", "aws4_request", text] {
      key = SHA256.authentication(of: Array(part.utf8), key: key)
    }
    return key.hexadecimal
  }

  /// Returns a value without spaces at its ends, and with single ones inside.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ").joined(separator: " ")
  }
}
