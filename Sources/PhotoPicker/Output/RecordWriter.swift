import PhotoFormats

/// Writes dictionaries, arrays and values one after the other, as a stream.
///
/// A key is followed by its value, and what is begun is ended. Nothing is kept but bytes that were not
/// taken yet, so that a list of any length takes little memory when it is drained now and then:
///
///     writer.beginArray()
///     for photo in photos {
///       writer.beginDictionary()
///       writer.entry("name", photo.name)
///       writer.endDictionary()
///       if writer.pendingByteCount > 65_536 { try writer.drain { try file.writeAll($0) } }
///     }
///     writer.endArray()
///     writer.finish()
public protocol RecordWriter: Sendable {
  mutating func beginDictionary()
  /// Ends the dictionary begun last.
  mutating func endDictionary()
  mutating func beginArray()
  /// Ends the array begun last.
  mutating func endArray()
  /// Writes the key of the value that follows; keys stand in the program, so that they cost nothing to make.
  mutating func key(_ key: StaticString)
  mutating func string(_ value: String)
  /// Writes bytes that should be UTF-8; what is none becomes U+FFFD.
  mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>)
  mutating func integer(_ value: Int64)
  /// Writes a number; infinity and NaN have no form of their own, see the writer.
  mutating func number(_ value: Double)
  mutating func bool(_ value: Bool)
  mutating func date(_ value: CaptureDate)
  /// Writes a moment in UTC.
  mutating func moment(_ value: UniversalTime)
  mutating func regions(_ value: [FaceRegion])
  /// Ends the document; nothing is written after it.
  mutating func finish()

  var output: OutputBuffer { get set }
}

extension RecordWriter {
  /// Writes a moment in UTC as a text in ISO 8601.
  public mutating func moment(_ value: UniversalTime) { value.withISO8601 { string(utf8: $0) } }

  /// Writes faces as an array of dictionaries with `name`, `x`, `y`, `width` and `height`.
  public mutating func regions(_ value: [FaceRegion]) {
    beginArray()
    for face in value {
      beginDictionary()
      entry("name", face.name.isEmpty ? nil : face.name)
      entry("x", face.x)
      entry("y", face.y)
      entry("width", face.width)
      entry("height", face.height)
      endDictionary()
    }
    endArray()
  }

  /// How many bytes were written and not taken yet.
  public var pendingByteCount: Int { output.count }

  /// Makes room for so many bytes, so that it need not grow before.
  public mutating func reserve(_ capacity: Int) { output.reserve(capacity) }

  /// Returns the bytes written since the last time.
  public mutating func take() -> [UInt8] { output.take() }

  /// Passes the bytes written since the last time to `body`; if it throws, they are kept.
  public mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try output.drain(body)
  }
}

extension RecordWriter {
  /// Writes bytes that should be UTF-8, such as a file name; what is none becomes U+FFFD.
  public mutating func string(utf8 bytes: some Collection<UInt8>) {
    let isWritten: Void? = bytes.withContiguousStorageIfAvailable { string(utf8: $0) }
    if isWritten == nil { string(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Writes a key and a text, or neither.
  public mutating func entry(_ key: StaticString, _ value: String?) { entry(key, value.map { .text($0) }) }

  /// Writes a key and a whole number, or neither.
  public mutating func entry(_ key: StaticString, _ value: Int64?) { entry(key, value.map { .integer($0) }) }

  /// Writes a key and a number, or neither; neither for infinity and NaN.
  public mutating func entry(_ key: StaticString, _ value: Double?) { entry(key, value.map { .number($0) }) }

  /// Writes a key and the value of a field, or neither; neither for infinity and NaN.
  public mutating func entry(_ key: StaticString, _ value: FieldValue?) {
    guard let value else { return }
    if case .number(let number) = value, !number.isFinite { return }
    self.key(key)
    switch value {
    case .text(let text): string(text)
    case .bytes(let bytes): string(utf8: bytes)
    case .list(let texts):
      beginArray()
      for text in texts { string(text) }
      endArray()
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .flag(let value): bool(value)
    case .date(let value): date(value)
    case .moment(let time): moment(UniversalTime(time))
    case .regions(let faces): regions(faces)
    }
  }

  /// Writes a key and the value of a field as `MetadataValues` keeps it, or neither; neither for infinity and NaN.
  mutating func entry(_ key: StaticString, encoded bytes: UnsafeRawBufferPointer, _ kind: FieldKind) {
    switch kind {
    case .text:
      // No text is made of what is written as it is.
      self.key(key)
      string(utf8: bytes.bindMemory(to: UInt8.self))
    case .integer: entry(key, CompactNumber.integer(bytes))
    case .number: entry(key, CompactNumber.number(bytes))
    case .flag: entry(key, .flag(bytes.first == 1))
    case .list, .date, .regions: entry(key, FieldValue(bytes, kind))
    }
  }
}
