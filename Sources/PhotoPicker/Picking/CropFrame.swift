import PhotoFormats
import PhotoImaging

/// A movable and resizable crop with a fixed aspect ratio, within the bounds of the photo.
package struct CropFrame: Sendable, Hashable {
  /// The ratio of the largest to the smallest frame.
  private static let reductionLimit = 10.0

  /// The size of the photo in pixels, with orientation applied.
  package let photo: PixelSize
  private let whole: PixelRectangle
  /// The crop in pixels, with orientation applied.
  package private(set) var rectangle: PixelRectangle

  /// Creates the largest centered frame with this aspect ratio.
  package init(of photo: PixelSize, _ shape: AspectRatio) {
    self.photo = photo
    whole = Crop.middle(shape).rectangle(in: photo)
    rectangle = whole
  }

  package var largest: PixelSize { whole.size }

  /// Whether the frame differs from the largest centered one.
  package var isMoved: Bool { rectangle != whole }

  /// The size and top left corner in pixels: `240×240 at 40,0`.
  package var text: String {
    "\(rectangle.size.width)×\(rectangle.size.height) at \(rectangle.x),\(rectangle.y)"
  }

  /// Moves the frame by pixels, within the photo.
  package mutating func move(right: Int, down: Int) {
    func moved(_ start: UInt32, by distance: Int) -> Int {
      Int(start) + min(max(distance, -Int(UInt32.max)), Int(UInt32.max))
    }
    place(x: moved(rectangle.x, by: right), y: moved(rectangle.y, by: down), rectangle.size)
  }

  /// Scales the frame around its center, by at least one pixel if possible.
  package mutating func resize(by factor: Double) {
    let side = Double(max(rectangle.size.width, rectangle.size.height))
    let wanted = (side * factor).rounded()
    let next = factor > 1 ? max(wanted, side + 1) : min(wanted, side - 1)
    let size = size(at: next / Double(max(largest.width, largest.height)))
    place(
      x: Int(rectangle.x) + (Int(rectangle.size.width) - Int(size.width)) / 2,
      y: Int(rectangle.y) + (Int(rectangle.size.height) - Int(size.height)) / 2, size)
  }

  /// Changes to the valid frame nearest to these bounds.
  package mutating func become(x: Int, y: Int, width: Int, height: Int) {
    let scale = max(Double(width) / Double(largest.width), Double(height) / Double(largest.height))
    place(x: x, y: y, size(at: scale))
  }

  package mutating func reset() { rectangle = whole }

  private func size(at scale: Double) -> PixelSize {
    let scale = min(max(scale, 1 / Self.reductionLimit), 1)
    func scaled(_ side: UInt32) -> UInt32 { max(UInt32((Double(side) * scale).rounded()), 1) }
    return PixelSize(width: scaled(largest.width), height: scaled(largest.height)) ?? largest
  }

  private mutating func place(x: Int, y: Int, _ size: PixelSize) {
    func start(_ wanted: Int, _ room: UInt32) -> UInt32 { UInt32(min(max(wanted, 0), Int(room))) }
    rectangle = PixelRectangle(
      x: start(x, photo.width - size.width), y: start(y, photo.height - size.height), size: size)
  }
}
