/// Size, orientation and dynamic range of an item (ISO 23008-12, 6.5 and 9.3).
struct ItemProperties {
  /// The size before the orientation is applied.
  private(set) var pixelSize: PixelSize?
  private(set) var orientation = Orientation.up
  private(set) var range = DynamicRange()

  init?(of item: UInt32, in meta: BoxRegion) {
    guard let box = meta.first(.itemProperties)?.content, let container = box.first(.itemPropertyContainer)
    else { return nil }
    let properties = Array(container.content.boxes)
    var turn = ItemTurn()
    for association in box.boxes where association.type == .itemPropertyAssociation {
      let entry = ItemAssociations(association.content.bytes).first { $0.item == item }
      for index in entry?.properties ?? [] where index >= 1 && index <= properties.count {
        let property = properties[index - 1]
        switch property.type {
        case .imageSpatialExtents where pixelSize == nil:
          let bytes = property.content.bytes
          pixelSize = PixelSize(width: bytes.uint32(at: 4, .big), height: bytes.uint32(at: 8, .big))
        case .imageRotation: turn.rotate(anticlockwise: Int(property.content.bytes[0] ?? 0))
        case .imageMirror: if let axis = property.content.bytes[0] { turn.mirror(axis: axis & 1) }
        default: range.take(property)
        }
      }
    }
    orientation = turn.orientation
  }
}

struct ItemTurn {
  /// `true` to mirror the picture left to right before rotating it.
  private var isMirrored = false
  /// Clockwise quarter turns after that, 0 to 3.
  private var quarterTurns = 0

  /// Applies `irot` (6.5.10): anticlockwise quarter turns.
  mutating func rotate(anticlockwise turns: Int) { quarterTurns = (quarterTurns + 4 - turns & 3) & 3 }

  /// Applies `imir` (6.5.12): 0 exchanges top and bottom, 1 left and right.
  mutating func mirror(axis: UInt8) {
    // A turn before a mirroring is the opposite turn after it; top to bottom is left to right and half a turn.
    quarterTurns = (4 - quarterTurns + (axis == 0 ? 2 : 0)) & 3
    isMirrored.toggle()
  }

  var orientation: Orientation {
    let orientations: [Orientation] =
      isMirrored ? [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored] : [.up, .right, .down, .left]
    return orientations[quarterTurns]
  }
}

struct DynamicRange {
  private var hasHighTransfer = false
  private var bits = 8

  /// A Boolean value indicating a high dynamic range: by the transfer function, with at least ten bits.
  var isHigh: Bool { hasHighTransfer && bits >= 10 }

  mutating func take(_ property: Box) {
    let bytes = property.content.prefix(24)
    switch property.type {
    case .colour where bytes.fourCC(at: 0) == "nclx":
      // ITU-T H.273, 8.2: 16 is PQ, 18 is HLG.
      let transfer = bytes.uint16(at: 6, .big)
      hasHighTransfer = hasHighTransfer || transfer == 16 || transfer == 18
    case .pixelInformation: bits = max(bits, Int(bytes[5] ?? 0))
    // bit_depth_luma_minus8.
    case .hevcConfiguration: bits = max(bits, Int((bytes[17] ?? 0) & 7) + 8)
    // high_bitdepth.
    case .av1Configuration: bits = max(bits, (bytes[2] ?? 0) & 0x40 == 0 ? 8 : 10)
    default: break
    }
  }
}
