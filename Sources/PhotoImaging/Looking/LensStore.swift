import PhotoFormats
import Synchronization
import SystemPackage

/// Caches open photos for zooming and panning, so that moving within a photo doesn't decode it repeatedly.
///
/// `Photo` is the cache key, which differs for an edited photo. Any task may use it.
package final class LensStore<Photo: Hashable & Sendable>: Sendable {
  private struct Entry {
    let photo: Photo
    let lens: PhotoLens
    var isSlow = false
  }

  private let patience: Duration
  private let entries = Mutex<[Entry]>([])
  private let isPreparing = Mutex(false)

  /// Creates an empty store.
  ///
  /// - Parameter patience: The decoding time of a part above which the entire photo is decoded and retained.
  package init(patience: Duration = .milliseconds(100)) { self.patience = patience }

  /// Returns a part of a photo.
  ///
  /// - Parameters:
  ///   - path: The file of the photo.
  ///   - part: The rectangle in pixels with orientation applied, clipped to the photo.
  ///   - size: The size to fit the part into.
  /// - Throws: `ImagingError` if decoding fails.
  package func region(
    of photo: Photo, at path: FilePath, _ part: PixelRectangle, fitting size: PixelSize
  ) throws(ImagingError) -> PixelBuffer {
    let lens = try lens(photo, path)
    let start = ContinuousClock.now
    let pixels = try lens.region(part, fitting: size).pixels
    let isSlow = ContinuousClock.now - start > patience
    entries.withLock { entries in
      for index in entries.indices where entries[index].lens === lens { entries[index].isSlow = isSlow }
    }
    return pixels
  }

  private func lens(_ photo: Photo, _ path: FilePath) throws(ImagingError) -> PhotoLens {
    if let known = entries.withLock({ Self.take(photo, &$0) }) { return known }
    let lens = try PhotoLens(path, memory: LensLimits.memory)
    return entries.withLock { entries in
      // Another thread may have opened it concurrently.
      if let known = Self.take(photo, &entries) { return known }
      entries.append(Entry(photo: photo, lens: lens))
      if entries.count > LensLimits.open { entries.removeFirst().lens.close() }
      return lens
    }
  }

  /// Returns an open lens, which becomes the most recently used.
  private static func take(_ photo: Photo, _ entries: inout [Entry]) -> PhotoLens? {
    guard let index = entries.firstIndex(where: { $0.photo == photo }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.lens
  }

  /// Decodes an entire photo if its parts are slow, which may take a second or more. Does nothing while another photo
  /// is being decoded.
  package func prepare(_ photo: Photo) {
    let isFirst = isPreparing.withLock { isPreparing in
      defer { isPreparing = true }
      return !isPreparing
    }
    guard isFirst else { return }
    defer { isPreparing.withLock { $0 = false } }
    let lens = entries.withLock { entries -> PhotoLens? in
      guard let entry = entries.first(where: { $0.photo == photo }), entry.isSlow, !entry.lens.isPrepared
      else { return nil }
      let held = entries.filter { $0.lens.isPrepared }
      for other in held.dropLast(LensLimits.held - 1) {
        other.lens.close()
        entries.removeAll { $0.lens === other.lens }
      }
      return entry.lens
    }
    _ = lens?.prepare()
  }

  /// Decodes an entire photo, unless it is too large, because all of its parts are needed.
  func prepareAll(_ photo: Photo, _ path: FilePath) throws(ImagingError) { try lens(photo, path).prepare() }

  package func removeAll() {
    entries.withLock { entries in
      for entry in entries { entry.lens.close() }
      entries = []
    }
  }
}

private enum LensLimits {
  static let open = 4
  static let held = 2
  static let memory: UInt64 = 80_000_000
}
