/// The byte order of a number.
public enum ByteOrder: Sendable {
  /// Most significant byte first ("MM" in TIFF).
  case big
  /// Least significant byte first ("II" in TIFF).
  case little
}

/// A run of bytes with bounds: a read outside of them returns `nil`, so no offset or length in a file can lead outside.
///
///     let header = Bytes([0x49, 0x49, 0x2A, 0x00])
///     header.uint16(at: 2, .little)  // 42
///     header.uint16(at: 3, .little)  // nil
public struct Bytes: Sendable, Hashable {
  private let storage: [UInt8]
  private let range: Range<Int>

  public init(_ bytes: [UInt8]) {
    storage = bytes
    range = 0..<bytes.count
  }

  private init(storage: [UInt8], range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  public var count: Int { range.count }

  public var isEmpty: Bool { range.isEmpty }

  /// The byte at an offset, or `nil` after the end.
  public subscript(offset: Int) -> UInt8? {
    guard offset >= 0, offset < range.count else { return nil }
    return storage[range.lowerBound + offset]
  }

  /// Returns the bytes from `offset`, or `nil` unless all of them exist.
  public func slice(at offset: Int, count: Int) -> Bytes? {
    guard offset >= 0, count >= 0, count <= range.count - offset else { return nil }
    let start = range.lowerBound + offset
    return Bytes(storage: storage, range: start..<start + count)
  }

  /// Returns up to `count` bytes from `offset`.
  public func prefixSlice(at offset: Int, count: Int) -> Bytes {
    guard offset >= 0, count > 0, offset < range.count else { return Bytes([]) }
    let start = range.lowerBound + offset
    return Bytes(storage: storage, range: start..<start + min(count, range.count - offset))
  }

  /// The bytes from `offset` to the end.
  public func suffix(from offset: Int) -> Bytes { prefixSlice(at: offset, count: range.count) }

  /// The unsigned 16-bit number at an offset.
  public func uint16(at offset: Int, _ order: ByteOrder) -> UInt16? { number(at: offset, order) }

  /// The unsigned 24-bit number at an offset.
  public func uint24(at offset: Int, _ order: ByteOrder) -> UInt32? {
    integer(at: offset, size: 3, order).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The unsigned 32-bit number at an offset.
  public func uint32(at offset: Int, _ order: ByteOrder) -> UInt32? { number(at: offset, order) }

  /// The unsigned 64-bit number at an offset.
  public func uint64(at offset: Int, _ order: ByteOrder) -> UInt64? { number(at: offset, order) }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _ order: ByteOrder)
    -> Number?
  {
    guard offset >= 0, MemoryLayout<Number>.size <= range.count - offset else {
      return nil
    }
    let number = storage.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: range.lowerBound + offset, as: Number.self)
    }
    return order == .big ? Number(bigEndian: number) : Number(littleEndian: number)
  }

  /// The unsigned number of `size` bytes (0 to 8) at an offset.
  public func integer(at offset: Int, size: Int, _ order: ByteOrder) -> UInt64? {
    switch size {
    case 2: return uint16(at: offset, order).map { UInt64($0) }
    case 4: return uint32(at: offset, order).map { UInt64($0) }
    case 8: return uint64(at: offset, order)
    default: break
    }
    guard offset >= 0, size >= 0, size <= 8, offset <= range.count, size <= range.count - offset else {
      return nil
    }
    let start = range.lowerBound + offset
    var value: UInt64 = 0
    switch order {
    case .big: for index in start..<start + size { value = value << 8 | UInt64(storage[index]) }
    case .little:
      for index in (start..<start + size).reversed() { value = value << 8 | UInt64(storage[index]) }
    }
    return value
  }

  /// Whether a text is at an offset.
  public func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, length <= range.count - offset else { return false }
    return text.withUTF8Buffer { expected in
      storage[(range.lowerBound + offset)..<(range.lowerBound + offset + length)].elementsEqual(expected)
    }
  }

  /// Compares the first bytes with a lowercase text, ignoring the case of ASCII letters.
  func hasCaseInsensitive(_ text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount <= range.count else { return false }
    return text.withUTF8Buffer { expected in
      expected.indices.allSatisfy { offset in
        storage[range.lowerBound + offset].lowercased == expected[offset]
      }
    }
  }

  /// The four-character code at an offset, such as a box type or a chunk type.
  public func fourCC(at offset: Int) -> FourCC? { uint32(at: offset, .big).map(FourCC.init(rawValue:)) }

  /// The offset of the first byte with this value, from `offset` on.
  public func firstIndex(of byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset >= 0, offset <= range.count else { return nil }
    return storage[(range.lowerBound + offset)..<range.upperBound].firstIndex(of: byte)
      .map { $0 - range.lowerBound }
  }

  public var array: [UInt8] { Array(storage[range]) }

  /// Calls `body` with the bytes in memory; the pointer must not escape.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The bytes up to the first NUL, without white space at either end.
  var trimmed: Bytes {
    let end = firstIndex(of: 0) ?? count
    var lower = range.lowerBound
    var upper = range.lowerBound + end
    while lower < upper, storage[lower] <= 0x20 { lower += 1 }
    while upper > lower, storage[upper - 1] <= 0x20 { upper -= 1 }
    return Bytes(storage: storage, range: lower..<upper)
  }

  /// The text up to the first NUL, without white space at either end; `nil` if it is empty. Bytes that aren't UTF-8 are
  /// decoded as Latin-1.
  public var trimmedText: String? {
    let trimmed = trimmed
    guard !trimmed.isEmpty else { return nil }
    return trimmed.withUnsafeBytes { text in
      // Most strings are ASCII, which needs no validation.
      if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
      if let valid = String(validating: text, as: UTF8.self) { return valid }
      return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }
  }

  /// The UTF-16 text up to the first zero.
  func utf16Text(_ order: ByteOrder) -> String {
    let units = stride(from: 0, to: count - 1, by: 2).lazy.compactMap { uint16(at: $0, order) }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  public static func == (left: Bytes, right: Bytes) -> Bool {
    left.storage[left.range].elementsEqual(right.storage[right.range])
  }

  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A four-character code: the type of a box, of a PNG or RIFF chunk, or a brand.
public struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of four Latin-1 characters, such as `"ftyp"` or `"©day"`.
  public init(stringLiteral text: String) {
    rawValue = text.unicodeScalars.prefix(4).reduce(0) { $0 << 8 | ($1.value & 0xFF) }
  }

  /// The four characters, `?` for each one that isn't printable ASCII.
  public var description: String {
    let scalars = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    return String(
      String.UnicodeScalarView(scalars.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "?" }))
  }
}
