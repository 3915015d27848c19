import CPhotoPixels
import PhotoFormats

/// An entire picture at full size, with the stored orientation and color space. Opaque pictures have three bytes per
/// pixel.
final class HeldPicture: @unchecked Sendable {  // It is immutable after initialization.
  let coding: PictureCoding
  let origin: PhotoImage.Origin
  private var picture = photo_picture()

  /// Decodes a picture into memory of `share`.
  ///
  /// - Throws: `ImagingError` if decoding fails, or if a part of the picture is missing, or if it exceeds the limits of
  ///   the request.
  init(_ found: FoundPicture, _ request: photo_request, _ share: MemoryShare) throws(ImagingError) {
    coding = found.coding
    origin = found.origin
    var request = request
    request.box_width = 0
    request.part.width = 0
    request.packs_opaque = true
    try DecodedPicture.fill(&picture, request, share) { request, picture throws(ImagingError) in
      try found.coding.decode(found.source, request, into: &picture)
    }
    if picture.is_truncated { throw ImagingError(.damaged("it is cut off or broken inside")) }
  }

  var bytes: UInt64 { UInt64(picture.width) * UInt64(picture.height) * (picture.is_packed ? 3 : 4) }

  deinit { photo_picture_free(&picture) }

  /// Copies the requested part into `picture`, which the caller frees.
  func decode(_ request: photo_request, into picture: inout photo_picture) -> photo_status {
    withUnsafePointer(to: self.picture) { held in
      withUnsafePointer(to: request) { photo_decode_held(held, $0, &picture) }
    }
  }
}
