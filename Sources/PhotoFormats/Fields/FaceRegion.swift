/// A face in a picture. Coordinates are fractions of the stored picture's width and height, from its top left corner.
public struct FaceRegion: Sendable, Hashable {
  /// The name of the person; empty if it isn't known.
  public var name: String
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(name: String, x: Double, y: Double, width: Double, height: Double) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Name and coordinates in one line, as in templates and tables.
  public var text: String {
    let places = [x, y, width, height].map { (($0 * 10_000).rounded() / 10_000).shortestText }
    return ([name].filter { !$0.isEmpty } + places).joined(separator: " ")
  }

  /// Returns the region in the upright picture of a photo with an orientation (Exif 2.32, 4.6.4 A, tag 0x0112).
  package func upright(_ orientation: Orientation) -> FaceRegion {
    let (right, bottom) = (1 - x - width, 1 - y - height)
    let place =
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (right, y)
      case .down: (right, bottom)
      case .downMirrored: (x, bottom)
      case .leftMirrored: (y, x)
      case .right: (bottom, x)
      case .rightMirrored: (bottom, right)
      case .left: (y, right)
      }
    return FaceRegion(
      name: name, x: place.0, y: place.1, width: orientation.swapsSides ? height : width,
      height: orientation.swapsSides ? width : height)
  }

  /// Appends the region as in `MetadataValues`: the length of the name, the name, and four single-precision numbers,
  /// least significant byte first.
  func append(to bytes: inout [UInt8]) {
    bytes.append(length: name.utf8.count)
    bytes += name.utf8
    for number in [x, y, width, height] {
      withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { bytes += $0 }
    }
  }

  /// Decodes the region at a position, which advances to its end.
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
