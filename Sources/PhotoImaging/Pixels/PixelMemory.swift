import CPhotoPixels
import PhotoFormats

/// The memory of a picture, freed on deinitialization.
///
/// Only its creator writes, before sharing it.
final class PixelMemory: @unchecked Sendable {  // Only its creator writes, before sharing it.
  let count: Int
  private let start: UnsafeMutableRawPointer
  /// The size of the memory mapping, or 0 for allocated memory.
  private let mapped: Int

  /// Allocates transparent pixels. Returns `nil` if memory is exhausted.
  init?(size: PixelSize) {
    let (count, overflow) = (Int(size.width) * 4).multipliedReportingOverflow(by: Int(size.height))
    guard !overflow, let start = photo_memory_take(count) else { return nil }
    self.start = start
    self.count = count
    mapped = 0
  }

  /// Takes ownership of a decoder's pixels. `mapped` is the size of their memory mapping, or 0 for allocated memory.
  init(takingOver start: UnsafeMutablePointer<UInt8>, count: Int, mapped: Int) {
    self.start = UnsafeMutableRawPointer(start)
    self.count = count
    self.mapped = mapped
  }

  deinit { photo_memory_free(start, mapped) }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    body(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  func withPixels<Result>(_ size: PixelSize, _ body: (photo_pixels) -> Result) -> Result {
    let bytes = start.bindMemory(to: UInt8.self, capacity: count)
    return body(photo_pixels(pixels: bytes, width: size.width, height: size.height, stride: size.width * 4))
  }
}
