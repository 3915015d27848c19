import SystemPackage

/// A value with a binary coding for internal files.
///
///     struct Step: RecordCodable {
///       var path: FilePath
///       var checksum: UInt64?
///
///       func encode(to output: inout RecordEncoder) {
///         output.append(path)
///         output.append(optional: checksum)
///       }
///
///       init(from input: inout RecordDecoder) throws(RecordDamage) {
///         path = try input.path()
///         checksum = try input.optional()
///       }
///     }
///
/// The coding is not JSON because paths are bytes, and because every `browse` writes the names of a whole view.
package protocol RecordCodable {
  func encode(to output: inout RecordEncoder)

  init(from input: inout RecordDecoder) throws(RecordDamage)
}

public struct RecordDamage: Error, Hashable {
  @inlinable
  public init() {}
}

/// Encodes values: numbers with the least significant byte first, everything else after the length.
public struct RecordEncoder {
  @usableFromInline package var bytes: [UInt8] = []

  package init(reserving count: Int = 192) { bytes.reserveCapacity(count) }

  @inlinable
  public mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a number in groups of seven bits, lowest first (LEB128).
  @inlinable
  public mutating func append(compact value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a count or an index, which must not be negative, in groups of seven bits.
  @inlinable
  public mutating func append(count: Int) { append(compact: UInt64(truncatingIfNeeded: count)) }

  @inlinable
  public mutating func append(_ value: Double) { append(value.bitPattern) }

  package mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }

  @inlinable
  public mutating func append(_ time: FileStatus.Time) {
    append(time.seconds)
    append(time.nanoseconds)
  }

  package mutating func append(_ state: FileState) {
    append(state.inode)
    append(state.size)
    append(state.modified)
    append(state.changed)
  }

  @inlinable
  public mutating func append(_ text: String) {
    append(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  @inlinable
  public mutating func append(bytes values: some Collection<UInt8>) {
    append(count: values.count)
    bytes.append(contentsOf: values)
  }

  package mutating func append(_ path: FilePath) { append(bytes: path.fileSystemBytes) }

  /// Appends whether a value exists, and the value.
  package mutating func append(optional value: (some RecordCodable)?) {
    append(value != nil)
    value?.encode(to: &self)
  }

  package mutating func append(each values: [some RecordCodable]) {
    append(count: values.count)
    for value in values { value.encode(to: &self) }
  }
}

/// Decodes values in the order in which they were appended.
///
/// The bytes may be anything: no call reads beyond them, and no count takes more memory than one value per byte. A
/// decoder is valid as long as its bytes.
///
/// Encoder and decoder are public because Swift 6.3 doesn't inline package functions in other modules.
public struct RecordDecoder {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline var position = 0

  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  @inlinable
  public var remaining: Int { bytes.count - position }

  @inlinable
  @inline(__always)
  public mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _: Value.Type = Value.self
  ) throws(RecordDamage) -> Value {
    let start = position
    guard MemoryLayout<Value>.size <= remaining else { throw RecordDamage() }
    position += MemoryLayout<Value>.size
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Value.self))
  }

  @inlinable
  public mutating func compact() throws(RecordDamage) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try integer(UInt8.self)
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw RecordDamage()
  }

  /// Reads the number of the values that follow, each of at least one byte.
  @inlinable
  public mutating func count() throws(RecordDamage) -> Int {
    guard let count = Int(exactly: try compact()), count <= remaining else { throw RecordDamage() }
    return count
  }

  /// Reads an index into a collection with `limit` elements.
  @inlinable
  public mutating func index(below limit: Int) throws(RecordDamage) -> Int {
    guard let index = Int(exactly: try compact()), index < limit else { throw RecordDamage() }
    return index
  }

  @inlinable
  public mutating func double() throws(RecordDamage) -> Double { Double(bitPattern: try integer()) }

  package mutating func bool() throws(RecordDamage) -> Bool {
    switch try integer(UInt8.self) {
    case 0: false
    case 1: true
    default: throw RecordDamage()
    }
  }

  @inlinable
  public mutating func time() throws(RecordDamage) -> FileStatus.Time {
    FileStatus.Time(seconds: try integer(), nanoseconds: try integer())
  }

  package mutating func state() throws(RecordDamage) -> FileState {
    FileState(inode: try integer(), size: try integer(), modified: try time(), changed: try time())
  }

  @inlinable
  public mutating func text() throws(RecordDamage) -> String { String(decoding: try part(), as: UTF8.self) }

  @inlinable
  public mutating func data() throws(RecordDamage) -> [UInt8] { Array(try part()) }

  package mutating func path() throws(RecordDamage) -> FilePath {
    let bytes = try data()
    guard RootPath.isAbsolute(bytes), !bytes.contains(0) else { throw RecordDamage() }
    return FilePath(fileSystemBytes: bytes)
  }

  package mutating func optional<Value: RecordCodable>() throws(RecordDamage) -> Value? {
    guard try bool() else { return nil }
    return try Value(from: &self)
  }

  package mutating func array<Value: RecordCodable>() throws(RecordDamage) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count()) { values.append(try Value(from: &self)) }
    return values
  }

  /// Reads bytes, which are valid as long as the decoder's buffer.
  @inlinable
  public mutating func part() throws(RecordDamage) -> UnsafeRawBufferPointer {
    let count = try count()
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}

extension UInt64: RecordCodable {
  package func encode(to output: inout RecordEncoder) { output.append(self) }

  package init(from input: inout RecordDecoder) throws(RecordDamage) { self = try input.integer() }
}

extension String: RecordCodable {
  package func encode(to output: inout RecordEncoder) { output.append(self) }

  package init(from input: inout RecordDecoder) throws(RecordDamage) { self = try input.text() }
}

extension FilePath: RecordCodable {
  package func encode(to output: inout RecordEncoder) { output.append(self) }

  package init(from input: inout RecordDecoder) throws(RecordDamage) { self = try input.path() }
}
