import PhotoImaging

/// Stand-in until the imaging library has it.
package struct Histogram: Sendable, Hashable { package let luminance: [UInt32] }
extension PixelBuffer { func histogram() -> Histogram { Histogram(luminance: []) } }
