import PhotoFiles
import SystemPackage

/// Where the requests for a bucket go.
struct S3Endpoint: Sendable {
  enum Server: Sendable {
    /// AWS, in a region.
    case aws
    case other(ServerAddress)
  }

  let bucket: String
  let server: Server
  let usesVirtualHost: Bool
  var region: String

  /// - Parameter style: `path`, `virtual`, or `nil` for the path unless the server is AWS.
  init(bucket: String, url: String?, region: String?, style: String?) throws(RemoteError) {
    // Rules for new buckets are stricter ("Bucket naming rules"), but old ones and other servers have such names.
    guard bucket.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,254}/) != nil, !bucket.contains("..") else {
      throw RemoteError(.invalidArgument, "a bucket can't have that name")
    }
    guard region.map(Self.isRegion) ?? true else {
      throw RemoteError(.invalidArgument, "AWS_REGION is no region")
    }
    self.bucket = bucket
    self.region = region ?? "us-east-1"
    if let url {
      guard let address = ServerAddress(url) else {
        throw RemoteError(
          .invalidArgument, "AWS_ENDPOINT_URL must be an http or https URL without user name and query")
      }
      server = .other(address)
      usesVirtualHost = style == "virtual" && !address.isNumeric
    } else {
      server = .aws
      // The certificate of AWS is for one label before `s3`.
      let isLabel = bucket.wholeMatch(of: /[a-z0-9][a-z0-9-]{1,61}[a-z0-9]/) != nil
      usesVirtualHost = isLabel && style != "path"
    }
  }

  /// Returns `true` if requests may follow a server's redirection to another region. Credentials belong to one partition of
  /// AWS, such as China.
  func mayMove(to region: String) -> Bool {
    guard case .aws = server, Self.isRegion(region) else { return false }
    return Self.partition(of: region) == Self.partition(of: self.region)
  }

  /// Returns the start of the names of the regions in a partition other than the commercial one.
  private static func partition(of region: String) -> String? {
    ["cn-", "us-gov-", "us-iso", "eu-iso", "eusc-"].first { region.hasPrefix($0) }
  }

  static func isRegion(_ text: String) -> Bool { text.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,62}/) != nil }

  private var address: ServerAddress? {
    switch server {
    case .other(let address): address
    case .aws:
      ServerAddress(
        isSecure: true, authority: "s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")")
    }
  }

  /// Returns the parts of the URL of a key; an empty key is the bucket.
  func place(of key: [UInt8]) throws(RemoteError) -> (origin: String, host: String, path: String) {
    guard let address else { throw RemoteError(.invalidArgument, "AWS_REGION is no region") }
    let path = ServerPath.escaped(key)
    guard usesVirtualHost else {
      let file = path.isEmpty ? "" : "/\(path)"
      return (address.origin, address.host, "\(address.path)/\(bucket)\(file)")
    }
    let host = "\(bucket).\(address.host)"
    return ("\(address.isSecure ? "https" : "http")://\(host)", host, "\(address.path)/\(path)")
  }
}
