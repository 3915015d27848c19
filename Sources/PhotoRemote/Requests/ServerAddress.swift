import PhotoFiles

/// The address of a server: scheme, host, port and the start of paths.
struct ServerAddress: Sendable {
  let isSecure: Bool
  /// In lowercase, without port; an IPv6 address has its brackets.
  let hostName: String
  /// The port; `nil` for the default of the scheme.
  let port: Int?
  /// Percent-encoded, without a slash at its end.
  let path: String

  /// Returns `nil` unless the text is a http or https URL without user name, password, query and fragment.
  init?(_ text: String, allowsQuery: Bool = false) {
    guard text.utf8.count <= 2048,
      let match = text.wholeMatch(
        of: /(https?):\/\/([^\/?#@]+)(\/[!-~&&[^?#]]*)?(\?[!-~&&[^#]]*)?/.ignoresCase()),
      allowsQuery || match.4 == nil
    else { return nil }
    var path = match.3.map(String.init) ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    self.init(isSecure: match.1.lowercased() == "https", authority: String(match.2), path: path)
  }

  /// - Parameter authority: a host, or a host and a port.
  init?(isSecure: Bool, authority: String, path: String = "") {
    guard authority.utf8.count <= 300,
      let match = authority.lowercased().wholeMatch(of: /([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?/)
    else { return nil }
    self.isSecure = isSecure
    hostName = String(match.1)
    self.path = path
    let given = match.2.flatMap { Int($0) }
    if let given, !(1...65_535 ~= given) { return nil }
    port = given == (isSecure ? 443 : 80) ? nil : given
  }

  /// Creates the address of a path's WebDAV server. Returns `nil` if the path is in a bucket or the host is invalid.
  init?(_ path: RemotePath) {
    guard path.scheme != "s3" else { return nil }
    self.init(isSecure: path.scheme == "davs", authority: path.host)
  }

  /// Returns whether a string is the name of this host, or of this host with this port.
  func isNamed(by text: String) -> Bool {
    guard let other = ServerAddress(isSecure: isSecure, authority: text) else { return false }
    return hostName == other.hostName && (text.lowercased() == hostName || isSamePort(as: other))
  }

  /// Returns `true` if both addresses lead to the same port of the same host. On one host, different ports may belong to
  /// different users.
  func isSameServer(as other: ServerAddress) -> Bool {
    hostName == other.hostName && isSamePort(as: other)
  }

  private func isSamePort(as other: ServerAddress) -> Bool {
    (port ?? (isSecure ? 443 : 80)) == (other.port ?? (other.isSecure ? 443 : 80))
  }

  /// Whether requests don't leave this machine (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3; RFC 6761, 6.3).
  var isLoopback: Bool {
    if hostName == "localhost" || hostName == "[::1]" { return true }
    let parts = hostName.split(separator: ".", omittingEmptySubsequences: false)
    // libcurl reads a number with a leading zero as octal.
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }

  /// Whether the host is an address instead of a name.
  var isNumeric: Bool { hostName.allSatisfy { $0.isNumber || $0 == "." } || hostName.hasPrefix("[") }

  /// The value of the header Host.
  var host: String { port.map { "\(hostName):\($0)" } ?? hostName }

  /// The URL without path.
  var origin: String { "\(isSecure ? "https" : "http")://\(host)" }
}
