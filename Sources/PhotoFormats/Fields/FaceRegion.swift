/// A face in a picture, with the name of the person if it is known.
///
/// Places are parts of the picture's width and height as it is stored, 0 to 1 from its top left corner.
public struct FaceRegion: Sendable, Hashable {
  /// The name; empty if it is not known.
  public var name: String
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// A face.
  public init(name: String, x: Double, y: Double, width: Double, height: Double) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Name and places in one line, as templates and tables write them.
  public var text: String {
    let places = [x, y, width, height].map { (($0 * 10_000).rounded() / 10_000).shortestText }
    return ([name].filter { !$0.isEmpty } + places).joined(separator: " ")
  }
}

extension FaceRegion {
  /// Appends the region as `MetadataValues` keeps it: the length of the name, the name, and four single-precision
  /// numbers, least significant byte first.
  func append(to bytes: inout [UInt8]) {
    bytes.append(length: name.utf8.count)
    bytes += name.utf8
    for number in [x, y, width, height] {
      withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { bytes += $0 }
    }
  }

  /// The region at a position, which moves behind it, or `nil` if none stands there.
  init?(_ bytes: UnsafeRawBufferPointer, at position: inout Int) {
    guard let name = bytes.run(at: &position), bytes.count - position >= 16 else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    let start = position
    func number(_ index: Int) -> Double {
      let bits = bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
      return Double(shortest: Float(bitPattern: UInt32(littleEndian: bits)))
    }
    (x, y, width, height) = (number(0), number(1), number(2), number(3))
    position += 16
  }
}
