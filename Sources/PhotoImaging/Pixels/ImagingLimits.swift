import CPhotoPixels

/// How much one picture may cost, against files made to exhaust memory.
public struct ImagingLimits: Sendable, Hashable {
  /// The largest width times height that is decoded, in pixels.
  public var pixels: UInt64
  /// The most memory that decoding one picture may take, in bytes; worked out before it is taken, from the size that
  /// the header tells. An AVIF or HEIC whose bitstream holds a larger picture than its header says takes more.
  public var bytes: UInt64

  /// Half a gigapixel and one gibibyte, unless told otherwise.
  public init(pixels: UInt64 = 500_000_000, bytes: UInt64 = 1 << 30) {
    self.pixels = pixels
    self.bytes = bytes
  }
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
