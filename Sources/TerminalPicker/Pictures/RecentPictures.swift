import PhotoImaging
import Synchronization

/// The pixels of the most recent full-size pictures, excluding crop frames.
final class RecentPictures: Sendable {
  private static let countLimit = 5
  /// The memory limit in bytes; a single picture may exceed it.
  private static let byteLimit = 48 << 20

  private let entries = Mutex<[(request: PictureRequest, pixels: PixelBuffer)]>([])

  /// Returns cached pixels, which become the most recently used.
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
