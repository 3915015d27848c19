import SystemPackage

/// The last component of a path as the file system has it: bytes, which need not be UTF-8.
public struct FileName: Sendable, Hashable {
  /// The bytes of the name; never empty, without a slash or NUL.
  public let bytes: [UInt8]

  /// A name from the bytes of the file system.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The name as text; bytes that are no UTF-8 are shown as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Calls `body` with the name as a NUL-terminated text for a system call.
  package func withPlatformString<Result>(_ body: (UnsafePointer<CInterop.PlatformChar>) -> Result) -> Result
  {
    withUnsafeTemporaryAllocation(of: CInterop.PlatformChar.self, capacity: bytes.count + 1) { text in
      guard let start = text.baseAddress else { return body([0]) }
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
      text[bytes.count] = 0
      return body(start)
    }
  }

  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    // What no name holds tells where it ends.
    hasher.combine(UInt8(0))
  }

  /// True for `.hidden` names.
  public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// The extension in ASCII lower case without the dot; empty where there is none.
  public var lowercasedExtension: String {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(
      decoding: bytes[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// True where the extension is one that photos or videos of the known formats carry.
  ///
  /// Never decides what a file is; it tells a photo that lost its content from a file of another kind.
  public var hasPhotoExtension: Bool {
    // The usual names are decided without making a string.
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), (2...5).contains(bytes.count - dot - 1), dot > 0
    else {
      return false
    }
    var code: UInt64 = 0
    for byte in bytes[(dot + 1)...] {
      code = code << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return Self.photoExtensionCodes.contains(code)
  }

  /// The date written in the name, where one is.
  public var captureDate: CaptureDate? { FileNameDate.read(Bytes(bytes)) }

  /// True where the name is one that systems give to screenshots.
  public var isScreenshotName: Bool { ScreenshotName.matches(Bytes(bytes)) }

  private static let photoExtensionCodes: Set<UInt64> = Set(
    [
      "jpg", "jpeg", "jpe", "mpo", "png", "apng", "gif", "webp", "tif", "tiff", "heic", "heif", "hif", "avif",
      "cr2", "cr3", "nef", "dng", "arw", "orf", "rw2", "raf", "srw", "pef", "mov", "mp4", "m4v", "3gp",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
}

extension FileName: Comparable {
  /// Natural order: ASCII letters of either case alike, runs of digits by their value, so that
  /// `img2` comes before `IMG10`; names that are alike in this are ordered by their bytes.
  public static func < (left: FileName, right: FileName) -> Bool {
    naturalOrder(left.bytes, right.bytes) < 0
  }

  /// Below zero where `left` comes first in natural order, zero where the bytes are equal.
  public static func naturalOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let order = left.withUnsafeBufferPointer { first in
      right.withUnsafeBufferPointer { second in compareNaturally(first, second) }
    }
    if order != 0 { return order }
    if left == right { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private static func compareNaturally(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var i = 0
    var j = 0
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        while i < left.count, left[i] == 0x30 { i += 1 }
        while j < right.count, right[j] == 0x30 { j += 1 }
        let startLeft = i
        let startRight = j
        while i < left.count, isDigit(left[i]) { i += 1 }
        while j < right.count, isDigit(right[j]) { j += 1 }
        if i - startLeft != j - startRight { return (i - startLeft) - (j - startRight) }
        for offset in 0..<(i - startLeft) where left[startLeft + offset] != right[startRight + offset] {
          return Int(left[startLeft + offset]) - Int(right[startRight + offset])
        }
      } else {
        let a = folded(left[i])
        let b = folded(right[j])
        if a != b { return Int(a) - Int(b) }
        i += 1
        j += 1
      }
    }
    return (left.count - i) - (right.count - j)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
