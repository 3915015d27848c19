import CLibZ
import PhotoFiles

/// Compresses responses (RFC 1952).
enum GzipCoding {
  /// Smaller responses fit into a TCP segment uncompressed.
  private static let least = 1400
  /// A fast level; higher levels save at most a tenth.
  private static let level: Int32 = 4
  private static let windowBits: Int32 = 15 + 16

  /// Returns the compressed bytes; `nil` if the browser doesn't accept gzip, or compression doesn't pay.
  static func coded(_ bytes: [UInt8], for request: WebRequest) -> [UInt8]? {
    let accepted = request.values("accept-encoding").joined(separator: ",")
    guard bytes.count >= least, accepted.split(separator: ",").contains(where: isGzip) else { return nil }
    return gzip(bytes)
  }

  private static func isGzip(_ word: Substring) -> Bool {
    let parts = word.filter { $0 != " " }.split(separator: ";")
    return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
  }

  /// Returns the compressed bytes; `nil` if zlib runs out of memory.
  static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
    let isDone = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isDone else { return nil }
    output.removeSubrange(Int(stream.total_out)...)
    return output
  }
}
