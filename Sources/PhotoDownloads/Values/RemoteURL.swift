import CTransfer

/// The address of a file on the web, normalised so that the same address is the same value.
///
///     let url = try RemoteURL("https://example.org/beach.jpg#top")
///     url.text  // "https://example.org/beach.jpg"
public struct RemoteURL: Sendable, Hashable, CustomStringConvertible {
  /// The whole URL, without fragment.
  public let text: String
  /// The URL without user name and password, for people to read.
  public let description: String

  /// Reads an absolute http or https URL. Without libcurl, which fetches nothing then, the text stays as it is.
  ///
  /// - Throws: `DownloadError.invalidURL` for anything else.
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
    self.text = String(cString: photo_url_text(url))
    description = String(cString: photo_url_display_text(url))
  }

  /// The last component of the path, percent-encoding undone; empty if the path ends in a slash.
  var lastPathComponent: String {
    guard let url = photo_url_open(text) else { return "" }
    defer { photo_url_close(url) }
    let path = String(cString: photo_url_path(url))
    let last = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    return String(decoding: percentDecoded(last.map(Array.init) ?? []), as: UTF8.self)
  }
}

/// Undoes percent-encoding (RFC 3986, 2.1); a percent sign that starts no code stays.
func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = hexadecimalDigit(bytes[index + 1]), let low = hexadecimalDigit(bytes[index + 2])
    {
      decoded.append(high << 4 | low)
      index += 3
    } else {
      decoded.append(bytes[index])
      index += 1
    }
  }
  return decoded
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
