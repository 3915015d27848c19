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
  /// follows (LEB128), and the value.
  ///
  /// A text is UTF-8; a list is texts, each preceded by its length; a whole number is in two's complement of as few
  /// bytes as hold it, least significant byte first; a number is as `CompactNumber` writes it; a flag is one byte.
  package private(set) var encoded: [UInt8] = []

  /// No values.
  public init() {}

  /// The values that `encoded` holds, or `nil` if the bytes are not what this version writes.
  package init?(encoded: [UInt8]) {
    self.encoded = encoded
    var position = 0
    var last = 0
    while position < encoded.count {
      guard let entry = entry(at: position), entry.number > last,
        MetadataField(rawValue: encoded[position]) != nil
      else { return nil }
      last = entry.number
      position = entry.payload.upperBound
    }
  }

  /// Values in ascending order of their fields' numbers, each once and of its field's kind.
  init(ascending values: some Sequence<(field: MetadataField, value: FieldValue)>) {
    var entries: [UInt8] = []
    entries.reserveCapacity(Self.usualCapacity)
    for (field, value) in values { Self.append(value, for: field, to: &entries) }
    // They stay as long as the photo does, so they take no more memory than they need.
    encoded = [UInt8](unsafeUninitializedCapacity: entries.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: entries)
    }
  }

  /// The bytes of most photos.
  private static let usualCapacity = 256

  private static func append(_ value: FieldValue, for field: MetadataField, to entries: inout [UInt8]) {
    entries.append(field.rawValue)
    let start = entries.count
    entries.append(0)
    value.appendEncoded(to: &entries)
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
      place(of: field).entry.flatMap { FieldValue(encoded[$0.payload], field.kind) }
    }
    set {
      let (position, entry) = place(of: field)
      var bytes: [UInt8] = []
      if let newValue {
        guard newValue.kind == field.kind else { return }
        let payload = newValue.encoded
        bytes.append(field.rawValue)
        bytes.append(length: payload.count)
        bytes += payload
      }
      encoded.replaceSubrange(position..<(entry?.payload.upperBound ?? position), with: bytes)
    }
  }

  /// True if a text of one of some fields, or of their lists, fulfils a condition. No value is taken apart for it.
  package func contains(
    in fields: Set<MetadataField>, _ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var position = 0
    while position < encoded.count, let entry = entry(at: position) {
      position = entry.payload.upperBound
      guard let field = MetadataField(rawValue: UInt8(truncatingIfNeeded: entry.number)),
        fields.contains(field)
      else { continue }
      let isFound = encoded[entry.payload].withUnsafeBufferPointer { bytes in
        switch field.kind {
        case .text: isWanted(bytes)
        case .list: bytes.containsItem(isWanted)
        case .integer, .number, .flag, .date, .regions: false
        }
      }
      if isFound { return true }
    }
    return false
  }

  /// Calls `body` with each field that has a value, in ascending order of their numbers, and the value as it is kept.
  package func forEachEncoded(_ body: (MetadataField, UnsafeRawBufferPointer) -> Void) {
    encoded.withUnsafeBytes { bytes in
      EncodedEntries(bytes).forEach { number, value in
        if let field = MetadataField(rawValue: number) { body(field, value) }
      }
    }
  }

  private struct Entry {
    let number: Int
    let payload: Range<Int>
  }

  /// The entry that begins at a position.
  private func entry(at position: Int) -> Entry? {
    var start = position + 1
    guard let length = encoded.length(at: &start), length <= encoded.count - start else { return nil }
    return Entry(number: Int(encoded[position]), payload: start..<start + length)
  }

  /// The entry of a field, and where it begins or would begin.
  private func place(of field: MetadataField) -> (position: Int, entry: Entry?) {
    var position = 0
    while position < encoded.count, let entry = entry(at: position) {
      if entry.number >= Int(field.rawValue) {
        return (position, entry.number == Int(field.rawValue) ? entry : nil)
      }
      position = entry.payload.upperBound
    }
    return (position, nil)
  }
}

extension MetadataValues: Sequence {
  /// Goes through the fields that have a value, in ascending order of their numbers.
  public struct Iterator: IteratorProtocol {
    private let values: MetadataValues
    private var position = 0

