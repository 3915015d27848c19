// Names and sidecars are no public part of their modules.
@testable import PhotoFiles
@testable import PhotoFormats
import PhotoImaging

/// What the fuzzers call with the bytes of a file. Readers of headers and decoders are found by the content, as photopick
/// finds them, so a run that begins with the samples covers all of them.
private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}

/// Reads the header as a file's, and the fields that it gives.
@_cdecl("photo_fuzz_headers")
public func fuzzHeaders(_ start: UnsafePointer<UInt8>?, _ count: Int) {
  let bytes = bytes(start, count)
  let metadata = PhotoMetadata.read(ByteSource(bytes))
  precondition(metadata == PhotoMetadata.read(ByteSource(bytes)), "read twice, a file says two things")
}

private func fileName(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

/// Reads a sidecar as each kind, whatever it is, and lets it say its part of a RAW file.
@_cdecl("photo_fuzz_sidecars")
public func fuzzSidecars(_ start: UnsafePointer<UInt8>?, _ count: Int) {
  let bytes = Bytes(bytes(start, count))
  let photo = fileName("IMG_1.CR2")
  for (kind, ending) in [(SidecarKind.xmp, "xmp"), (.takeout, "json"), (.editList, "aae")] {
    guard let sidecar = try? Sidecar(kind, bytes) else { continue }
    precondition(sidecar == (try? Sidecar(kind, bytes)), "read twice, a sidecar says two things")
    var metadata = PhotoMetadata(fileType: .canonRAW)
    metadata.take([(fileName("IMG_1.CR2.\(ending)"), sidecar)], of: photo)
  }
}

/// Decodes, converts, scales and turns the picture, whole or as a thumbnail, and encodes a small one.
@_cdecl("photo_fuzz_pixels")
public func fuzzPixels(_ start: UnsafePointer<UInt8>?, _ count: Int) {
  let bytes = Bytes(bytes(start, count))
  let limits = ImagingLimits(pixels: 8_000_000, bytes: 200 << 20)
  let isWhole = count % 4 == 0
  let options = RenderingOptions(
    crop: count % 3 == 0 ? AspectRatio("3:2") : nil, usesEmbeddedThumbnail: count % 2 == 0, limits: limits)
  guard let image = try? PhotoImage.render(bytes, isWhole ? .full : .thumbnail(side: 96), options: options) else {
    return
  }
  precondition(image.pixels.width * image.pixels.height <= 8_000_000, "more pixels than the limit")
  if image.pixels.width * image.pixels.height < 10_000 { _ = try? image.pixels.png() }
}
