import PhotoFormats
import Synchronization
import SystemPackage

/// Keeps the photos that are looked at closely open, so that moving over one does not decode it again and again.
///
/// `Photo` tells photos apart: an edited one is another. Any task may use it.
package final class LensStore<Photo: Hashable & Sendable>: Sendable {
  private struct Entry {
    let photo: Photo
    let lens: PhotoLens
    /// True if the last part of it took long to decode.
    var isSlow = false
  }

  private let patience: Duration
  private let entries = Mutex<[Entry]>([])
  private let isPreparing = Mutex(false)

  /// A store that holds nothing.
  ///
  /// - Parameter patience: if a part takes longer to decode, the whole photo is held decoded.
  package init(patience: Duration = .milliseconds(100)) { self.patience = patience }

  /// Some pixels of a photo.
  ///
  /// - Parameters:
  ///   - path: its file.
  ///   - part: in pixels of the photo as it is looked at; what lies outside is cut off.
  ///   - size: the part is scaled down to fit it.
  /// - Throws: `ImagingError` if they cannot be shown.
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
      // Several parts of a photo may be asked for at once.
      if let known = Self.take(photo, &entries) { return known }
      entries.append(Entry(photo: photo, lens: lens))
      if entries.count > LensLimits.open { entries.removeFirst().lens.close() }
      return lens
    }
  }

  /// An open lens, which becomes the last to be closed; `nil` if there is none.
  private static func take(_ photo: Photo, _ entries: inout [Entry]) -> PhotoLens? {
    guard let index = entries.firstIndex(where: { $0.photo == photo }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.lens
  }

  /// Decodes a photo whole if its parts take long, which may take a second or more; nothing if another one is being
  /// decoded so.
  package func prepare(_ photo: Photo) {
    let isFirst = isPreparing.withLock { isPreparing in
      defer { isPreparing = true }
      return !isPreparing
    }
    guard isFirst else { return }
    defer { isPreparing.withLock { $0 = false } }
    let lens = entries.withLock { entries -> PhotoLens? in
      guard let entry = entries.first(where: { $0.photo == photo }), entry.isSlow, !entry.lens.isPrepared
      else {
        return nil
      }
      let held = entries.filter { $0.lens.isPrepared }
      for other in held.dropLast(LensLimits.held - 1) {
        other.lens.close()
        entries.removeAll { $0.lens === other.lens }
      }
      return entry.lens
    }
    _ = lens?.prepare()
  }

  /// Lets go of all photos.
  package func removeAll() {
    entries.withLock { entries in
      for entry in entries { entry.lens.close() }
      entries = []
    }
  }
}

/// What photos that are looked at closely may take.
private enum LensLimits {
  static let open = 4
  static let held = 2
  static let memory: UInt64 = 80_000_000
}
