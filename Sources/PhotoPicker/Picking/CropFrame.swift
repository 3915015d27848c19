import PhotoFormats
import PhotoImaging

/// The part of a photo that a crop keeps while people move and resize it: it keeps its shape and stays inside the photo.
package struct CropFrame: Sendable, Hashable {
  /// How many times smaller than the largest frame the smallest is.
  private static let reductionLimit = 10.0

  /// The size of the upright photo in pixels.
  package let photo: PixelSize
  /// The largest frame, which lies in the middle.
  private let whole: PixelRectangle
  /// The part, in pixels of the upright photo.
  package private(set) var rectangle: PixelRectangle

  /// The largest frame of a shape, in the middle of a photo.
  package init(of photo: PixelSize, _ shape: AspectRatio) {
    self.photo = photo
    whole = Crop.middle(shape).rectangle(in: photo)
    rectangle = whole
  }

  package var largest: PixelSize { whole.size }

  /// False for the largest frame in the middle.
  package var isMoved: Bool { rectangle != whole }

  /// The size and the upper left corner, in pixels of the photo: `240×240 at 40,0`.
  package var text: String {
    "\(rectangle.size.width)×\(rectangle.size.height) at \(rectangle.x),\(rectangle.y)"
  }

  /// Moves the frame by pixels of the photo, as far as the edges.
  package mutating func move(right: Int, down: Int) {
    func moved(_ start: UInt32, by distance: Int) -> Int {
      Int(start) + min(max(distance, -Int(UInt32.max)), Int(UInt32.max))
    }
    place(x: moved(rectangle.x, by: right), y: moved(rectangle.y, by: down), rectangle.size)
  }

  /// Makes the frame larger or smaller around its middle, by a pixel at least if it is not at its limit.
  package mutating func resize(by factor: Double) {
    let side = Double(max(rectangle.size.width, rectangle.size.height))
    let wanted = (side * factor).rounded()
    let next = factor > 1 ? max(wanted, side + 1) : min(wanted, side - 1)
    let size = size(at: next / Double(max(largest.width, largest.height)))
    place(
      x: Int(rectangle.x) + (Int(rectangle.size.width) - Int(size.width)) / 2,
      y: Int(rectangle.y) + (Int(rectangle.size.height) - Int(size.height)) / 2, size)
  }

  /// Becomes the nearest frame to a rectangle.
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
