import PhotoFormats

/// Builds TIFF structures: the values precede their directory.
struct TIFFBuilder: Sendable {
  enum Value: Sendable {
    case bytes([UInt8], type: UInt16 = 7)
    case ascii(String)
    case short([UInt16])
    case long([UInt32])
    case rational([(UInt32, UInt32)])
    case signedRational([(Int32, Int32)])
    case long8([UInt64])
    /// The offsets of other directories.
    case directories([[Entry]])
  }

  struct Entry: Sendable {
    let tag: UInt16
    let value: Value

    init(_ tag: UInt16, _ value: Value) {
      self.tag = tag
      self.value = value
    }
  }

  var order = ByteOrder.little
  var isBig = false
  /// Replaces the first four bytes, as camera makers do.
  var signature: [UInt8]?
  /// The bytes after the offset of the first directory.
  var headerTail: [UInt8] = []
  private var output: [UInt8] = []

  init(_ order: ByteOrder = .little, isBig: Bool = false, signature: String? = nil, headerTail: [UInt8] = [])
  {
    self.order = order
    self.isBig = isBig
    self.signature = signature.map { Array($0.utf8) }
    self.headerTail = headerTail
  }

  /// A file with a chain of directories.
  func file(_ chain: [[Entry]]) -> [UInt8] {
    var builder = self
    builder.output =
      signature ?? (order == .little ? [0x49, 0x49] : [0x4D, 0x4D]) + number(isBig ? 43 : 42, 2)
    if isBig { builder.output += number(8, 2) + number(0, 2) }
    let first = builder.output.count
    builder.output += number(0, offsetSize) + headerTail
    var next = 0
    for directory in chain.reversed() { next = builder.append(directory, next: next) }
    builder.output.replaceSubrange(first..<first + offsetSize, with: number(next, offsetSize))
    return builder.output
  }

  private var offsetSize: Int { isBig ? 8 : 4 }

  private mutating func append(_ directory: [Entry], next: Int) -> Int {
    var table: [UInt8] = number(directory.count, isBig ? 8 : 2)
    for entry in directory {
      let (type, size, bytes) = encoded(entry.value)
      table += number(Int(entry.tag), 2) + number(Int(type), 2) + number(bytes.count / size, offsetSize)
      if bytes.count <= offsetSize {
        table += bytes + [UInt8](repeating: 0, count: offsetSize - bytes.count)
      } else {
        table += number(output.count, offsetSize)
        output += bytes + (bytes.count % 2 == 1 ? [0] : [])
      }
    }
    let offset = output.count
    output += table + number(next, offsetSize)
    return offset
  }

  private mutating func encoded(_ value: Value) -> (type: UInt16, size: Int, bytes: [UInt8]) {
    switch value {
    case .bytes(let bytes, let type): return (type, 1, bytes)
    case .ascii(let text): return (2, 1, Array(text.utf8) + [0])
    case .short(let values): return (3, 2, values.flatMap { number(Int($0), 2) })
    case .long(let values): return (4, 4, values.flatMap { number(Int($0), 4) })
    case .rational(let values): return (5, 8, values.flatMap { number(Int($0.0), 4) + number(Int($0.1), 4) })
    case .signedRational(let values):
      return (10, 8, values.flatMap { number(Int($0.0), 4) + number(Int($0.1), 4) })
    case .long8(let values): return (16, 8, values.flatMap { number(Int(truncatingIfNeeded: $0), 8) })
    case .directories(let children):
      let offsets = children.map { append($0, next: 0) }
      return (isBig ? 18 : 4, offsetSize, offsets.flatMap { number($0, offsetSize) })
    }
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return order == .little ? bytes : bytes.reversed()
  }

  /// A JPEG of 16 × 8 samples up to its first scan, with an Exif block.
  static func jpeg(exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 8
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + exif
      + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
  }
}

extension TIFFBuilder.Entry {
  /// The directories of a photo as a camera writes it.
  static func photo(make: String = "Maker", model: String = "Model 1") -> [TIFFBuilder.Entry] {
    [
      .init(0x0100, .short([4000])), .init(0x0101, .short([3000])),
      .init(0x010F, .ascii(make)), .init(0x0110, .ascii(model)), .init(0x0112, .short([6])),
      .init(0x0132, .ascii("2014:05:26 11:00:00")),
      .init(
        0x8769,
        .directories([
          [
            .init(0x9003, .ascii("2014:05:25 10:00:00")), .init(0x9004, .ascii("2014:05:25 10:00:01")),
            .init(0x9010, .ascii("+02:00")), .init(0x9011, .ascii("+09:00")),
            .init(0x9286, .bytes(Array("ASCII\0\0\0Screenshot".utf8))),
            .init(0x9290, .ascii("12")), .init(0x9291, .ascii("345")), .init(0x9292, .ascii("6")),
          ]
        ])),
      .init(
        0x8825,
        .directories([
          [
            .init(0x0001, .ascii("S")), .init(0x0002, .rational([(33, 1), (51, 1), (30, 1)])),
            .init(0x0003, .ascii("E")), .init(0x0004, .rational([(151, 1), (12, 1), (3600, 100)])),
            .init(0x0005, .bytes([1], type: 1)), .init(0x0006, .rational([(125, 10)])),
            .init(0x0007, .rational([(1, 1), (0, 1), (5, 1)])), .init(0x001D, .ascii("2014:05:25")),
          ]
        ])),
    ]
  }
}
