import PhotoFiles
import SystemPackage

extension RemoteError {
  private static let textLimit = 200

  /// Returns text of libraries and servers as a phrase of one line.
  static func safe(_ text: String) -> String { SafeText.escaping(String(text.prefix(textLimit))) }

  /// The error for a response that is not a success.
  init(_ response: RemoteResponse) {
    let code = ErrorDocument.code(response.body).map { " \($0)" } ?? ""
    var reason = "the server answered \(response.status)\(code)"
    if 300...399 ~= response.status {
      let target = response.head.location.map { " to \(Self.withoutQuery($0))" } ?? ""
      reason += ", a redirect\(target), which is not followed"
    }
    self.init(Self.errno(response.status), reason)
  }

  /// A URL may have a signature in its query and a password before its host.
  private static func withoutQuery(_ url: String) -> String {
    let start = url.prefix { $0 != "?" && $0 != "#" }
    return start.contains("@") ? "another address" : safe(String(start))
  }

  private static func errno(_ status: Int) -> Errno {
    switch status {
    case 401, 403, 407: .permissionDenied
    case 404, 410: .noSuchFileOrDirectory
    case 408, 429, 503, 504: .timedOut
    case 409, 423: .resourceBusy
    case 412, 416: .staleNFSFileHandle
    case 413: .fileTooLarge
    case 414: .fileNameTooLong
    case 405, 501: .notSupported
    case 507: .noSpace
    default: .ioError
    }
  }

  static let stale = RemoteError(.staleNFSFileHandle, "the file has changed on the server")
  static let exists = RemoteError(.fileExists, "the file already exists on the server")
  static let missing = RemoteError(.noSuchFileOrDirectory, "the server has no such file or folder")
  static let otherRange = RemoteError(.ioError, "the server sent other bytes than requested")
}
