import ArgumentParser
import PhotoFiles
import SystemPackage

/// Addresses as arguments for files and folders.
enum PathAddress {
  /// The addresses of servers by the scheme in which browsers and file managers write them.
  private static let schemes = ["http": "dav", "webdav": "dav", "https": "davs", "webdavs": "davs"]
  /// The host or bucket of the supported schemes.
  private static let hosts = ["s3": "BUCKET", "dav": "HOST", "davs": "HOST"]

  /// Checks that an argument isn't an address of another form. As a path, it would name a folder such as `http:`.
  ///
  /// - Throws: `ValidationError` with the form to write.
  static func check(_ argument: String) throws {
    guard let colon = argument.firstRange(of: "://"), isScheme(argument[..<colon.lowerBound]) else { return }
    let (scheme, rest) = (argument[..<colon.lowerBound].lowercased(), argument[colon.upperBound...])
    let address = RawArguments.written(argument)
    if let host = hosts[scheme] {
      if rest.drop(while: { $0 == "/" }).isEmpty {
        throw ValidationError("\(address) names no \(host.lowercased()): write \(scheme)://\(host)")
      }
      if !argument.hasPrefix(scheme) { throw ValidationError("\(address): write \(scheme)://\(rest)") }
    } else if let known = schemes[scheme] {
      throw ValidationError(
        "\(address) is no folder: write \(known)://\(rest) for a WebDAV server; photopick fetch gets files from the web"
      )
    } else if scheme == "file" {
      throw ValidationError("\(address): write the path, without file://")
    } else {
      throw ValidationError(
        "\(address): only s3://BUCKET, davs://HOST and dav://HOST are read; mount the server, and name the mounted folder"
      )
    }
  }

  /// Whether text is a scheme (RFC 3986, 3.1).
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension RawArguments {
  /// Returns the path of an argument that names a file or folder here or on a server.
  ///
  /// - Throws: `ValidationError` for an address of another form.
  static func place(_ argument: String) throws -> FilePath {
    try PathAddress.check(argument)
    return path(argument)
  }
}
