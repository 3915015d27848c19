import SystemPackage

/// `file://` URLs of paths with any bytes (RFC 8089, 2; RFC 3986, 2.1 to 2.3).
public enum FileURL {
  /// Returns the URL of an absolute path: all bytes but unreserved ones and slashes are percent-encoded.
  public static func text(_ path: [UInt8]) -> String { String(decoding: bytes(path), as: UTF8.self) }

  /// Returns the URL of an absolute path as GLib's `g_filename_to_uri` encodes it, which names thumbnails, or `nil` for
  /// a relative path.
  ///
  /// "." and ".." are resolved, symbolic links are not. GLib keeps the characters that RFC 2396 allows in a path.
  package static func glibText(_ path: FilePath) -> String? {
    guard path.isAbsolute else { return nil }
    let path = path.lexicallyNormalized().fileSystemBytes
    return String(
      decoding: bytes(path, keeping: { isPlain($0) || "!*'()&=:@+$,".utf8.contains($0) }), as: UTF8.self)
  }

  /// Returns a path, which may be relative, percent-encoded as in a URL.
  package static func escaped(_ path: [UInt8]) -> [UInt8] {
    Array(bytes(path).dropFirst("file://".utf8.count))
  }

  /// Returns the bytes of the URL of an absolute path, which are ASCII.
  public static func bytes(_ path: [UInt8]) -> [UInt8] { bytes(path, keeping: isPlain) }

  private static func bytes(_ path: [UInt8], keeping isPlain: (UInt8) -> Bool) -> [UInt8] {
    var url: [UInt8] = []
    path.withUnsafeBufferPointer { withBytes($0, keeping: isPlain) { url = Array($0) } }
    return url
  }

  /// Calls `body` with the bytes of the URL of an absolute path, without allocating memory for a usual one.
  package static func withBytes(
    _ path: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    withBytes(path, keeping: isPlain, body)
  }

  private static func withBytes(
    _ path: UnsafeBufferPointer<UInt8>, keeping isPlain: (UInt8) -> Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    // The slashes and the scheme of another URL remain.
    let colon = RemotePath.isURL(path) ? path.firstIndex(of: UInt8(ascii: ":")) : nil
    let start = colon.map { $0 + 1 } ?? 0
    let scheme: StaticString = "file://"
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: scheme.utf8CodeUnitCount + 3 * path.count
    ) { url in
      var count =
        if start > 0 {
          url.update(fromContentsOf: path[..<start])
        } else {
          scheme.withUTF8Buffer { url.update(fromContentsOf: $0) }
        }
      // A port or an IPv6 address keeps its colons (RFC 3986, 3.2).
      let hostEnd =
        start > 0 ? path[start...].dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? path.count : 0
      for index in start..<path.count {
        let byte = path[index]
        if isPlain(byte) || index < hostEnd && isOfAuthority(byte) {
          url[count] = byte
          count += 1
        } else {
          url[count] = UInt8(ascii: "%")
          url[count + 1] = hexadecimal(byte >> 4)
          url[count + 2] = hexadecimal(byte & 15)
          count += 3
        }
      }
      body(UnsafeBufferPointer(rebasing: url[..<count]))
    }
  }

  /// Returns the path of a `file://` URL, or the URL of a path on a server without percent-encoding; `nil` if the URL is
  /// invalid, names another host or contains a NUL.
  public static func path(_ url: some StringProtocol) -> [UInt8]? {
    let bytes = Array(url.utf8)
    if RemotePath.isURL(bytes) { return unescaped(bytes).flatMap { $0.contains(0) ? nil : $0 } }
    var start = bytes.starts(with: "file://".utf8) ? 7 : bytes.starts(with: "file:/".utf8) ? 5 : -1
    guard start >= 0 else { return nil }
    if bytes[start...].starts(with: "localhost/".utf8) { start += 9 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
    guard let path = unescaped(bytes[start...]), !path.contains(0) else { return nil }
    return path
  }

  /// Decodes percent-encoding (RFC 3986, 2.1).
  ///
  /// - Parameter keepsBrokenCodes: whether to preserve percent signs without a code, instead of returning `nil`.
  package static func unescaped(
    _ text: some Collection<UInt8>, keepsBrokenCodes: Bool = false
  ) -> [UInt8]? {
    var (bytes, rest) = ([UInt8](), text[...])
    while let byte = rest.popFirst() {
      let code = byte == UInt8(ascii: "%") ? rest.prefix(2) : rest.prefix(0)
      if let high = code.first?.hexadecimalValue, let low = code.dropFirst().first?.hexadecimalValue {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else if byte != UInt8(ascii: "%") || keepsBrokenCodes {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  private static func isOfAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
