import PhotoImaging
import Synchronization

/// The pixels of the few photos that were shown last as large as there is room for, without the frames of their crops.
final class RecentPictures: Sendable {
  private static let countLimit = 5
  /// The memory that they may take, in bytes; the one that was shown last may take more.
  private static let byteLimit = 48 << 20

  private let entries = Mutex<[(request: PictureRequest, pixels: PixelBuffer)]>([])

  /// The pixels of a photo, which becomes the last one to go; `nil` if they are not kept.
  func pixels(_ request: PictureRequest) -> PixelBuffer? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { Self.areSame($0.request, request) }) else { return nil }
      entries.append(entries.remove(at: index))
      return entries.last?.pixels
    }
  }

  func insert(_ pixels: PixelBuffer, _ request: PictureRequest) {
    entries.withLock { entries in
      entries.removeAll { Self.areSame($0.request, request) }
      entries.append((request, pixels))
      func byteCount() -> Int { entries.reduce(0) { $0 + $1.pixels.bytesPerRow * $1.pixels.height } }
      while entries.count > 1, entries.count > Self.countLimit || byteCount() > Self.byteLimit {
        entries.removeFirst()
      }
    }
  }

  private static func areSame(_ first: PictureRequest, _ second: PictureRequest) -> Bool {
    first.asset == second.asset && first.columns == second.columns && first.rows == second.rows
      && first.detail == second.detail
  }
}
