import SystemPackage

/// The URI of a local file, escaped as GLib's `g_filename_to_uri` does, since its digest names the thumbnail.
struct FileURI: Sendable, Hashable {
  /// The URI, "file:///home/…".
  let text: String

  /// The URI of an absolute path; `nil` for a relative one.
  ///
  /// "." and ".." are resolved, links are not.
  init?(_ path: FilePath) {
    guard path.isAbsolute else { return nil }
    let normalized = path.lexicallyNormalized()
    let bytes = normalized.withPlatformString {
      Array(UnsafeRawBufferPointer(start: $0, count: normalized.length))
    }
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped = Array("file://".utf8)
    for byte in bytes {
      if Self.isKept(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text = String(decoding: escaped, as: UTF8.self)
  }

  /// Letters, digits, and what RFC 2396 allows in a path, as GLib reads it.
  private static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_.!~*'()/&=:@+$,".utf8.contains(byte)
    }
  }
}
