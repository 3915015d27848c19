import PhotoFiles

/// The values of the declared fields of one photo.
///
/// They are kept as one run of bytes, which is also how a catalog stores them: a photo without any costs nothing, and
/// a photo with some costs one allocation of about the size of its texts. A value is taken apart when it is asked for.
///
///     metadata.values[.duration]   // .number(12.5)
///     for (field, value) in metadata.values { print(field.key, value) }
public struct MetadataValues: Sendable, Hashable {
  /// The entries in ascending order of their fields' numbers, each once: the number (one byte), the length of what
  /// follows (LEB128), and the value, coded as `FieldValue.append(encodedTo:)` says.
  package private(set) var encoded: [UInt8] = []

  /// No values.
  public init() {}

  /// The values that `encoded` holds, or `nil` if the bytes are not what this version writes.
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

  /// Values in ascending order of their fields' numbers, each once and of its field's kind.
  init(ascending values: some Sequence<(field: MetadataField, value: FieldValue)>) {
    var entries: [UInt8] = []
    entries.reserveCapacity(Self.usualCapacity)
    for (field, value) in values {
      Self.append(field.rawValue, to: &entries) { value.append(encodedTo: &$0) }
    }
    // They stay as long as the photo does, so they take no more memory than they need.
    encoded = [UInt8](unsafeUninitializedCapacity: entries.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: entries)
    }
  }

  /// The bytes of most photos.
  private static let usualCapacity = 256

  /// Appends an entry, whose number is greater than that of those before it.
  package static func append(_ number: UInt8, to entries: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
    entries.append(number)
    let start = entries.count
    entries.append(0)
    value(&entries)
    // Most values are so short that their length takes the one byte that was left for it.
    let length = entries.count - start - 1
    if length < 0x80 {
      entries[start] = UInt8(length)
    } else {
      var bytes: [UInt8] = []
      bytes.append(length: length)
      entries.replaceSubrange(start...start, with: bytes)
    }
  }

  /// True if no field has a value.
  public var isEmpty: Bool { encoded.isEmpty }

  public static func == (left: MetadataValues, right: MetadataValues) -> Bool {
    // An array would be compared byte by byte.
    left.encoded.count == right.encoded.count
      && left.encoded.withUnsafeBytes { first in
        right.encoded.withUnsafeBytes { second in
          guard let first = first.baseAddress, let second = second.baseAddress else { return true }
          return first == second || memcmp(first, second, left.encoded.count) == 0
        }
      }
  }

  public func hash(into hasher: inout Hasher) {
    // An array would be hashed byte by byte.
    encoded.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The value of a field; a value of another kind than the field's is not taken.
  public subscript(field: MetadataField) -> FieldValue? {
    get {
      encoded.withUnsafeBytes { Entries($0)[field.rawValue].flatMap { FieldValue($0, field.kind) } }
    }
    set {
      if let newValue, newValue.kind != field.kind { return }
      var entry: [UInt8] = []
      if let newValue { Self.append(field.rawValue, to: &entry) { newValue.append(encodedTo: &$0) } }
      encoded.replaceSubrange(place(of: field), with: entry)
    }
  }

  /// Where the entry of a field is; empty, where it would begin, if there is none.
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

  /// True if a text of one of some fields, or of their lists, fulfils a condition. No value is taken apart for it.
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

  /// Calls `body` with each field that has a value, in ascending order of their numbers, and the value as it is kept.
  package func forEachEncoded(_ body: (MetadataField, UnsafeRawBufferPointer) throws -> Void) rethrows {
    try encoded.withUnsafeBytes { bytes in
      for (number, value) in Entries(bytes) {
        if let field = MetadataField(rawValue: number) { try body(field, value) }
      }
    }
  }

  /// True if one of the texts that a value of a kind holds fulfils a condition; numbers, dates and flags hold none.
  ///
  /// - Parameter bytes: the value as it is kept.
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
}

extension MetadataValues {
  /// Goes through entries in memory that somebody else owns; one that does not fit ends the sequence.
  package struct Entries: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next entry begins.
    fileprivate(set) var position = 0

    /// The entries in some bytes.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number of the next entry, and its value as it is kept. A question asks it some millions of times.
    @inline(__always)
    package mutating func next() -> (number: UInt8, value: UnsafeRawBufferPointer)? {
      guard position &+ 1 < bytes.count else { return nil }
      let number = bytes[position]
      var start = position &+ 1
      guard let value = bytes.run(at: &start) else { return nil }
      position = start
      return (number, value)
    }

    /// The value of a number as it is kept, or `nil` if there is none.
    package subscript(number: UInt8) -> UnsafeRawBufferPointer? {
      var entries = self
      while let entry = entries.next(), entry.number <= number {
        if entry.number == number { return entry.value }
      }
      return nil
    }
  }
}

extension MetadataValues: Sequence {
  /// Goes through the fields that have a value, in ascending order of their numbers.
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
