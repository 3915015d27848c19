import PhotoFiles
import Testing

@testable import WebPicker

struct PageAccessTests {
  private let access = PageAccess(port: 8080)

  private var token: String { String(access.address.split(separator: "=").last ?? "") }
  private var cookie: String { String(access.cookie.split(separator: ";").first ?? "") }

  /// Returns the verdict on a request: `enters`, the requested path; `nil` is a refusal.
  private func verdict(
    _ method: String = "GET", _ target: String, host: String? = "127.0.0.1:8080",
    _ headers: [(String, String)] = [], from owner: ConnectionOwner = .user
  ) -> String? {
    let all = (host.map { [("host", $0)] } ?? []) + headers
    let request = WebRequest(
      method, target: target[...], headers: all.map { WebRequest.Pair(name: $0.0, value: $0.1) })
    return switch access.verdict(on: request, from: owner) {
    case .enters: "enters"
    case .asks(let path): path.joined(separator: "/")
    case .refused: nil
    }
  }

  @Test func `the token of the address opens the page once`() {
    #expect(verdict("/?token=\(token.dropLast())\(token.last == "0" ? 1 : 0)") == nil)
    #expect(verdict("/?token=") == nil)
    #expect(verdict("POST", "/?token=\(token)", [("origin", "http://127.0.0.1:8080")]) == nil)
    #expect(verdict("/?token=\(token)") == "enters")
    #expect(verdict("/?token=\(token)") == nil)
  }

  private func verdict(_ target: String) -> String? { verdict("GET", target) }

  @Test func `of concurrent requests with the token, one succeeds`() async {
    let entered = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { verdict("/?token=\(token)") } }
      return await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
    }
    #expect(entered == 1)
  }

  @Test func `the cookie authorizes only the folder of the page`() {
    let shown = [("cookie", "other=1; \(cookie)")]
    #expect(verdict("GET", access.root, shown) == "")
    #expect(verdict("GET", access.root + "photos/1/picture", shown) == "photos/1/picture")
    #expect(verdict("GET", access.root + "../photos", shown) == "../photos")
    #expect(verdict("GET", "/", shown) == nil)
    #expect(verdict("GET", "/view", shown) == nil)
    #expect(verdict("GET", "/0000/view", shown) == nil)
    #expect(verdict("GET", access.root) == nil)
    #expect(verdict("GET", access.root, [("cookie", "photopick=\(token)")]) == nil)
    #expect(verdict("GET", access.root, [("cookie", cookie + "0")]) == nil)
    #expect(verdict("GET", access.root.uppercased(), shown) == nil)
  }

  @Test(
    arguments: [
      nil, "", "localhost:8080", "127.0.0.1", "127.0.0.1:80800", "photos.example:8080", "127.0.0.1:8081",
    ])
  func `other host names are refused, which prevents DNS rebinding`(host: String?) {
    #expect(verdict("GET", access.root, host: host, [("cookie", cookie)]) == nil)
    #expect(verdict("GET", "/?token=\(token)", host: host) == nil)
  }

  @Test func `two Host headers are refused`() {
    #expect(
      verdict("GET", access.root, [("host", "127.0.0.1:8080"), ("cookie", cookie)]) == nil)
  }

  @Test(arguments: ["null", "http://evil.example", "http://127.0.0.1:8081", "https://127.0.0.1:8080"])
  func `requests of other sites are refused`(origin: String) {
    for method in ["GET", "POST", "DELETE"] {
      #expect(verdict(method, access.root, [("cookie", cookie), ("origin", origin)]) == nil)
    }
  }

  @Test func `a command requires an origin`() {
    #expect(verdict("POST", access.root + "do", [("cookie", cookie)]) == nil)
    #expect(
      verdict("POST", access.root + "do", [("cookie", cookie), ("origin", "http://127.0.0.1:8080")]) == "do")
  }

  @Test func `embedding by other sites is refused, navigation is not`() {
    for (site, isAllowed) in [
      ("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true),
    ] {
      let asked = verdict("GET", access.root, [("cookie", cookie), ("sec-fetch-site", site)])
      #expect((asked != nil) == isAllowed, "\(site)")
    }
    #expect(verdict("GET", "/?token=\(token)", [("sec-fetch-site", "cross-site")]) == "enters")
  }

  @Test func `the cookie is HttpOnly, SameSite, and limited to the folder of the page`() {
    #expect(access.cookie.hasSuffix("; Path=\(access.root); HttpOnly; SameSite=Strict"))
    #expect(cookie.count == "photopick=".count + 64)
    #expect(PageAccess(port: 8080).cookie != access.cookie)
  }

  @Test func `the token works in navigations, not in images or scripts`() {
    func entry(_ mode: String, _ dest: String) -> String? {
      verdict(
        "GET", "/?token=\(token)",
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)])
    }
    for (mode, dest) in [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")] {
      #expect(entry(mode, dest) == nil, "\(mode) \(dest)")
    }
    #expect(verdict("GET", "/?token=\(token)", [("origin", "null")]) == nil)
    #expect(entry("navigate", "document") == "enters")
  }

  @Test(arguments: [ConnectionOwner.other, .unknown])
  func `other users are refused, even with the token or the cookie`(owner: ConnectionOwner) {
    #expect(verdict("GET", "/?token=\(token)", from: owner) == nil)
    #expect(verdict("GET", access.root, [("cookie", cookie)], from: owner) == nil)
    #expect(verdict("GET", "/?token=\(token)") == "enters")
  }
}
