import PhotoFiles

/// Compresses responses (RFC 9110, 8.4.1.3).
enum GzipCoding {
  /// Smaller responses fit into a TCP segment uncompressed.
  private static let least = 1400

  /// Returns the compressed bytes; `nil` if the browser doesn't accept gzip, or compression doesn't pay.
  static func coded(_ bytes: [UInt8], for request: WebRequest) -> [UInt8]? {
    let accepted = request.values("accept-encoding").joined(separator: ",")
    guard bytes.count >= least, accepted.split(separator: ",").contains(where: isGzip) else { return nil }
    return GzipEncoder.compressed(bytes)
  }

  private static func isGzip(_ word: Substring) -> Bool {
    let parts = word.filter { $0 != " " }.split(separator: ";")
    return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
  }
}
