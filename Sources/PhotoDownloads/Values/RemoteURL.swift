import CTransfer
import PhotoFiles

/// The URL of a file on the web, normalized so that equal addresses are equal values.
///
///     let url = try RemoteURL("https://example.org/beach.jpg#top")
///     url.text  // "https://example.org/beach.jpg"
public struct RemoteURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL, with the fragment removed.
  public let text: String
  /// The URL for display, with user name and password removed.
  public let description: String

  /// Creates a URL from an absolute http or https URL. Only libcurl can normalize the string.
  ///
  /// - Throws: `DownloadError.invalidURL` for any other string.
  public init(_ text: String) throws(DownloadError) {
    guard text.utf8.count <= 8192, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .invalidURL(text)
    }
    guard photo_transfers_are_available(nil) else {
      guard let match = text.wholeMatch(of: /(https?:\/\/)(?:[^\/?#]*@)?([^\/?#@]+[^#]*)/) else {
        throw .invalidURL(text)
      }
      self.text = text
      description = "\(match.1)\(match.2)"
      return
    }
    guard let url = photo_url_open(text) else { throw .invalidURL(text) }
    defer { photo_url_close(url) }
    self.text = String(cString: url.pointee.text)
    description = String(cString: url.pointee.display_text)
  }

  /// The last component of the path, percent-decoded, or an empty string if the path ends in a slash.
  var lastPathComponent: String {
    guard let url = photo_url_open(text) else { return "" }
    defer { photo_url_close(url) }
    let path = String(cString: url.pointee.path)
    let last = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    return last.map { String(percentDecoding: $0) } ?? ""
  }
}

extension String {
  /// Creates a string from percent-encoded UTF-8; keeps a percent sign that begins no code.
  init(percentDecoding bytes: some Collection<UInt8>) {
    self.init(decoding: FileURL.unescaped(bytes, keepsBrokenCodes: true) ?? Array(bytes), as: UTF8.self)
  }
}
