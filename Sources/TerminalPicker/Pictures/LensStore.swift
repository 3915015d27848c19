import PhotoImaging
import PhotoLibrary
import Synchronization
import SystemPackage

/// The photos that are looked at closely just now, so that moving over one does not decode it again and again.
final class LensStore: Sendable {
  private struct Entry {
    let asset: Asset
    let lens: PhotoLens
    /// How many parts of it were shown.
    var uses: Int
  }

  /// How many photos are open at once.
  private static let limit = 4
  /// The memory that one photo may take, in bytes: two of them beside the picker itself.
  private static let memory: UInt64 = 80_000_000
  /// How many photos are held decoded.
  private static let heldLimit = 1

  private let entries = Mutex<[Entry]>([])

  /// The lens for a photo.
  ///
  /// - Throws: `ImagingError` if the photo cannot be shown.
  func lens(_ asset: Asset) throws(ImagingError) -> PhotoLens {
    if let known = take(asset) { return known }
    let lens = try PhotoLens(asset.path, memory: Self.memory)
    entries.withLock { entries in
      entries.append(Entry(asset: asset, lens: lens, uses: 1))
      if entries.count > Self.limit { entries.removeFirst() }
    }
    return lens
  }

  /// A lens that is open; it is the last one to be let go then.
  private func take(_ asset: Asset) -> PhotoLens? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.asset == asset }) else { return nil }
      var entry = entries.remove(at: index)
      entry.uses += 1
      entries.append(entry)
      return entry.lens
    }
  }

  /// Decodes a photo whole once somebody has begun to move over it: takes a tenth of a second or more.
  func prepare(_ asset: Asset) {
    let lens = entries.withLock { entries -> PhotoLens? in
      guard let entry = entries.first(where: { $0.asset == asset }), entry.uses > 1 else { return nil }
      let held = entries.filter { $0.asset != asset && $0.lens.isPrepared }
      for other in held.dropLast(Self.heldLimit - 1) { other.lens.close() }
      entries.removeAll { entry in entry.asset != asset && held.contains { $0.lens === entry.lens } }
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
