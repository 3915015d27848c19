import PhotoPicker

/// Encodes records as bytes of an output format.
///
/// The state of an encoder is the same after any record. Copies made after the first record can therefore encode
/// parts of a list concurrently.
protocol OutputEncoder<Record>: Sendable {
  associatedtype Record
  /// The number of encoded bytes that weren't taken yet.
  var pendingByteCount: Int { get }
  mutating func reserve(_ capacity: Int)
  mutating func begin()
  mutating func append(_ record: Record)
  mutating func end()
  /// Returns the bytes encoded since the last call.
  mutating func take() -> [UInt8]
  /// Writes the bytes encoded since the last call.
  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// Encodes records with a `RecordWriter`.
struct WriterEncoder<Record, Writer: RecordWriter>: OutputEncoder {
  private var writer: Writer
  private let isArray: Bool
  private let write: @Sendable (Record, inout Writer) -> Void

  /// - Parameter isArray: Pass `true` if the records are elements of an array.
  init(_ writer: Writer, isArray: Bool, _ write: @escaping @Sendable (Record, inout Writer) -> Void) {
    self.writer = writer
    self.isArray = isArray
    self.write = write
  }

  var pendingByteCount: Int { writer.pendingByteCount }

  mutating func reserve(_ capacity: Int) { writer.reserve(capacity) }

  mutating func begin() { if isArray { writer.beginArray() } }

  mutating func append(_ record: Record) { write(record, &writer) }

  mutating func end() {
    if isArray { writer.endArray() }
    writer.finish()
  }

  mutating func take() -> [UInt8] { writer.take() }

  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws { try writer.drain(write) }
}

/// Encodes records as text.
struct TextEncoder<Record>: OutputEncoder {
  private var text: ResultText
  private let write: @Sendable (Record, inout ResultText) -> Void

  init(isForTerminal: Bool, _ write: @escaping @Sendable (Record, inout ResultText) -> Void) {
    text = ResultText(isForTerminal: isForTerminal)
    self.write = write
  }

  var pendingByteCount: Int { text.bytes.count }

  mutating func reserve(_ capacity: Int) { text.reserve(capacity) }

  mutating func begin() {}

  mutating func append(_ record: Record) { write(record, &text) }

  mutating func end() {}

  mutating func take() -> [UInt8] { text.take() }

  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws { try text.drain(write) }
}
