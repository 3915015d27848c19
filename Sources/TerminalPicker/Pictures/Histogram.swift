/// Stand-in until the imaging library has it.
package struct Histogram: Sendable, Hashable { package let luminance: [UInt32] }
import PhotoFormats
import PhotoImaging
package struct PixelRectangle { let x: UInt32, y: UInt32, width: UInt32, height: UInt32 }
extension Rendering {
  static func region(_ r: PixelRectangle, fitting: PixelSize) -> Rendering {
    .aspectRatioThumbnail(fitting: fitting)
  }
}
extension PixelBuffer { func histogram() -> Histogram { Histogram(luminance: []) } }
