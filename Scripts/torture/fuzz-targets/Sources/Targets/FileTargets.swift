// File names, sidecars, the XMP and IPTC parsers, and decoding in this process are internal to their modules.
@testable import PhotoFiles
@testable import PhotoFormats
@testable import PhotoImaging

/// Parses a file header and its fields.
func fuzzHeaders(_ bytes: [UInt8]) {
  let metadata = PhotoMetadata.read(ByteSource(bytes))
  precondition(metadata == PhotoMetadata.read(ByteSource(bytes)), "read twice, a file says two things")
}

/// Decodes, converts, scales, rotates and encodes a picture.
///
/// Everything runs in this process, so that the fuzzer measures coverage. JPEG XL and videos are excluded, because
/// their libraries terminate the process if memory is short.
func fuzzPixels(_ bytes: [UInt8]) {
  DecodingHelper.replaceByThisProcess()
  let coding = PictureCoding(
    head: Bytes(Array(bytes.prefix(256))), fileType: PhotoMetadata.read(ByteSource(bytes)).fileType)
  if coding == .jxl || coding == .video { return }
  render(bytes)
}

/// Renders a picture or its thumbnail, and encodes a small one.
private func render(_ bytes: [UInt8]) {
  let limits = ImagingLimits(pixels: 8_000_000, bytes: 200 << 20)
  let isWhole = bytes.count % 4 == 0
  let options = RenderingOptions(
    crop: bytes.count % 3 == 0 ? AspectRatio("3:2").map(Crop.middle) : nil,
    usesEmbeddedThumbnail: bytes.count % 2 == 0,
    limits: limits)
  guard
    let image = try? PhotoImage.render(Bytes(bytes), isWhole ? .full : .thumbnail(side: 96), options: options)
  else { return }
  precondition(image.pixels.width * image.pixels.height <= 8_000_000, "more pixels than the limit")
  if image.pixels.width * image.pixels.height < 10_000 { _ = try? image.pixels.png() }
}

/// Estimates the cost of derived pictures, and decodes accepted ones in a helper process: libFuzzer measures the time,
/// and a crash of libheif is harmless.
func fuzzDerived(_ bytes: [UInt8]) {
  guard let derived = DerivedPictures(ByteSource(bytes)) else { return }
  let again = DerivedPictures(ByteSource(bytes))
  precondition(derived.excess == again?.excess, "read twice, a file is two things")
  if let excess = derived.excess {
    let image = try? PhotoImage.render(Bytes(bytes), .thumbnail(side: 32))
    precondition(image == nil || PictureCoding(head: Bytes(bytes), fileType: .unknown) != .heif, excess)
  } else {
    render(bytes)
  }
}

/// Parses a packet, alone and followed by another.
func fuzzXMP(_ bytes: [UInt8]) {
  let packet = Bytes(bytes)
  guard let fields = XMPFields(packet: packet) else { return }
  precondition(fields == XMPFields(packet: packet), "read twice, a packet says two things")
  precondition(fields.completed(by: fields) == fields, "a packet beside itself says something else")
}

/// Parses a block as IPTC-IIM and as Photoshop resources.
func fuzzIPTC(_ bytes: [UInt8]) {
  let fields = IPTCFields(Bytes(bytes), digest: Bytes(Array(bytes.prefix(16))))
  _ = fields.findings(beside: nil)
  if let resources = IPTCFields(resources: ByteSource(bytes)) {
    precondition(resources == IPTCFields(resources: ByteSource(bytes)), "read twice, a block says two things")
    _ = resources.findings(beside: fields.findings(beside: nil))
  }
}

private func fileName(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

/// Parses a sidecar as each kind, and merges it into a RAW file.
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
