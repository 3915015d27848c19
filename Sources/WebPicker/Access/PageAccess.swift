import PhotoFiles
import Synchronization

/// Authorizes the browser that received the address, and no other client.
///
/// Each connection must belong to the current user. The address contains a single-use token, which is
/// exchanged for a cookie that scripts can't read and other sites can't send. Cookies ignore ports, so a browser
/// might send the cookie to other servers on this machine; its path, a folder with a random name, prevents that.
/// `Host` and `Origin` must match, which prevents DNS rebinding.
final class PageAccess: Sendable {
  enum Verdict: Sendable {
    /// The request contains the token: redirect it to the page and set the cookie.
    case enters
    /// The request contains the cookie and asks for a path in the page's folder.
    case asks([Substring])
    /// The request is refused, with a reason for the user.
    case refused(String)
  }

  private static let cookieName = "photopick"

  private let origin: String
  private let host: String
  private let token = SecretText()
  private let key = SecretText()
  private let folder = SecretText()
  private let isTokenTaken = Mutex(false)

  init(port: UInt16) {
    host = "\(WebServer.host):\(port)"
    origin = "http://\(host)"
  }

  var address: String { "\(origin)/?token=\(token.text)" }

  var root: String { "/\(folder.text)/" }

  /// The cookie that authorizes requests (RFC 6265).
  var cookie: String { "\(Self.cookieName)=\(key.text); Path=\(root); HttpOnly; SameSite=Strict" }

  func verdict(on request: WebRequest, from owner: ConnectionOwner) -> Verdict {
    switch owner {
    case .user: break
    case .other: return .refused("This page belongs to another user of this machine.")
    case .unknown:
      return .refused("photopick cannot tell which user of this machine opened this connection.")
    }
    guard request.values("host") == [host] else { return .refused("This page answers only to \(origin).") }
    if request.path == "/", let shown = request.value("token") { return enter(shown, request) }
    guard isOwn(request) else { return .refused("Another site may not use this page.") }
    let path = request.path
    let other = "Open the address that photopick printed. It works once; photopick makes a new one each time."
    guard path.hasPrefix("/"), let end = path.utf8.dropFirst().firstIndex(of: UInt8(ascii: "/")),
      folder.isEqual(to: path[..<end].dropFirst()), showsKey(request)
    else { return .refused(other) }
    let rest = path[path.utf8.index(after: end)...]
    return .asks(rest.isEmpty ? [] : rest.split(separator: "/", omittingEmptySubsequences: false))
  }

  /// Returns the verdict on a request with a token.
  ///
  /// Files, terminals and mails contain the address, so the request may come from another site, but only as a
  /// navigation, which has no `Origin` (Fetch Metadata Request Headers, 2).
  private func enter(_ shown: String, _ request: WebRequest) -> Verdict {
    guard request.values("origin").isEmpty,
      request.values("sec-fetch-dest").allSatisfy({ $0 == "document" }),
      request.values("sec-fetch-mode").allSatisfy({ $0 == "navigate" })
    else { return .refused("Another site may not use this page.") }
    guard request.method == "GET", token.isEqual(to: shown) else {
      return .refused("This address is of another run of photopick.")
    }
    let isFirst = isTokenTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    return isFirst ? .enters : .refused("This address was used already. It works once.")
  }

  private func isOwn(_ request: WebRequest) -> Bool {
    let origins = request.values("origin")
    if request.method != "GET", request.method != "HEAD", origins != [origin] { return false }
    if !origins.isEmpty, origins != [origin] { return false }
    let site = request.values("sec-fetch-site").first ?? "none"
    return site == "same-origin" || site == "none"
  }

  private func showsKey(_ request: WebRequest) -> Bool {
    request.values("cookie").contains { line in
      line.split(separator: ";").contains { pair in
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return parts.count == 2 && parts[0] == Self.cookieName && key.isEqual(to: parts[1])
      }
    }
  }
}

/// A secret of 256 random bits from the system, as 64 hexadecimal digits.
struct SecretText: Sendable {
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in generator.next() as UInt64 }
    text = words.map { $0.digits(16, radix: 16) }.joined()
  }

  /// Compares in constant time.
  func isEqual(to other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
