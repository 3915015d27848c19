import CPhotoPixels
import PhotoFiles
import PhotoFormats
import Synchronization

/// A pool of helpers. A thread that decodes uses an idle helper or starts a new one.
final class HelperPool: Sendable {
  static let shared = HelperPool()

  private let idle = Mutex<[HelperProcess]>([])
  /// The maximum number of idle helpers.
  private let idleLimit = WorkerPool.processorCount

  /// Decodes a picture in a helper.
  ///
  /// - Throws: `ImagingError` if no helper is available, or if the picture terminated it.
  func decode(
    _ source: PictureSource, as coding: PictureCoding, _ request: photo_request,
    into picture: inout photo_picture
  ) throws(ImagingError) -> photo_status {
    while let helper = idle.withLock({ $0.popLast() }) {
      if let status = try decode(source, coding, request, &picture, helper) { return status }
    }
    let helper = try HelperProcess(DecodingHelper.program())
    guard let status = try decode(source, coding, request, &picture, helper) else {
      throw ImagingError(.unsupported("the process that decodes it has ended"))
    }
    return status
  }

  /// Returns `nil` if the helper had already terminated.
  private func decode(
    _ source: PictureSource, _ coding: PictureCoding, _ request: photo_request,
    _ picture: inout photo_picture, _ helper: HelperProcess
  ) throws(ImagingError) -> photo_status? {
    guard let outcome = try helper.decode(source, as: coding, request, into: &picture) else { return nil }
    if !outcome.isLast {
      idle.withLock { if $0.count < idleLimit { $0.append(helper) } }
    }
    return outcome.status
  }
}
