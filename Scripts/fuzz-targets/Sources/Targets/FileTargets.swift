// Names, sidecars and the readers of XMP and IPTC are no public part of their modules.
@testable import PhotoFiles
@testable import PhotoFormats
import PhotoImaging

/// Reads the header as a file's, and the fields that it gives.
func fuzzHeaders(_ bytes: [UInt8]) {
  let metadata = PhotoMetadata.read(ByteSource(bytes))
  precondition(metadata == PhotoMetadata.read(ByteSource(bytes)), "read twice, a file says two things")
}

/// Decodes, converts, scales and turns the picture, whole or as a thumbnail, and encodes a small one.
func fuzzPixels(_ bytes: [UInt8]) {
  let limits = ImagingLimits(pixels: 8_000_000, bytes: 200 << 20)
  let isWhole = bytes.count % 4 == 0
  let options = RenderingOptions(
    crop: bytes.count % 3 == 0 ? AspectRatio("3:2") : nil, usesEmbeddedThumbnail: bytes.count % 2 == 0,
    limits: limits)
  guard
    let image = try? PhotoImage.render(Bytes(bytes), isWhole ? .full : .thumbnail(side: 96), options: options)
  else { return }
  precondition(image.pixels.width * image.pixels.height <= 8_000_000, "more pixels than the limit")
  if image.pixels.width * image.pixels.height < 10_000 { _ = try? image.pixels.png() }
}

/// Reads a packet, alone and beside another.
func fuzzXMP(_ bytes: [UInt8]) {
  let packet = Bytes(bytes)
  guard let fields = XMPFields(packet: packet) else { return }
  precondition(fields == XMPFields(packet: packet), "read twice, a packet says two things")
  precondition(fields.completed(by: fields) == fields, "a packet beside itself says something else")
}

/// Reads a block as it is, and as Photoshop's resources.
func fuzzIPTC(_ bytes: [UInt8]) {
  let fields = IPTCFields(Bytes(bytes), digest: Bytes(Array(bytes.prefix(16))))
  _ = fields.findings(beside: nil)
  if let resources = IPTCFields(resources: ByteSource(bytes)) {
    precondition(resources == IPTCFields(resources: ByteSource(bytes)), "read twice, a block says two things")
    _ = resources.findings(beside: fields.findings(beside: nil))
  }
}

private func fileName(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

/// Reads a sidecar as each kind, whatever it is, and lets it say its part of a RAW file.
func fuzzSidecars(_ bytes: [UInt8]) {
  let bytes = Bytes(bytes)
  let photo = fileName("IMG_1.CR2")
  for (kind, ending) in [(SidecarKind.xmp, "xmp"), (.takeout, "json"), (.editList, "aae")] {
    guard let sidecar = try? Sidecar(kind, bytes) else { continue }
    precondition(sidecar == (try? Sidecar(kind, bytes)), "read twice, a sidecar says two things")
    var metadata = PhotoMetadata(fileType: .canonRAW)
    metadata.take([(fileName("IMG_1.CR2.\(ending)"), sidecar)], of: photo)
  }
}
