import PhotoFormats
import PhotoImaging

extension PixelBuffer {
  /// The picture scaled to its place, with transparent edges up to the borders of its cells.
  ///
  /// - Parameter rowMultiple: what the number of rows is to be divisible by; rows that are left over go.
  func padded(
    to place: CellRectangle, of cell: TerminalGraphics.CellSize, rowMultiple: Int
  ) -> PixelBuffer? {
    let cellHeight = place.rows * cell.height
    let height = max(cellHeight - cellHeight % rowMultiple, 1)
    guard let wanted = place.pixels,
      let size = PixelSize(width: UInt32(place.columns * cell.width), height: UInt32(height)),
      let fitted = PixelSize(width: wanted.width, height: min(wanted.height, size.height)),
      let scaled = try? scaled(to: fitted)
    else { return nil }
    if scaled.size == size { return scaled }
    let bytesPerRow = Int(size.width) * 4
    let left = (Int(size.width) - scaled.width) / 2 * 4
    let top = (height - scaled.height) / 2
    var bytes = [UInt8](repeating: 0, count: bytesPerRow * height)
    bytes.withUnsafeMutableBytes { target in
      scaled.withUnsafeBytes { source in
        for row in 0..<scaled.height {
          let start = (top + row) * bytesPerRow + left
          UnsafeMutableRawBufferPointer(rebasing: target[start..<start + scaled.bytesPerRow])
            .copyMemory(
              from: UnsafeRawBufferPointer(
                rebasing: source[row * scaled.bytesPerRow..<(row + 1) * scaled.bytesPerRow]))
        }
      }
    }
    return PixelBuffer(size: size, rgba: bytes, isOpaque: false)
  }
}
