import PhotoFormats

/// A streaming writer for dictionaries, arrays and values.
///
/// Each key precedes its value, and containers must be closed. Drain the writer regularly to write long lists in
/// constant memory:
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
  /// Closes the innermost dictionary.
  mutating func endDictionary()
  mutating func beginArray()
  /// Closes the innermost array.
  mutating func endArray()
  /// Writes the key of the next value.
  mutating func key(_ key: StaticString)
  mutating func string(_ value: String)
  /// Writes UTF-8, replacing invalid sequences with U+FFFD.
  mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>)
  mutating func integer(_ value: Int64)
  /// Writes a number; the representation of infinity and NaN depends on the writer.
  mutating func number(_ value: Double)
  mutating func bool(_ value: Bool)
  mutating func date(_ value: CaptureDate)
  /// Writes a UTC time.
  mutating func moment(_ value: UniversalTime)
  mutating func regions(_ value: [FaceRegion])
  /// Completes the document.
  mutating func finish()

  var output: OutputBuffer { get set }
}

extension RecordWriter {
  /// Writes UTF-8 as a string, replacing invalid sequences with U+FFFD.
  public mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    string(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes a date as an ISO 8601 string.
  public mutating func date(_ value: CaptureDate) { value.withISO8601 { string(utf8: $0) } }

  /// Writes nothing.
  public mutating func finish() {}

  /// Writes a time as an ISO 8601 string in UTC.
  public mutating func moment(_ value: UniversalTime) { value.withISO8601 { string(utf8: $0) } }

  /// Writes face regions as an array of dictionaries with `name`, `x`, `y`, `width` and `height`.
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

  /// The number of bytes not yet taken or drained.
  public var pendingByteCount: Int { output.count }

  /// Reserves capacity, in bytes.
  public mutating func reserve(_ capacity: Int) { output.reserve(capacity) }

  /// Returns the bytes written since the last call.
  public mutating func take() -> [UInt8] { output.take() }

  /// Passes the bytes written since the last call to `body`, and retains them if it throws.
  public mutating func drain<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try output.drain(body)
  }
}

extension RecordWriter {
  /// Writes UTF-8, such as a file name, replacing invalid sequences with U+FFFD.
  public mutating func string(utf8 bytes: some Collection<UInt8>) {
    let isWritten: Void? = bytes.withContiguousStorageIfAvailable { string(utf8: $0) }
    if isWritten == nil { string(String(decoding: bytes, as: UTF8.self)) }
  }

  /// Writes a key and a string unless it is `nil`.
  public mutating func entry(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes a key and an integer unless it is `nil`.
  public mutating func entry(_ key: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }

  /// Writes a key and a number unless it is `nil`, infinite or NaN.
  public mutating func entry(_ key: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    self.key(key)
    number(value)
  }

  /// Writes a key and a field's value unless it is `nil`, infinite or NaN.
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

  /// Writes a key and a value in the encoding of `MetadataValues`.
  mutating func entry(_ key: StaticString, encoded bytes: UnsafeRawBufferPointer, _ kind: FieldKind) {
    switch kind {
    case .text:
      // Write the bytes directly instead of creating a String.
      self.key(key)
      string(utf8: bytes.bindMemory(to: UInt8.self))
    case .integer: entry(key, CompactNumber.integer(bytes))
    case .number: entry(key, CompactNumber.number(bytes))
    case .flag:
      self.key(key)
      bool(bytes.first == 1)
    case .list, .date, .regions: entry(key, FieldValue(bytes, kind))
    }
  }
}
