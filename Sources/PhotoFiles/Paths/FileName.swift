import SystemPackage

/// The last component of a path: bytes, which need not be UTF-8.
public struct FileName: Sendable, Hashable {
  /// The bytes of the name; never empty, and free of slashes and NULs.
  public let bytes: [UInt8]

  /// Creates a name from bytes, or returns `nil` if they are empty or contain a slash or NUL.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return nil }
    self.bytes = bytes
  }

  package init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  public init(_ component: FilePath.Component) {
    bytes = FilePath(root: nil, components: component).fileSystemBytes
  }

  /// The name as a string, with U+FFFD for invalid UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  package func withPlatformString<Result>(_ body: (UnsafePointer<CInterop.PlatformChar>) -> Result) -> Result
  {
    withUnsafeTemporaryAllocation(of: CInterop.PlatformChar.self, capacity: bytes.count + 1) { text in
      guard let start = text.baseAddress else { return body([0]) }
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
      text[bytes.count] = 0
      return body(start)
    }
  }

  public static func == (left: FileName, right: FileName) -> Bool {
    left.bytes.count == right.bytes.count && order(left.bytes, right.bytes) == 0
  }

  package func bytesPrecede(_ other: FileName) -> Bool {
    let order = Self.order(bytes, other.bytes)
    return order == 0 ? bytes.count < other.bytes.count : order < 0
  }

  /// Compares two names up to the end of the shorter one with memcmp(3): arrays compare byte by byte.
  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int32 {
    left.withUnsafeBytes { first in
      right.withUnsafeBytes { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
        return memcmp(first, second, min(left.count, right.count))
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    // Terminate with a byte that no name contains.
    hasher.combine(UInt8(0))
  }

  public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// The name before the dot of the extension.
  public var stem: [UInt8] { bytes.withUnsafeBufferPointer { Array(Self.stem(of: $0)) } }

  package static func stem(of name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return UnsafeBufferPointer(rebasing: name[..<dot])
  }

  /// The most bytes of a name on common file systems (NAME_MAX).
  private static let limit = 255

  /// The name with bytes before its extension, as in `IMG_1 2.jpg`. Its own bytes are cut if there is no room for them.
  ///
  /// - Parameter room: the bytes that a longer name needs besides.
  package func inserting(_ infix: [UInt8], leaving room: Int = 0) -> FileName {
    var stem = stem
    var suffix = Array(bytes.dropFirst(stem.count))
    // An extension isn't that long.
    if suffix.count > 32 { (stem, suffix) = (bytes, []) }
    let most = Self.limit - room - infix.count - suffix.count
    var end = min(stem.count, most)
    func divides(_ end: Int) -> Bool { end < stem.count && stem[end] & 0xC0 == 0x80 }
    // Some file systems refuse half a character of UTF-8; bytes that are not UTF-8 are cut anywhere.
    while end > max(1, most - 3), divides(end) { end -= 1 }
    if divides(end) { end = most }
    return FileName(unchecked: stem[..<end] + infix + suffix)
  }

  /// The extension in lowercase ASCII, or an empty string. Excludes the dot.
  public var lowercasedExtension: String {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: bytes[(dot + 1)...].map(\.lowercased), as: UTF8.self)
  }
}

extension FileName: CustomStringConvertible {
  /// The name for messages, with control characters escaped.
  public var description: String { SafeText.escaping(utf8: bytes) }
}

extension FileName: Comparable {
  /// Compares two names in natural order: ASCII case is ignored, and runs of digits are compared by value, so that
  /// `img2` comes before `IMG10`; names that are equal in this are ordered by their bytes.
  public static func < (left: FileName, right: FileName) -> Bool {
    naturalOrder(left.bytes, right.bytes) < 0
  }

  /// Returns a number below zero if `left` comes first in natural order, zero if the bytes are equal.
  public static func naturalOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { first in
      right.withUnsafeBufferPointer { second in naturalOrder(first, second) }
    }
  }

  package static func naturalOrder(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let order = compareNaturally(left, right)
    if order != 0 { return order }
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Returns a number below zero if `left` comes first in natural order, and zero if only the case of ASCII letters and
  /// leading zeros of numbers differ.
  package static func looseOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { first in
      right.withUnsafeBufferPointer { second in compareNaturally(first, second) }
    }
  }

  private static func compareNaturally(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    // Names in a folder usually have a common prefix, which is skipped up to the first number or character that differs.
    var i = startOfNumber(in: left, before: commonCount(left, right))
    var j = i
    while i < left.count, j < right.count {
      if left[i].isDigit, right[j].isDigit {
        while i < left.count, left[i] == 0x30 { i += 1 }
        while j < right.count, right[j] == 0x30 { j += 1 }
        let startLeft = i
        let startRight = j
        while i < left.count, left[i].isDigit { i += 1 }
        while j < right.count, right[j].isDigit { j += 1 }
        if i - startLeft != j - startRight { return (i - startLeft) - (j - startRight) }
        for offset in 0..<(i - startLeft) where left[startLeft + offset] != right[startRight + offset] {
          return Int(left[startLeft + offset]) - Int(right[startRight + offset])
        }
      } else {
        let a = left[i].lowercased
        let b = right[j].lowercased
        if a != b { return Int(a) - Int(b) }
        i += 1
        j += 1
      }
    }
    return (left.count - i) - (right.count - j)
  }

  /// Returns the start of the number that may continue at an offset, or the offset itself.
  static func startOfNumber(in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
    var start = end
    while start > 0, text[start - 1].isDigit { start -= 1 }
    return start
  }

  static func commonCount(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { first in
      right.withUnsafeBufferPointer { second in commonCount(first, second) }
    }
  }

  private static func commonCount(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
    -> Int
  {
    let count = min(left.count, right.count)
    var index = 0
    while index < count, left[index] == right[index] { index += 1 }
    return index
  }
}
