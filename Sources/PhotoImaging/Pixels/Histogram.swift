import PhotoFormats

/// The distribution of levels in a picture.
public struct Histogram: Sendable, Hashable {
  /// The number of levels of a channel.
  public static let levels = 256

  /// The number of pixels for each level of red.
  public let red: [Int]
  /// The number of pixels for each level of green.
  public let green: [Int]
  /// The number of pixels for each level of blue.
  public let blue: [Int]
  /// The number of pixels for each level of luminance: 0.2126 of red, 0.7152 of green and 0.0722 of blue (ITU-R BT.709,
  /// 3.2), computed from encoded values and rounded, as a camera does.
  public let luminance: [Int]
  /// The number of pixels with a channel at its maximum.
  public let clippedHighlights: Int
  /// The number of pixels with all channels at their minimum.
  public let clippedShadows: Int
  /// The total number of pixels.
  public var count: Int { luminance.reduce(0, +) }

  /// Counts premultiplied RGBA pixels. Transparent pixels are skipped, and translucent ones are unmultiplied first.
  init(rgba bytes: UnsafeRawBufferPointer, isOpaque: Bool) {
    var counts = [UInt32](repeating: 0, count: 4 * Self.levels)
    var (highlights, shadows) = (0, 0)
    counts.withUnsafeMutableBufferPointer { counts in
      for start in stride(from: 0, to: bytes.count - 3, by: 4) {
        var (red, green, blue) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
        if !isOpaque {
          let alpha = Int(bytes[start + 3])
          if alpha == 0 { continue }
          red = min((red * 255 + alpha / 2) / alpha, 255)
          green = min((green * 255 + alpha / 2) / alpha, 255)
          blue = min((blue * 255 + alpha / 2) / alpha, 255)
        }
        let most = max(red, green, blue)
        if most >= ClippedLevels.highlight { highlights += 1 }
        if most <= ClippedLevels.shadow { shadows += 1 }
        counts[red] &+= 1
        counts[256 + green] &+= 1
        counts[512 + blue] &+= 1
        // The weights in units of 1/65,536.
        counts[768 + (13_933 * red + 46_871 * green + 4_732 * blue + 32_768) >> 16] &+= 1
      }
    }
    func channel(_ number: Int) -> [Int] {
      counts[number * Self.levels..<(number + 1) * Self.levels].map(Int.init)
    }
    (clippedHighlights, clippedShadows) = (highlights, shadows)
    (red, green, blue, luminance) = (channel(0), channel(1), channel(2), channel(3))
  }
}

extension PixelBuffer {
  /// Returns the histogram, which excludes transparent pixels.
  public func histogram() -> Histogram {
    withUnsafeBytes { Histogram(rgba: $0, isOpaque: isOpaque) }
  }
}

/// The levels at which a pixel is clipped. Lossy compression changes levels by one.
package enum ClippedLevels {
  package static let highlight: UInt8 = 254
  package static let shadow: UInt8 = 1

  @inline(__always)
  static func isHighlight(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
    max(red, green, blue) >= highlight
  }

  @inline(__always)
  static func isShadow(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
    max(red, green, blue) <= shadow
  }
}
