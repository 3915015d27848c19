import PhotoFormats
import PhotoImaging
import Terminal

extension PixelBuffer: TerminalImage {
  public init?(width: Int, height: Int, rgba: [UInt8], isOpaque: Bool) {
    guard let size = PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)) else {
      return nil
    }
    self.init(size: size, rgba: rgba, isOpaque: isOpaque)
  }

  public func resized(width: Int, height: Int) -> PixelBuffer? {
    PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)).flatMap {
      try? scaled(to: $0)
    }
  }

  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(body)
  }

  public func pngFile() -> [UInt8]? { try? png() }

  public func jpegFile(quality: Double) -> [UInt8]? { try? jpeg(quality: quality) }
}
