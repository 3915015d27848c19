import PhotoFiles
import PhotoFormats

/// Writes XML property lists (Apple's document type, version 1.0).
///
/// Characters that XML 1.0 forbids (section 2.2) become U+FFFD, and other control characters become character
/// references. A date with a known offset is a `<date>` in UTC, to the second; any other date is an ISO 8601 string.
/// Infinity and NaN are omitted with the keys.
public struct PropertyListWriter: RecordWriter {
  public var output = OutputBuffer()
  private var depth = 0
  private var pendingKey: StaticString?
  private let isForTerminal: Bool

  /// Creates a writer and writes the header.
  ///
  /// - Parameter isForTerminal: Pass `true` to escape line breaks and tabs within strings as well.
  public init(isForTerminal: Bool = false) {
    self.isForTerminal = isForTerminal
    output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  public mutating func beginDictionary() { begin("<dict>\n") }

  public mutating func endDictionary() { end("</dict>\n") }

  public mutating func beginArray() { begin("<array>\n") }

  public mutating func endArray() { end("</array>\n") }

  public mutating func key(_ key: StaticString) { pendingKey = key }

  public mutating func string(_ value: String) {
    beginValue()
    output.append("<string>")
    var value = value
    value.withUTF8 { appendText($0) }
    output.append("</string>\n")
  }

  public mutating func integer(_ value: Int64) {
    beginValue()
    output.append("<integer>")
    output.append(decimal: value)
    output.append("</integer>\n")
  }

  /// Writes a number; omits infinity and NaN with the keys.
  public mutating func number(_ value: Double) {
    guard value.isFinite else {
      pendingKey = nil
      return
    }
    beginValue()
    output.append("<real>")
    output.append(number: value)
    output.append("</real>\n")
  }

  public mutating func bool(_ value: Bool) {
    beginValue()
    if value { output.append("<true/>\n") } else { output.append("<false/>\n") }
  }

  /// Writes a UTC date, or an ISO 8601 string if the offset is unknown.
  public mutating func date(_ value: CaptureDate) {
    guard let offset = value.offsetMinutes,
      writeDate(CivilTime(seconds: value.time.seconds - Int64(offset) * 60))
    else { return string(value.iso8601) }
  }

  /// Writes a time as a date, to the second.
  public mutating func moment(_ value: UniversalTime) {
    if !writeDate(value.time) { string(value.iso8601) }
  }

  public mutating func finish() { output.append("</plist>\n") }
}

extension PropertyListWriter {
  private mutating func begin(_ tag: StaticString) {
    beginValue()
    output.append(tag)
    depth += 1
  }

  private mutating func end(_ tag: StaticString) {
    depth = max(depth - 1, 0)
    indent()
    output.append(tag)
  }

  private mutating func beginValue() {
    if let key = pendingKey {
      pendingKey = nil
      indent()
      output.append("<key>")
      key.withUTF8Buffer { appendText($0) }
      output.append("</key>\n")
    }
    indent()
  }

  private mutating func indent() {
    for _ in 0..<depth { output.append(UInt8(ascii: "\t")) }
  }

  private mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) {
    let isForTerminal = isForTerminal
    output.append(
      bytes, escaping: { PropertyListWriter.special(in: $0, at: $1, isForTerminal) },
      with: PropertyListWriter.escape)
  }

  /// Returns the character at `index` if it needs escaping.
  private static func special(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ isForTerminal: Bool
  ) -> (value: UInt32, length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): return (UInt32(bytes[index]), 1)
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"): return isForTerminal ? (UInt32(bytes[index]), 1) : nil
    case 0xEF:
      guard index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE else { return nil }
      return (0xFFC0 | UInt32(bytes[index + 2] & 0x3F), 3)
    default: return ControlCharacter.find(in: bytes, at: index)
    }
  }

  private static func escape(_ output: inout OutputBuffer, _ special: UInt32) {
    switch special {
    case 0x26: output.append("&amp;")
    case 0x3C: output.append("&lt;")
    case 0x3E: output.append("&gt;")
    case 0x09, 0x0A, 0x0D, 0x7F...0x2FFF:
      output.append("&#x")
      output.append(lowercaseHexadecimal: special, digits: special < 0x100 ? 2 : 4)
      output.append(UInt8(ascii: ";"))
    default: output.append("\u{FFFD}")
    }
  }

  /// Writes a UTC time; returns `false` if its year doesn't fit `<date>`.
  private mutating func writeDate(_ time: CivilTime) -> Bool {
    guard (1...9999).contains(time.parts.year) else { return false }
    beginValue()
    output.append("<date>")
    output.append(time.iso8601)
    output.append("Z</date>\n")
    return true
  }
}
