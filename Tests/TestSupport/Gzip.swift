import CLibZ

package enum Gzip {
  /// Decompresses gzip. Returns at most one byte more than `count`, and fewer bytes if the input is invalid.
  package static func inflated(_ coded: [UInt8], count: Int) -> [UInt8] {
    var (stream, input, output) = (z_stream(), coded, [UInt8](repeating: 0, count: count + 1))
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        _ = inflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(Int(stream.total_out)))
  }
}
