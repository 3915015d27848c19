import CPhotoPixels
import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

/// Renders parts of a photo at full size, for zooming and panning.
///
/// Parts are decoded from the file. After ``prepare()``, which decodes the entire photo, parts are only copied.
///
///     let lens = try PhotoLens("IMG_0012.JPG")
///     Task.detached { lens.prepare() }
///     let image = try lens.region(part, fitting: box)  // at once
///
/// Any task may use it. Deinitialization frees the memory.
public final class PhotoLens: Sendable {
  private struct State {
    var held: HeldPicture?
    var wasPrepared = false
  }

  /// The default limit for a retained photo, in bytes: enough for 50 million opaque pixels.
  public static let usualMemory: UInt64 = 150_000_000

  /// The file type, detected by content.
  public let fileType: PhotoFileType
  /// The size of the picture, with orientation applied if the options request it. For a RAW photo, the size of its
  /// largest preview.
  public let size: PixelSize
  /// The source of the pixels.
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
  ///   - path: The file, which remains open.
  ///   - options: The options, whose crop is ignored.
  ///   - memory: The limit for a retained photo, in bytes. Larger photos are never prepared.
  /// - Throws: `ImagingError` with the path if the file can't be read or decoded.
  public init(
    _ path: FilePath, options: RenderingOptions = RenderingOptions(), memory: UInt64 = usualMemory
  ) throws(ImagingError) {
    do throws(Errno) {
      file = try OpenFile(path)
      metadata = PhotoMetadata.read(try ByteSource(file))
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

  /// A Boolean value indicating whether the decoded photo is retained, so that parts are only copied.
  public var isPrepared: Bool { state.withLock { $0.held != nil } }

  /// Decodes the entire photo, which takes a tenth of a second or more and blocks the thread. Only the first call has
  /// an effect.
  ///
  /// - Returns: `true` if the photo is retained. Photos that are partly undecodable or very large are not, nor those
  ///   closed in the meantime.
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
    guard let held else { return false }
    return state.withLock { state in
      if !stop.isSet { state.held = held }
      return state.held != nil
    }
  }

  /// Renders a part of the picture, scaled down to fit a box.
  ///
  /// - Parameters:
  ///   - part: The rectangle in pixels of `size`, clipped to the picture.
  ///   - box: The maximum size of the result.
  /// - Throws: `ImagingError` with the path if decoding fails.
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

  /// Frees the retained photo and cancels ``prepare()``. Parts can still be decoded from the file.
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
    return try file.checked { () throws(ImagingError) in try body(plan, found) }
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
