import CPhotoPixels
import PhotoFiles
import PhotoFormats
import Synchronization

/// A pool of helpers. A thread that decodes uses an idle helper for the coding or starts a new one.
final class HelperPool: Sendable {
  private struct Helper {
    let process: HelperProcess
    let purpose: HelperPurpose
  }

  static let shared = HelperPool()

  /// The idle helpers, in the order of their last use.
  private let idle = Mutex<[Helper]>([])
  /// The maximum number of idle helpers: enough for two codings, since folders often contain photos and videos.
  private let idleLimit = 2 * WorkerPool.processorCount

  /// Decodes a picture in a helper.
  ///
  /// - Throws: `ImagingError` if no helper is available, or if the picture terminated it.
  func decode(
    _ source: PictureSource, as coding: PictureCoding, _ request: photo_request,
    into picture: inout photo_picture
  ) throws(ImagingError) -> photo_status {
    let wanted = HelperPurpose(coding, byteLimit: request.byte_limit)
    while let helper = takeIdle(wanted) {
      if let status = try decode(source, request, &picture, helper) { return status }
    }
    // Pictures of small files have lower limits.
    let purpose = HelperPurpose(coding, byteLimit: max(wanted.byteLimit, ImagingLimits().bytes))
    let helper = Helper(process: try HelperProcess(DecodingHelper.program(for: purpose)), purpose: purpose)
    guard let status = try decode(source, request, &picture, helper) else {
      throw ImagingError(.unsupported("the process that decodes it has ended"))
    }
    return status
  }

  private func takeIdle(_ wanted: HelperPurpose) -> Helper? {
    idle.withLock { idle in
      idle.lastIndex { $0.purpose.covers(wanted) }.map { idle.remove(at: $0) }
    }
  }

  private func giveBack(_ helper: Helper) {
    // Deinitialization waits for the end of the process, so that it must not happen in the lock.
    let surplus = idle.withLock { idle in
      idle.append(helper)
      return idle.count > idleLimit ? idle.removeFirst() : nil
    }
    withExtendedLifetime(surplus) {}
  }

  /// Returns `nil` if the helper had already terminated.
  private func decode(
    _ source: PictureSource, _ request: photo_request, _ picture: inout photo_picture, _ helper: Helper
  ) throws(ImagingError) -> photo_status? {
    let outcome = try helper.process.decode(source, as: helper.purpose.coding, request, into: &picture)
    guard let outcome else { return nil }
    if !outcome.isLast { giveBack(helper) }
    return outcome.status
  }
}
