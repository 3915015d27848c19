import CPhotoPixels
import PhotoFormats

/// A picture decoded whole and in full size, as stored and in its own colours, three bytes a pixel if it is opaque.
final class HeldPicture: @unchecked Sendable {  // Nothing writes to it once it is made.
  let coding: PictureCoding
  let origin: PhotoImage.Origin
  private var picture = photo_picture()

  /// Decodes a picture; `share` holds the memory that this takes.
  ///
  /// - Throws: `ImagingError` if it can't be decoded, is not whole, or goes beyond the limits of the request.
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

  /// Copies what a request wants of it into `picture`, which the caller frees.
  func decode(_ request: photo_request, into picture: inout photo_picture) -> photo_status {
    withUnsafePointer(to: self.picture) { held in
      withUnsafePointer(to: request) { photo_decode_held(held, $0, &picture) }
    }
  }
}
