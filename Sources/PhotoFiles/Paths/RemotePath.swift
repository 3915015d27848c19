import SystemPackage

/// A path on a server: `s3://bucket/key`, `davs://host/path` or `dav://host/path`, not percent-encoded.
///
/// Its `FilePath` is absolute and has the scheme as the first component, `/s3:/bucket/key`, since a `FilePath` joins
/// repeated slashes. `FilePath.fileSystemBytes` returns the URL and `FilePath.init(fileSystemBytes:)` accepts it, so
/// that names are stored, compared and printed as URLs, and the rest of the code has one type of path.
package struct RemotePath: Sendable, Hashable {
  private static let schemes = ["s3:", "davs:", "dav:"].map { Array($0.utf8) }
  private static let slash = UInt8(ascii: "/")

  /// `s3`, `davs` or `dav`.
  package let scheme: String
  /// The bucket, or the host with its port.
  package let host: String
  /// The bytes after the host, without a slash at either end; empty for the root.
  package let path: [UInt8]

  /// Returns the parts of a path on a server, or `nil` for any other path.
  package init?(_ path: FilePath) {
    guard Self.isRemote(path) else { return nil }
    let parts = path.fileSystemBytes.split(separator: Self.slash, maxSplits: 2)
    guard parts.count >= 2 else { return nil }
    scheme = String(decoding: parts[0].dropLast(), as: UTF8.self)
    host = String(decoding: parts[1], as: UTF8.self)
    self.path = parts.count > 2 ? Array(parts[2]) : []
  }

  /// The URL of the server or bucket, such as `davs://host:8443`.
  package var server: String { "\(scheme)://\(host)" }

  /// Whether a path is on a server.
  package static func isRemote(_ path: FilePath) -> Bool {
    path.withPlatformString { text in
      guard text[0] == CInterop.PlatformChar(bitPattern: slash) else { return false }
      return schemes.contains { scheme in
        for (index, byte) in scheme.enumerated()
        where text[index + 1] != CInterop.PlatformChar(bitPattern: byte) {
          return false
        }
        let next = scheme.count + 1
        return text[next] == CInterop.PlatformChar(bitPattern: slash) && text[next + 1] != 0
      }
    }
  }

  /// Returns `true` if bytes begin like the URL of a path on a server.
  package static func isURL(_ bytes: some Collection<UInt8>) -> Bool {
    schemes.contains { bytes.starts(with: $0) && bytes.dropFirst($0.count).starts(with: [slash, slash]) }
  }

  /// Returns whether a `FilePath` can name the object of a URL. It can't if a component is empty, `.` or `..`.
  package static func isAddressable(_ url: [UInt8]) -> Bool {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let parts = url[(colon + 1)...].dropFirst(2).split(separator: slash, omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// The reason why such a URL is a problem.
  package static let unaddressableReason = "a key with an empty component, . or .. can't be read"

  /// Returns a message with the paths on servers written as URLs.
  package static func showingURLs(_ message: String) -> String {
    guard message.contains(":/") else { return message }
    return schemes.reduce(message) { message, scheme in
      let scheme = String(decoding: scheme, as: UTF8.self)
      return message.replacing(" /\(scheme)/", with: " \(scheme)//")
    }
  }

  /// Returns the URL for the bytes of a `FilePath` on a server.
  static func url(ofPath bytes: [UInt8]) -> [UInt8] {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes }
    return bytes[1...colon] + [slash] + bytes[(colon + 1)...]
  }
}

extension FilePath {
  package var isRemote: Bool { RemotePath.isRemote(self) }
}
