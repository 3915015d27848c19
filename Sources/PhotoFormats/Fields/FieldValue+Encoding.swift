extension FieldValue {
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(encodedTo: &bytes)
    return bytes
  }

  /// Appends the value as in `MetadataValues`.
  ///
  /// A text is UTF-8, a list a sequence of lengths and strings, a whole number its two's complement in the fewest
  /// bytes, least significant byte first, another number a `CompactNumber`, and a flag one byte.
  func append(encodedTo bytes: inout [UInt8]) {
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
      Self.date(CaptureDate(time: time, offsetMinutes: 0, source: .file)).append(encodedTo: &bytes)
    case .date(let date):
      withUnsafeBytes(of: date.time.seconds.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: date.nanoseconds.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: (date.offsetMinutes ?? .min).littleEndian) { bytes += $0 }
      bytes.append(date.fractionDigits)
      bytes.append(date.source.rawValue)
    case .regions(let faces): for face in faces { face.append(to: &bytes) }
    }
  }

  /// Decodes a value of a kind.
  package init?(_ bytes: UnsafeRawBufferPointer, _ kind: FieldKind) {
    var position = 0
    switch kind {
    case .text: self = .text(String(decoding: bytes, as: UTF8.self))
    case .list:
      var texts: [String] = []
      while position < bytes.count {
        guard let text = bytes.run(at: &position) else { return nil }
        texts.append(String(decoding: text, as: UTF8.self))
      }
      self = .list(texts)
    case .integer: self = .integer(CompactNumber.integer(bytes))
    case .number:
      guard let number = CompactNumber.number(bytes) else { return nil }
      self = .number(number)
    case .regions:
      var faces: [FaceRegion] = []
      while position < bytes.count {
        guard let face = FaceRegion(bytes, at: &position) else { return nil }
        faces.append(face)
      }
      self = .regions(faces)
    case .flag: self = .flag(bytes.first == 1)
    case .date:
      guard bytes.count == 16, let source = DateSource(rawValue: bytes[15]) else { return nil }
      let offset = Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: Int16.self))
      self = .date(
        CaptureDate(
          time: CivilTime(seconds: Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))),
          nanoseconds: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
          fractionDigits: bytes[14], offsetMinutes: offset == .min ? nil : offset, source: source))
    }
  }
}

extension Array<UInt8> {
  /// Appends a length in LEB128: groups of seven bits, the lowest first.
  mutating func append(length: Int) {
    var rest = length
    while rest >= 0x80 {
      append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes after the length at a position, which advances to their end.
  @inline(__always)
  func run(at position: inout Int) -> UnsafeRawBufferPointer? {
    guard let length = length(at: &position), length <= count &- position else { return nil }
    let run = UnsafeRawBufferPointer(start: baseAddress.map { $0 + position }, count: length)
    position = position &+ length
    return run
  }

  @inline(__always)
  private func length(at position: inout Int) -> Int? {
    guard position < count else { return nil }
    // Most lengths take one byte.
    let first = self[position]
    position = position &+ 1
    return first < 0x80 ? Int(first) : longLength(Int(first & 0x7F), at: &position)
  }

  private func longLength(_ first: Int, at position: inout Int) -> Int? {
    var length = first
    for shift in stride(from: 7, through: 28, by: 7) {
      guard position < count else { return nil }
      let byte = self[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
    }
    return nil
  }
}
