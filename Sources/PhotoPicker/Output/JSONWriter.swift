import PhotoFiles
import PhotoFormats

/// Writes compact JSON (RFC 8259) in UTF-8 that is safe to print.
///
/// Control characters are escaped. Dates are ISO 8601 strings; infinity and NaN become `null`.
public struct JSONWriter: RecordWriter {
  /// The placement of line breaks.
  public enum Layout: Sendable, Hashable {
    /// None.
    case compact
    /// After each top-level value (JSON Lines) and between the elements of a top-level array.
    case recordPerLine
  }

  private let layout: Layout
  public var output = OutputBuffer()
  private var depth = 0
  private var isInTopArray = false
  private var needsComma = false

  public init(layout: Layout = .compact) { self.layout = layout }

  public mutating func beginDictionary() { begin(UInt8(ascii: "{")) }

  public mutating func endDictionary() { end(UInt8(ascii: "}")) }

  public mutating func beginArray() {
    let isTop = depth == 0
    begin(UInt8(ascii: "["))
    if isTop { isInTopArray = true }
  }

  public mutating func endArray() {
    if depth == 1, isInTopArray {
      isInTopArray = false
      if layout == .recordPerLine { output.append(UInt8(ascii: "\n")) }
    }
    end(UInt8(ascii: "]"))
  }

  public mutating func key(_ key: StaticString) {
    let comma = needsComma ? 1 : 0
    let count = key.utf8CodeUnitCount
    output.append(atMost: comma + count + 3) { room in
      // The quote replaces a comma that isn't needed.
      room[0] = UInt8(ascii: ",")
      room[comma] = UInt8(ascii: "\"")
      let start = comma + 1
      _ = UnsafeMutableBufferPointer(rebasing: room[start...])
        .update(fromContentsOf: UnsafeBufferPointer(start: key.utf8Start, count: count))
      room[start + count] = UInt8(ascii: "\"")
      room[start + count + 1] = UInt8(ascii: ":")
      return room.count
    }
    needsComma = false
  }

  public mutating func string(_ value: String) {
    separate()
    var value = value
    value.withUTF8 { appendQuoted($0) }
    finishValue()
  }

  public mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard PlainText.isPlain(bytes) else { return string(String(decoding: bytes, as: UTF8.self)) }
    separate()
    appendQuoted(plain: bytes)
    finishValue()
  }

  public mutating func integer(_ value: Int64) {
    separate()
    output.append(decimal: value)
    finishValue()
  }

  public mutating func number(_ value: Double) {
    separate()
    if value.isFinite { output.append(number: value) } else { output.append("null") }
    finishValue()
  }

  public mutating func bool(_ value: Bool) {
    separate()
    if value { output.append("true") } else { output.append("false") }
    finishValue()
  }

}

extension JSONWriter {
  private mutating func begin(_ bracket: UInt8) {
    separate()
    output.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    output.append(bracket)
    depth = max(depth - 1, 0)
    finishValue()
  }

  /// Writes the separator before a value.
  private mutating func separate() {
    if needsComma { output.append(UInt8(ascii: ",")) }
    if depth == 1, isInTopArray, layout == .recordPerLine { output.append(UInt8(ascii: "\n")) }
  }

  private mutating func finishValue() {
    needsComma = depth > 0
    if depth == 0, layout == .recordPerLine { output.append(UInt8(ascii: "\n")) }
  }

  /// Writes a string that needs no escaping, between quotes.
  private mutating func appendQuoted(plain bytes: UnsafeBufferPointer<UInt8>) {
    output.append(atMost: bytes.count + 2) { room in
      room[0] = UInt8(ascii: "\"")
      let end = UnsafeMutableBufferPointer(rebasing: room[1...]).update(fromContentsOf: bytes) + 1
      room[end] = UInt8(ascii: "\"")
      return end + 1
    }
  }

  private mutating func appendQuoted(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !PlainText.isPlain(bytes) else { return appendQuoted(plain: bytes) }
    output.append(UInt8(ascii: "\""))
    output.append(bytes, escaping: JSONWriter.special, with: JSONWriter.escape)
    output.append(UInt8(ascii: "\""))
  }

  /// Returns the character at `index` if it needs escaping.
  @inline(__always)
  private static func special(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (value: UInt32, length: Int)? {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return (UInt32(byte), 1) }
    return ControlCharacter.find(in: bytes, at: index)
  }

  private static func escape(_ output: inout OutputBuffer, _ special: UInt32) {
    switch special {
    case 0x22: output.append("\\\"")
    case 0x5C: output.append("\\\\")
    case 0x09: output.append("\\t")
    case 0x0A: output.append("\\n")
    case 0x0D: output.append("\\r")
    default:
      output.append("\\u")
      output.append(lowercaseHexadecimal: special, digits: 4)
    }
  }
}
