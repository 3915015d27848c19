import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoRemote

struct AWSSettingsTests {
  let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func configuration(_ variables: [String: String] = [:]) throws -> AWSConfiguration {
    try AWSConfiguration(options(variables, home: tree.at(".")).environment)
  }

  private func credentials(_ variables: [String: String] = [:]) throws -> AWSCredentials {
    let options = options(variables, home: tree.at("."))
    return try AWSCredentialProvider(
      AWSConfiguration(options.environment), AWSMetadata(options.environment, pause: { _ in })
    ).credentials()
  }

  private func json(_ key: String, expires: Int64? = nil) -> String {
    let expiration = expires.map { seconds in
      let text = ServerTime.basicText(seconds)
      func part(_ from: Int, _ count: Int) -> Substring { text.dropFirst(from).prefix(count) }
      return
        ", \"Expiration\": \"\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(9, 2)):\(part(11, 2)):\(part(13, 2))Z\""
    }
    return
      "{\"Version\": 1, \"AccessKeyId\": \"\(key)\", \"SecretAccessKey\": \"\(secret)\", \"SessionToken\": \"t\", "
      + "\"Token\": \"t\"\(expiration ?? "")}"
  }

  @Test func `settings come from the environment and the profile`() throws {
    try tree.file(
      ".aws/config",
      bytes(
        """
        # comment
        [default]
        region = eu-west-1 # near
        [profile  ann]
        region=eu-central-1
        endpoint_url = https://s3.example.org:9000
        s3 =
          addressing_style = path
          max_concurrent_requests = 20
        output = json
        [profile ceph]
        services = local
        [services local]
        s3 =
          endpoint_url = http://127.0.0.1:7480
        """))
    try tree.file(
      ".aws/credentials",
      bytes(
        "[default]\naws_access_key_id = A\naws_secret_access_key = S=+/\n[ceph]\naws_access_key_id=C\naws_secret_access_key=D\naws_session_token=E\n"
      ))
    let standard = try configuration()
    #expect(standard.region == "eu-west-1" && standard.endpoint == nil)
    let ann = try configuration(["AWS_PROFILE": "ann"])
    #expect(ann.region == "eu-central-1" && ann.endpoint == "https://s3.example.org:9000")
    #expect(ann.addressingStyle == "path")
    #expect(
      try configuration(["AWS_PROFILE": "ann", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"]).endpoint == nil
    )
    let ceph = try configuration(["AWS_PROFILE": "ceph", "AWS_DEFAULT_REGION": "here"])
    #expect(ceph.endpoint == "http://127.0.0.1:7480" && ceph.region == "here")
    #expect(try configuration(["AWS_ENDPOINT_URL": "a", "AWS_ENDPOINT_URL_S3": "b"]).endpoint == "b")
    #expect(try credentials() == AWSCredentials(accessKey: "A", secretKey: "S=+/", token: nil))
    #expect(
      try credentials(["AWS_PROFILE": "ceph"]) == AWSCredentials(accessKey: "C", secretKey: "D", token: "E"))
    #expect(
      try credentials(["AWS_PROFILE": "ceph", "AWS_ACCESS_KEY_ID": "X", "AWS_SECRET_ACCESS_KEY": "Y"])
        == AWSCredentials(accessKey: "X", secretKey: "Y", token: nil))
    #expect(failure { _ = try configuration(["AWS_PROFILE": "nobody\u{1B}"]) }?.errno == .permissionDenied)
    try tree.file("other", bytes("[default]\nregion = there\n"))
    #expect(try configuration(["AWS_CONFIG_FILE": tree.at("other").string]).region == "there")
  }

  @Test func `addresses follow from region, endpoint and style`() throws {
    func url(_ bucket: String, _ endpoint: String? = nil, _ region: String? = nil, _ style: String? = nil)
      throws -> String
    {
      let place = try S3Endpoint(bucket: bucket, url: endpoint, region: region, style: style).place(
        of: bytes("a b"))
      return "\(place.host) \(place.origin)\(place.path)"
    }
    #expect(
      try url("photos") == "photos.s3.us-east-1.amazonaws.com https://photos.s3.us-east-1.amazonaws.com/a%20b"
    )
    #expect(
      try url("my.photos", nil, "cn-north-1")
        == "s3.cn-north-1.amazonaws.com.cn https://s3.cn-north-1.amazonaws.com.cn/my.photos/a%20b")
    #expect(try url("photos", "http://h:80/base/") == "h http://h/base/photos/a%20b")
    #expect(try url("photos", "https://H:9000") == "h:9000 https://h:9000/photos/a%20b")
    #expect(try url("photos", "https://h", nil, "virtual") == "photos.h https://photos.h/a%20b")
    #expect(try url("photos", nil, nil, "path").hasSuffix("/photos/a%20b"))
    // No name leads below an address.
    #expect(try url("photos", "http://10.0.0.1:9", nil, "virtual").hasPrefix("10.0.0.1:9 "))
    #expect(try url("evil.org", "https://h", nil, "virtual").hasPrefix("evil.org.h "))
    for bucket in ["a@b", "a:1", "a/b", "a..b", "a%2fb", "[::1]", "a?b", "a#b", ".", "-a"] {
      #expect(failure { _ = try url(bucket) } != nil)
    }
    for endpoint in ["h", "ftp://h", "http://u:p@h", "http://h?q", "http://h\n", "http://"] {
      #expect(failure { _ = try url("photos", endpoint) } != nil)
    }
    #expect(failure { _ = try url("photos", nil, "a.evil.org/") } != nil)
  }

  @Test func `a server may name another region of the same partition only`() throws {
    let aws = try S3Endpoint(bucket: "photos", url: nil, region: "eu-west-1", style: nil)
    #expect(
      aws.mayMove(to: "us-east-2") && !aws.mayMove(to: "cn-north-1") && !aws.mayMove(to: "us-gov-west-1")
        && !aws.mayMove(to: "a.evil.org/"))
    let other = try S3Endpoint(bucket: "photos", url: "https://h", region: nil, style: nil)
    #expect(!other.mayMove(to: "us-east-2"))
  }

  @Test(arguments: ["@evil.org/x", ".evil.org/x", ":80@evil.org/", "evil", "/a b"])
  func `a path of container credentials can't name another host`(path: String) throws {
    let variables = ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": path]
    #expect(
      failure { _ = try credentials(variables) }?.reason
        == "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is no path")
  }

  @Test func `an SSO profile fails with a line that says what to do`() throws {
    try tree.file(".aws/config", bytes("[profile work]\nsso_session = corp\nregion = eu-west-1\n"))
    let reason = try #require(failure { _ = try credentials(["AWS_PROFILE": "work"]) }?.reason)
    #expect(
      reason.contains("aws sso login --profile work") && reason.contains("aws configure export-credentials"))
    try tree.file(".aws/config", bytes("[default]\nrole_arn = x\n"))
    #expect(failure { _ = try credentials() }?.reason.contains("export-credentials") == true)
    try tree.file(".aws/config", bytes(""))
    #expect(failure { _ = try credentials() }?.reason.hasPrefix("there are no AWS credentials") == true)
  }

  @Test func `a credential process is run without a shell`() throws {
    try tree.file("tool", bytes("#!/bin/sh\nprintf '%s' \"$1\"\n"))
    _ = tree.at("tool").withPlatformString { chmod($0, 0o755) }
    let tool = tree.at("tool").string
    try tree.file(".aws/config", bytes("[default]\ncredential_process = \(tool) '\(json("P"))'\n"))
    #expect(try credentials() == AWSCredentials(accessKey: "P", secretKey: secret, token: "t"))
    for command in ["/bin/false", "nothing-of-that-name", "\(tool) {\(secret)}", "\(tool)", "''", "yes"] {
      try tree.file(".aws/config", bytes("[default]\ncredential_process = \(command)\n"))
      #expect(failure { _ = try credentials() }?.errno == .notPermitted)
    }
    #expect(
      AWSCredentialProcess.words("a 'b c' \"d\\\" e\" f\\ g '' $(h)") == [
        "a", "b c", "d\" e", "f g", "", "$(h)",
      ])
  }

  @Test func `containers and instances give credentials, which are renewed before they expire`() throws {
    let now = FileStatus.Time.now.seconds
    let server = try TestServer { request in
      switch request.path {
      case "/latest/api/token": reply(request.method == "PUT" ? 200 : 405, "token")
      case "/latest/meta-data/iam/security-credentials/": reply(200, "my role")
      case "/latest/meta-data/iam/security-credentials/my":
        request.headers["x-aws-ec2-metadata-token"] == "token"
          ? reply(200, json("I\(request.number)", expires: now + (request.number < 4 ? 200 : 3600)))
          : reply(401, "")
      case "/container":
        reply(request.headers["authorization"] == "Bearer" ? 200 : 403, json("C", expires: now + 3600))
      default: reply(404, "")
      }
    }
    let variables = [
      "AWS_EC2_METADATA_DISABLED": "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url("/"),
    ]
    let settings = options(variables, home: tree.at("."))
    let provider = AWSCredentialProvider(
      try AWSConfiguration(settings.environment), try AWSMetadata(settings.environment, pause: { _ in }))
    #expect(try provider.credentials().accessKey == "I2")
    #expect(try provider.credentials().accessKey == "I5" && server.requests.count == 6)
    let kept = try provider.credentials()
    #expect(kept.accessKey == "I5" && server.requests.count == 6)
    #expect(try provider.credentials(instead: kept).accessKey == "I8")
    let container = [
      "AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/container"),
      "AWS_CONTAINER_AUTHORIZATION_TOKEN": "Bearer",
    ]
    #expect(try credentials(container).accessKey == "C")
    #expect(
      failure { _ = try credentials(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/container")]) } != nil
    )
    let other = ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://example.org/"]
    #expect(failure { _ = try credentials(other) }?.reason.contains("neither https") == true)
  }

  @Test func `descriptions have no secret`() throws {
    let found = try #require(AWSCredentials(accessKey: "A", secretKey: secret, token: secret))
    var text = ""
    dump(found, to: &text)
    #expect(!"\(found) \(String(reflecting: found)) \(text)".contains(secret))
    for wrong in ["", "a\nb", "a b", "\u{E9}"] {
      #expect(AWSCredentials(accessKey: "A", secretKey: wrong, token: nil) == nil)
    }
  }
}
