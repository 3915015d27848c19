import PhotoPicker

/// Turns records into the bytes of a form of output.
///
/// An encoder is a value whose state is the same after any record: a copy of it that was made after the first goes on
/// with any other, so that parts of a list are encoded at once.
protocol OutputEncoder<Record>: Sendable {
  associatedtype Record
  /// How many bytes were made and not taken yet.
  var pendingByteCount: Int { get }
  /// Makes room for so many bytes.
  mutating func reserve(_ capacity: Int)
  /// Begins the list.
  mutating func begin()
  /// Adds a record.
  mutating func append(_ record: Record)
  /// Ends the list.
  mutating func end()
  /// Returns the bytes made since the last time.
  mutating func take() -> [UInt8]
  /// Writes the bytes made since the last time.
  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// Writes records through a writer of records.
struct WriterEncoder<Record, Writer: RecordWriter>: OutputEncoder {
  private var writer: Writer
  private let isArray: Bool
  private let write: @Sendable (Record, inout Writer) -> Void

  /// An encoder of records, which are elements of one array or stand by themselves.
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

/// Writes records as text, each as it says.
struct TextEncoder<Record>: OutputEncoder {
  private var text: ResultText
  private let write: @Sendable (Record, inout ResultText) -> Void

  /// An encoder of records.
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
