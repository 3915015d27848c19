import PhotoFormats

/// Overlays that help to judge a picture.
public struct ViewingAids: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Pixels without detail: red where a channel is at its maximum, blue where all channels are at their minimum.
  public static let clipping = ViewingAids(rawValue: 1)
  /// Edges in focus, green.
  public static let focus = ViewingAids(rawValue: 2)
}

extension PixelBuffer {
  /// Returns the picture with the overlay of some aids.
  ///
  /// - Parameters:
  ///   - focus: The local contrast of the part that the picture shows, for `.focus`.
  ///   - isOverlay: Whether pixels without a mark are transparent; otherwise they are copied from the picture.
  package func marked(_ aids: ViewingAids, focus: FocusMap?, isOverlay: Bool = false) -> PixelBuffer {
    let (width, height, rowLength) = (self.width, self.height, bytesPerRow)
    let edges = aids.contains(.focus) ? focus.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } : nil
    var marked = [UInt8](repeating: 0, count: width * height * 4)
    withUnsafeBytes { bytes in
      if !isOverlay { for index in marked.indices { marked[index] = bytes[index] } }
      for y in 0..<height {
        for x in 0..<width {
          let start = y * rowLength + x * 4
          let (red, green, blue) = (bytes[start], bytes[start + 1], bytes[start + 2])
          var color: (UInt8, UInt8, UInt8)?
          if edges?.isInFocus(x, y, of: (width, height)) == true { color = (0, 255, 0) }
          if aids.contains(.clipping), bytes[start + 3] > 0 {
            if ClippedLevels.isHighlight(red, green, blue) { color = (255, 0, 0) }
            if ClippedLevels.isShadow(red, green, blue) { color = (0, 0, 255) }
          }
          guard let color else { continue }
          (marked[start], marked[start + 1], marked[start + 2], marked[start + 3]) = (
            color.0, color.1, color.2, 255
          )
        }
      }
    }
    return PixelBuffer(size: size, rgba: marked, isOpaque: !isOverlay && isOpaque) ?? self
  }
}
