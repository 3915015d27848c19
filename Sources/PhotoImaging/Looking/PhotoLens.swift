import CPhotoPixels
import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

/// Shows parts of one photo in full size, one after the other, while somebody looks at it closely.
///
/// A part is decoded from the file. Once the photo was prepared, which decodes it whole, a part is only copied.
///
///     let lens = try PhotoLens("IMG_0012.JPG")
///     Task.detached { lens.prepare() }
///     let image = try lens.region(part, fitting: box)  // at once
///
/// Its memory is freed with its last reference. Any task may use it.
public final class PhotoLens: Sendable {
  private struct State {
    var held: HeldPicture?
    var wasPrepared = false
  }

  /// The most bytes that a photo takes while it is held: enough for 50 million opaque pixels.
  public static let usualMemory: UInt64 = 150_000_000

  /// What the file is, by its content.
  public let fileType: PhotoFileType
  /// Columns and rows of the picture as it is looked at, upright if the options say so; those of the largest preview
  /// of a RAW photo.
  public let size: PixelSize
  /// Where the pixels come from.
  public let origin: PhotoImage.Origin
  private let path: FilePath
  private let file: OpenFile
  private let metadata: PhotoMetadata
  private let place: (range: Range<Int>, coding: PictureCoding)
  private let options: RenderingOptions
  private let memory: UInt64
  private let stop = SharedFlag()
  private let state = Mutex(State())

  /// Opens a photo.
  ///
  /// - Parameters:
  ///   - path: the file, which stays open.
  ///   - options: how its parts are made; their crop does not count.
  ///   - memory: the most bytes that the photo may take while it is held; one that takes more is never prepared.
  /// - Throws: `ImagingError` with the path if the file can't be read or can't be shown.
  public init(
    _ path: FilePath, options: RenderingOptions = RenderingOptions(), memory: UInt64 = usualMemory
  ) throws(ImagingError) {
    do throws(Errno) {
      file = try OpenFile(path)
      metadata = PhotoMetadata.read(try ByteSource(file.descriptor, count: Int(file.status.size)))
    } catch {
      throw ImagingError(.unreadable(error), path: path)
    }
    self.path = path
    self.options = options
    self.memory = memory
    fileType = metadata.fileType
    do throws(ImagingError) {
      let source = PictureSource(try PictureFile(file, path))
      let plan = RenderingPlan(metadata, .onePixel, options, MemoryShare(of: options.budget))
      let found = try plan.found(in: source)
      place = (found.source.range, found.coding)
      origin = found.origin
      size = try plan.lookedAtSize(of: found)
    } catch {
      throw error.about(path)
    }
  }

  /// True if parts are only copied from now on.
  public var isPrepared: Bool { state.withLock { $0.held != nil } }

  /// Decodes the photo whole, which takes a tenth of a second or more and blocks its thread; the first call alone does.
  ///
  /// - Returns: true if it is held now; false if it is broken, takes too much memory, or was closed meanwhile.
  @discardableResult
  public func prepare() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.wasPrepared = true }
      return !state.wasPrepared
    }
    guard isFirst, size.area <= memory / 3, !stop.isSet else { return isPrepared }
    let held = try? withPlan(.full) { plan, found throws(ImagingError) in
      try plan.held(found, most: memory)
    }
    guard let held else {
      return false
    }
    return state.withLock { state in
      if !stop.isSet { state.held = held }
      return state.held != nil
    }
  }

  /// Shows a part of the picture, scaled down to fit a box if it is larger.
  ///
  /// - Parameters:
  ///   - part: in pixels of `size`; what lies outside is cut off.
  ///   - box: the most that the picture may measure.
  /// - Throws: `ImagingError` with the path if the file can't be decoded there.
  public func region(_ part: PixelRectangle, fitting box: PixelSize) throws(ImagingError) -> PhotoImage {
    let held = state.withLock { $0.held }
    do throws(ImagingError) {
      return try withPlan(.region(part, fitting: box)) { plan, found throws(ImagingError) in
        if let held { return try plan.picture(held) }
        return try plan.picture(found)
      }
    } catch {
      throw error.about(path)
    }
  }

  /// Frees the held photo, and stops preparing it. Parts can still be shown, from the file.
  public func close() {
    stop.set()
    state.withLock { $0.held = nil }
  }

  private func withPlan<Result>(
    _ rendering: Rendering, _ body: (RenderingPlan, FoundPicture) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    let file = try PictureFile(self.file, path, stop: rendering == .full ? stop : nil)
    guard let source = PictureSource(file).part(place.range) else { throw ImagingError(.noPicture) }
    let plan = RenderingPlan(metadata, rendering, options, MemoryShare(of: options.budget))
    let found = FoundPicture(source: source, coding: place.coding, origin: origin)
    do throws(ImagingError) {
      let result = try body(plan, found)
      if let failure = file.failure { throw ImagingError(.unreadable(failure)) }
      return result
    } catch {
      // If bytes could not be read, a decoder's error says nothing about the file.
      throw file.failure.map { ImagingError(.unreadable($0)) } ?? error
    }
  }
}

extension RenderingPlan {
  fileprivate func held(_ found: FoundPicture, most: UInt64) throws(ImagingError) -> HeldPicture {
    share.begin(laterBytes: 0)
    let held = try HeldPicture(found, request(for: found), share)
    guard held.bytes <= most else { throw ImagingError(.tooLarge(nil)) }
    return held
  }
}
