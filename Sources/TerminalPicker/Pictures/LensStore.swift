import PhotoFormats
import PhotoImaging
import PhotoLibrary
import Synchronization
import SystemPackage

/// Keeps the photos that are looked at closely open, so that moving over one does not decode it again and again.
final class LensStore: Sendable {
  private struct Entry {
    let asset: Asset
    let lens: PhotoLens
    /// True if the last part of it took long to decode.
    var isSlow = false
  }

  /// How many photos are open at once.
  private static let limit = 4
  /// The memory that one held photo may take, in bytes.
  private static let memory: UInt64 = 80_000_000
  /// How many photos are held decoded.
  private static let heldLimit = 2
  /// If a part takes longer to decode, the whole photo is held decoded.
  private static let patience = Duration.milliseconds(100)

  private let entries = Mutex<[Entry]>([])
  private let isPreparing = Mutex(false)

  /// Some pixels of a photo.
  ///
  /// - Throws: `ImagingError` if they cannot be shown.
  func region(
    of asset: Asset, _ part: PixelRectangle, fitting size: PixelSize
  ) throws(ImagingError) -> PixelBuffer {
    let lens = try lens(asset)
    let start = ContinuousClock.now
    let pixels = try lens.region(part, fitting: size).pixels
    let isSlow = ContinuousClock.now - start > Self.patience
    entries.withLock { entries in
      for index in entries.indices where entries[index].lens === lens { entries[index].isSlow = isSlow }
    }
    return pixels
  }

  private func lens(_ asset: Asset) throws(ImagingError) -> PhotoLens {
    if let known = take(asset) { return known }
    let lens = try PhotoLens(asset.path, memory: Self.memory)
    entries.withLock { entries in
      entries.append(Entry(asset: asset, lens: lens))
      if entries.count > Self.limit { entries.removeFirst().lens.close() }
    }
    return lens
  }

  /// An open lens, which becomes the last to be closed; `nil` if there is none.
  private func take(_ asset: Asset) -> PhotoLens? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.asset == asset }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.lens
    }
  }

  /// Decodes a photo whole if its parts take long, which may take a second or more; nothing if another one is being
  /// decoded so.
  func prepare(_ asset: Asset) {
    let isFirst = isPreparing.withLock { isPreparing in
      defer { isPreparing = true }
      return !isPreparing
    }
    guard isFirst else { return }
    defer { isPreparing.withLock { $0 = false } }
    let lens = entries.withLock { entries -> PhotoLens? in
      guard let entry = entries.first(where: { $0.asset == asset }), entry.isSlow, !entry.lens.isPrepared
      else {
        return nil
      }
      let held = entries.filter { $0.lens.isPrepared }
      for other in held.dropLast(Self.heldLimit - 1) {
        other.lens.close()
        entries.removeAll { $0.lens === other.lens }
      }
      return entry.lens
    }
    _ = lens?.prepare()
  }

  /// Lets go of all photos.
  func removeAll() {
    entries.withLock { entries in
      for entry in entries { entry.lens.close() }
      entries = []
    }
  }
}
