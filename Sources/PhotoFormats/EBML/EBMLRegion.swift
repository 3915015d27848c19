/// A range of a source that contains EBML elements: a file, or the content of an element (RFC 8794).
struct EBMLRegion {
  static let readLimit = 1 << 20
  private static let textLimit = 4096

  let source: ByteSource
  let range: Range<Int>

  init(_ source: ByteSource) { self.init(source, 0..<source.count) }

  fileprivate init(_ source: ByteSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  var elements: EBMLElements { EBMLElements(self, at: range.lowerBound) }

  func first(_ identifier: EBMLIdentifier) -> EBMLElement? { elements.first { $0.identifier == identifier } }

  func element(at offset: UInt64) -> EBMLElement? {
    guard offset < UInt64(range.count) else { return nil }
    var elements = EBMLElements(self, at: range.lowerBound + Int(offset))
    return elements.next()
  }

  func loaded() -> EBMLRegion { EBMLRegion(ByteSource(bytes(Self.readLimit))) }

  private func bytes(_ limit: Int) -> Bytes {
    source.bytes(at: range.lowerBound, count: min(range.count, limit))
  }

  /// The content as an unsigned number of at most eight bytes (RFC 8794, 7.2).
  var unsigned: UInt64? { range.count > 8 ? nil : bytes(8).integer(at: 0, size: range.count, .big) }

  /// The content as a number of four or eight bytes (RFC 8794, 7.3).
  var float: Double? {
    switch range.count {
    case 4: bytes(4).uint32(at: 0, .big).map { Double(Float(bitPattern: $0)) }
    case 8: bytes(8).uint64(at: 0, .big).map { Double(bitPattern: $0) }
    default: nil
    }
  }

  /// The content as nanoseconds since 2001-01-01T00:00:00Z (RFC 8794, 7.6).
  var nanoseconds: Int64? {
    range.count == 8 ? bytes(8).uint64(at: 0, .big).map { Int64(bitPattern: $0) } : nil
  }

  var text: String? { textBytes.trimmedText }

  var textBytes: Bytes { bytes(Self.textLimit) }
}

struct EBMLElement {
  /// `nil` if the element isn't read.
  let identifier: EBMLIdentifier?
  /// The content after identifier and size, up to the end of the region at most.
  let content: EBMLRegion
}

/// Iterates over the elements of a region; ends at an invalid one.
///
/// An element of unknown size (RFC 8794, 6.2) extends to the end of its region, as a Segment and its last Cluster do.
struct EBMLElements: Sequence, IteratorProtocol {
  private static let limit = 4096

  private let region: EBMLRegion
  private var position: Int
  private var remaining = limit

  fileprivate init(_ region: EBMLRegion, at position: Int) {
    self.region = region
    self.position = position
  }

  mutating func next() -> EBMLElement? {
    let available = region.range.upperBound - position
    guard remaining > 0, available >= 2 else { return nil }
    // An identifier has up to four bytes, a size up to eight; the leading zeros state the number.
    let header = region.source.bytes(at: position, count: Swift.min(12, available))
    guard let first = header[0], first >= 0x10 else { return nil }
    let identifierCount = first.leadingZeroBitCount + 1
    guard let identifier = header.integer(at: 0, size: identifierCount, .big),
      let second = header[identifierCount], second > 0
    else { return nil }
    let sizeCount = second.leadingZeroBitCount + 1
    guard let marked = header.integer(at: identifierCount, size: sizeCount, .big) else { return nil }
    let largest = (UInt64(1) << UInt64(7 * sizeCount)) - 1
    let start = position + identifierCount + sizeCount
    let left = region.range.upperBound - start
    let size = marked & largest == largest ? left : Swift.min(Int(clamping: marked & largest), left)
    position = start + size
    remaining -= 1
    return EBMLElement(
      identifier: EBMLIdentifier(rawValue: UInt32(clamping: identifier)),
      content: EBMLRegion(region.source, start..<start + size))
  }
}
