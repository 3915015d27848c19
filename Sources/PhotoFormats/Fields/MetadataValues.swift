import PhotoFiles

/// The values of the declared fields of a photo.
///
/// A field's default, such as a rating of 0, is stored as no value. Values are stored as one run of bytes, which is also
/// their coding in a catalog, and decoded on access. An empty one needs no memory.
///
///     metadata.values[.duration]   // .number(12.5)
///     for (field, value) in metadata.values { print(field.key, value) }
public struct MetadataValues: Sendable, Hashable, Sequence {
  /// The entries in ascending order of field numbers, each once: number (one byte), length (LEB128), value.
  package private(set) var encoded: [UInt8] = []

  public init() {}

  /// Decodes values; `nil` if the bytes are invalid.
  package init?(encoded: [UInt8]) {
    let isValid = encoded.withUnsafeBytes { bytes in
      var entries = Entries(bytes)
      var last: UInt8 = 0
      while let (number, _) = entries.next() {
        guard number > last, MetadataField(rawValue: number) != nil else { return false }
        last = number
      }
      return entries.position == bytes.count
    }
    guard isValid else { return nil }
    self.encoded = encoded
  }

  init(ascending values: some Sequence<(field: MetadataField, value: FieldValue)>) {
    var entries: [UInt8] = []
    entries.reserveCapacity(Self.usualCapacity)
    for (field, value) in values where value != field.declaration.defaultValue {
      Self.append(field.rawValue, to: &entries) { value.append(encodedTo: &$0) }
    }
    // They live as long as the photo, so they get no spare memory.
    encoded = entries.withUnsafeBufferPointer { Array($0) }
  }

  /// The number of bytes of most photos.
  private static let usualCapacity = 256

  /// Appends an entry with a higher number than those before it.
  package static func append(_ number: UInt8, to entries: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
    entries.append(number)
    let start = entries.count
    entries.append(0)
    value(&entries)
    // Most lengths fit in the byte reserved for them.
    let length = entries.count - start - 1
    if length < 0x80 {
      entries[start] = UInt8(length)
    } else {
      var bytes: [UInt8] = []
      bytes.append(length: length)
      entries.replaceSubrange(start...start, with: bytes)
    }
  }

  public var isEmpty: Bool { encoded.isEmpty }

  public static func == (left: MetadataValues, right: MetadataValues) -> Bool {
    // Arrays are compared byte by byte.
    left.encoded.count == right.encoded.count
      && left.encoded.withUnsafeBytes { first in
        right.encoded.withUnsafeBytes { second in
          guard let first = first.baseAddress, let second = second.baseAddress else { return true }
          return first == second || memcmp(first, second, left.encoded.count) == 0
        }
      }
  }

  public func hash(into hasher: inout Hasher) {
    encoded.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The value of a field; a value of another kind is ignored.
  public subscript(field: MetadataField) -> FieldValue? {
    get {
      encoded.withUnsafeBytes { Entries($0)[field.rawValue].flatMap { FieldValue($0, field.kind) } }
    }
    set {
      if let newValue, newValue.kind != field.kind { return }
      var entry: [UInt8] = []
      if let newValue, newValue != field.declaration.defaultValue {
        Self.append(field.rawValue, to: &entry) { newValue.append(encodedTo: &$0) }
      }
      encoded.replaceSubrange(place(of: field), with: entry)
    }
  }

  /// Returns the items of a list, a single string, or an empty array for any other kind of field.
  package func texts(_ field: MetadataField) -> [String] {
    switch self[field] {
    case .list(let texts): texts
    case .text(let text): [text]
    case .bytes, .integer, .number, .flag, .date, .moment, .regions, nil: []
    }
  }

  /// The range of a field's entry, or the empty range of its insertion point.
  private func place(of field: MetadataField) -> Range<Int> {
    encoded.withUnsafeBytes { bytes in
      var entries = Entries(bytes)
      while true {
        let start = entries.position
        guard let (number, _) = entries.next(), number <= field.rawValue else { return start..<start }
        if number == field.rawValue { return start..<entries.position }
      }
    }
  }

  /// Tests the strings of some fields, including arrays, until one meets a condition. Decodes no value.
  package func contains(
    in fields: Set<MetadataField>, _ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    encoded.withUnsafeBytes { bytes in
      Entries(bytes).contains { number, value in
        guard let field = MetadataField(rawValue: number), fields.contains(field) else { return false }
        return Self.holdsText(value, field.kind, isWanted)
      }
    }
  }

  /// Calls `body` with each field in ascending order of numbers, and its encoded value.
  package func forEachEncoded(_ body: (MetadataField, UnsafeRawBufferPointer) throws -> Void) rethrows {
    try encoded.withUnsafeBytes { bytes in
      for (number, value) in Entries(bytes) {
        if let field = MetadataField(rawValue: number) { try body(field, value) }
      }
    }
  }

  /// Whether a text of an encoded value meets a condition; numbers, dates and flags have none.
  package static func holdsText(
    _ bytes: UnsafeRawBufferPointer, _ kind: FieldKind, _ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    switch kind {
    case .text: return isWanted(bytes.bindMemory(to: UInt8.self))
    case .list:
      var position = 0
      while position < bytes.count, let text = bytes.run(at: &position) {
        if isWanted(text.bindMemory(to: UInt8.self)) { return true }
      }
      return false
    case .regions, .integer, .number, .flag, .date: return false
    }
  }

  /// Iterates over encoded entries; an invalid one ends the sequence.
  package struct Entries: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    fileprivate(set) var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next entry. Queries call this millions of times.
    @inline(__always)
    package mutating func next() -> (number: UInt8, value: UnsafeRawBufferPointer)? {
      guard position &+ 1 < bytes.count else { return nil }
      let number = bytes[position]
      var start = position &+ 1
      guard let value = bytes.run(at: &start) else { return nil }
      position = start
      return (number, value)
    }

    package subscript(number: UInt8) -> UnsafeRawBufferPointer? {
      var entries = self
      while let entry = entries.next(), entry.number <= number {
        if entry.number == number { return entry.value }
      }
      return nil
    }
  }

  public struct Iterator: IteratorProtocol {
    private let values: MetadataValues
    private var position = 0

    init(_ values: MetadataValues) { self.values = values }

    public mutating func next() -> (field: MetadataField, value: FieldValue)? {
      values.encoded.withUnsafeBytes { bytes in
        var entries = Entries(bytes)
        entries.position = position
        defer { position = entries.position }
        while let (number, bytes) = entries.next() {
          if let field = MetadataField(rawValue: number), let value = FieldValue(bytes, field.kind) {
            return (field, value)
          }
        }
        return nil
      }
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}