    init(_ values: MetadataValues) { self.values = values }

    public mutating func next() -> (field: MetadataField, value: FieldValue)? {
      while position < values.encoded.count, let entry = values.entry(at: position) {
        position = entry.payload.upperBound
        if let field = MetadataField(rawValue: UInt8(truncatingIfNeeded: entry.number)),
          let value = FieldValue(values.encoded[entry.payload], field.kind)
        {
          return (field, value)
        }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}

extension FieldValue {
  /// The bytes of the value in `MetadataValues`.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    appendEncoded(to: &bytes)
    return bytes
  }

  /// Appends the bytes of the value in `MetadataValues`.
  fileprivate func appendEncoded(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes += text.utf8
    case .bytes(let value): bytes += value
    case .list(let texts):
      for text in texts {
        bytes.append(length: text.utf8.count)
        bytes += text.utf8
      }
    case .integer(let value): CompactNumber.append(value, to: &bytes)
    case .number(let value): CompactNumber.append(value, to: &bytes)
    case .flag(let value): bytes.append(value ? 1 : 0)
    case .moment(let time):
      Self.date(CaptureDate(time: time, offsetMinutes: 0, source: .file)).appendEncoded(to: &bytes)
    case .date(let date):
      withUnsafeBytes(of: date.time.seconds.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: date.nanoseconds.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: (date.offsetMinutes ?? .min).littleEndian) { bytes += $0 }
      bytes.append(date.fractionDigits)
      bytes.append(date.source.rawValue)
    case .regions(let faces): for face in faces { face.append(to: &bytes) }
    }
  }

  /// The value of a kind that bytes of `MetadataValues` hold.
  init?(_ bytes: ArraySlice<UInt8>, _ kind: FieldKind) {
    switch kind {
    case .text: self = .text(String(decoding: bytes, as: UTF8.self))
    case .list:
      var texts: [String] = []
      var position = bytes.startIndex
      while position < bytes.endIndex {
        guard let length = bytes.length(at: &position), length <= bytes.endIndex - position else {
          return nil
        }
        texts.append(String(decoding: bytes[position..<position + length], as: UTF8.self))
        position += length
      }
      self = .list(texts)
    case .integer: self = .integer(CompactNumber.integer(bytes))
    case .number:
      guard let number = CompactNumber.number(bytes) else { return nil }
      self = .number(number)
    case .regions:
      var faces: [FaceRegion] = []
      var position = bytes.startIndex
      while position < bytes.endIndex {
        guard let face = FaceRegion(bytes, at: &position) else { return nil }
        faces.append(face)
      }
      self = .regions(faces)
    case .flag: self = .flag(bytes.first == 1)
    case .date:
      guard bytes.count == 16, let last = bytes.last, let source = DateSource(rawValue: last) else {
        return nil
      }
      let start = bytes.startIndex
      let offset = Int16(truncatingIfNeeded: CompactNumber.integer(bytes[start + 12..<start + 14]))
      self = .date(
        CaptureDate(
          time: CivilTime(seconds: CompactNumber.integer(bytes[start..<start + 8])),
          nanoseconds: UInt32(truncatingIfNeeded: CompactNumber.integer(bytes[start + 8..<start + 12])),
          fractionDigits: bytes[start + 14], offsetMinutes: offset == .min ? nil : offset, source: source))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True if a text of a list, each preceded by its length, fulfils a condition.
  fileprivate func containsItem(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var position = 0
    while position < count, let length = length(at: &position), length <= count - position {
      if isWanted(UnsafeBufferPointer(rebasing: self[position..<position + length])) { return true }
      position += length
    }
    return false
  }
}

extension Array<UInt8> {
  /// Appends a length in groups of seven bits, lowest first (LEB128).
  mutating func append(length: Int) {
    var rest = length
    while rest >= 0x80 {
      append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The length at a position, which moves behind it, or `nil` if none stands there.
  func length(at position: inout Int) -> Int? {
    var length = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard position < endIndex else { return nil }
      let byte = self[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
    }
    return nil
  }
}
