import PhotoFiles
import Testing

@testable import PhotoRemote

/// The examples of "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)".
struct S3SignatureTests {
  private func signature(
    _ method: String, _ path: String, _ query: String = "", _ headers: [RemoteHeader] = [], body: String = ""
  ) throws -> String {
    let credentials = try #require(
      AWSCredentials(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: secret, token: nil))
    let signature = S3Signature(credentials: credentials, region: "us-east-1", time: 1_369_353_600)
    let all = signature.signing(
      method, host: "examplebucket.s3.amazonaws.com", path: path, query: query, headers: headers,
      payloadHash: SHA256.digest(of: bytes(body)).hexadecimal)
    let value = try #require(all.first { $0.name == "authorization" }?.value)
    #expect(
      value.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders="))
    #expect(all.contains { $0.name == "x-amz-date" && $0.value == "20130524T000000Z" })
    return String(value.suffix(64))
  }

  @Test func `requests are signed as in the examples of AWS`() throws {
    #expect(
      try signature("GET", "/test.txt", "", [RemoteHeader("range", "bytes=0-9")])
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    let headers = [
      RemoteHeader("date", "Fri, 24 May 2013 00:00:00 GMT"),
      RemoteHeader("x-amz-storage-class", "REDUCED_REDUNDANCY"),
    ]
    #expect(
      try signature("PUT", "/test%24file.text", "", headers, body: "Welcome to Amazon S3.")
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    #expect(
      try signature("GET", "/", "lifecycle=")
        == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    #expect(
      try signature("GET", "/", "max-keys=2&prefix=J")
        == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
  }

  @Test func `a session token is signed`() throws {
    let credentials = try #require(AWSCredentials(accessKey: "A", secretKey: "B", token: "C"))
    let all = S3Signature(credentials: credentials, region: "eu-west-1", time: 0).signing(
      "GET", host: "h", path: "/", query: "", headers: [], payloadHash: S3Signature.emptyPayload)
    let value = try #require(all.first { $0.name == "authorization" }?.value)
    #expect(value.contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,"))
  }

  @Test func `digests are encoded in Base64`() {
    #expect(
      ["", "f", "fo", "foo", "foob"].map { Base64.text(bytes($0)) } == [
        "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==",
      ])
    #expect(Base64.text([0xFB, 0xFF, 0xFE]) == "+//+")
  }

  @Test func `times of servers are read and written in seconds`() {
    let time = FileStatus.Time(seconds: 784_111_777, nanoseconds: 0)
    #expect(ServerTime.http("Sun, 06 Nov 1994 08:49:37 GMT") == time)
    #expect(ServerTime.httpText(time) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(
      FileStatus.Time(iso8601: "1994-11-06T08:49:37.999Z") == time
        && FileStatus.Time(iso8601: "1994-11-06T08:49:37Z") == time)
    #expect(ServerTime.basicText(time.seconds) == "19941106T084937Z")
    for text in ["", "1994-13-06T08:49:37Z", "1994-11-06", String(repeating: "1", count: 5000)] {
      #expect(FileStatus.Time(iso8601: text) == nil)
    }
    #expect(ServerTime.http("soon") == nil)
  }
}
