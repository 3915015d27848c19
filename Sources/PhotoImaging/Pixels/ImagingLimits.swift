import CPhotoPixels
import PhotoFormats

/// How much one picture may cost, against files made to exhaust memory.
public struct ImagingLimits: Sendable, Hashable {
  /// The largest width times height that is decoded, in pixels.
  public var pixels: UInt64
  /// The most memory that decoding one picture may take, in bytes; worked out before it is taken, from the size that
  /// the header tells, or the bitstream of an AVIF or HEIC if that is larger.
  public var bytes: UInt64

  /// Half a gigapixel.
  public static let usualPixels: UInt64 = 500_000_000

  /// Limits.
  ///
  /// - Parameters:
  ///   - pixels: `usualPixels` unless given.
  ///   - bytes: one gibibyte unless given, or as much as `MemoryBudget.machine` shares if that is more.
  public init(pixels: UInt64 = usualPixels, bytes: UInt64? = nil) {
    self.pixels = pixels
    self.bytes = bytes ?? max(1 << 30, MemoryBudget.machine.bytes)
  }

  /// The most memory that a file of `count` bytes may take.
  ///
  /// A file of few bytes that asks for much was made to do so: no photo is packed so tightly as 65,536 to 1.
  ///
  /// A JPEG is granted 4,096 to 1. Its first scan has at least a bit of Huffman code for each block of 8 × 8 samples
  /// (ITU-T T.81, F.1.2 and G.1.2), and a progressive one that is decoded whole keeps all its coefficients. A flat photo
  /// takes most if it has few blocks: subsampled by two either way, as phones write it, its coefficients and pixels come
  /// to 3,413 to 1.
  func bytes(forFileOf count: Int, as coding: PictureCoding) -> UInt64 {
    let densest: UInt64 = coding == .jpeg ? 4_096 : 65_536
    let count = UInt64(clamping: count)
    let granted = count < bytes / densest ? count * densest : bytes
    return min(bytes, max(granted, Self.alwaysGranted))
  }

  private static let alwaysGranted: UInt64 = 96 << 20
}

/// The memory that pictures take.
public enum ImagingMemory {
  /// Has the memory of pictures given back to the system as soon as they are gone, so that many one after the
  /// other take no more than a few.
  ///
  /// A setting of the whole process: its main program calls this first of all. Without it everything works and
  /// takes more memory (glibc).
  public static func returnWhenFree() { photo_memory_return_when_free() }
}
