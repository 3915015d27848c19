import CPhotoPixels
import PhotoFormats

/// The maximum size and memory for a picture, to protect against files that exhaust memory.
public struct ImagingLimits: Sendable, Hashable {
  /// The maximum number of pixels.
  public var pixels: UInt64
  /// The maximum memory for decoding, in bytes. It is compared before allocation with an estimate from the header, or
  /// from the bitstream of a HEIF file if its size is larger.
  public var bytes: UInt64

  /// Half a gigapixel.
  public static let usualPixels: UInt64 = 500_000_000

  /// Creates limits, with the usual ones by default.
  ///
  /// - Parameters:
  ///   - pixels: `usualPixels` by default.
  ///   - bytes: By default, one gibibyte, or the size of `MemoryBudget.machine` if it is larger.
  public init(pixels: UInt64 = usualPixels, bytes: UInt64? = nil) {
    self.pixels = pixels
    self.bytes = bytes ?? max(1 << 30, MemoryBudget.machine.bytes)
  }

  /// Returns the memory limit for a file of `count` bytes.
  ///
  /// A small file that requires much memory is malicious: no photo is compressed by 65,536 to 1.
  ///
  /// For JPEG the limit is 4,096 to 1. The first scan has at least one bit of Huffman code for each block of 8 × 8
  /// samples (ITU-T T.81, F.1.2 and G.1.2), and the decoder of a progressive JPEG retains all coefficients. The most
  /// compressed photo is a flat one with 2 × 2 subsampling, which is common in phones: its coefficients and pixels
  /// amount to 3,413 to 1.
  func bytes(forFileOf count: Int, as coding: PictureCoding) -> UInt64 {
    let densest: UInt64 = coding == .jpeg ? 4_096 : 65_536
    let count = UInt64(clamping: count)
    let granted = count < bytes / densest ? count * densest : bytes
    return min(bytes, max(granted, Self.alwaysGranted))
  }

  private static let alwaysGranted: UInt64 = 96 << 20
}

/// The allocation of picture memory.
public enum ImagingMemory {
  /// Returns the memory of freed pictures to the system immediately, which lowers peak memory when decoding many
  /// pictures.
  ///
  /// This setting affects all threads. Call it first in `main`; it is optional (glibc only).
  public static func returnWhenFree() { photo_memory_return_when_free() }
}
