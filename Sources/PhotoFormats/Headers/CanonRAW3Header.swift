enum CanonRAW3Header {
  private static let canonBox: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  static func read(_ file: BoxRegion, into fields: inout HeaderFields) throws(HeaderDamage) {
    let top = TopBoxes(file)
    fields.xmp = top.packet.flatMap { XMPFields(packet: $0.bytes) }
    guard let box = top.movie else { throw HeaderDamage("no movie box (moov)") }
    let movie = box.content.loaded()
    fields.pixelSize = MovieTrack.shown(in: movie)?.pixelSize
    let canon = movie.boxes.first { child in
      child.type == .uuid && child.content.prefix(16) == Bytes(canonBox)
    }
    guard let blocks = canon?.content.dropFirst(16) else { throw HeaderDamage("no box of Canon's metadata") }
    let image = directories(blocks.first(.canonImage))
    let (inner, gps) = (directories(blocks.first(.canonExif)), directories(blocks.first(.canonGPS)))
    fields.exif = exif(image: image, exif: inner, gps: gps, note: directories(blocks.first(.canonNote)))
    if fields.keepsExif, let order = image?.reader.order {
      func first(_ block: TIFFDirectories?) -> (TIFFDirectory, TIFFDirectories)? {
        block.map { ($0.image, $0) }
      }
      fields.exifCopy = ExifCopy(image: first(image), exif: first(inner), gps: first(gps), order: order)
    }
    fields.pixelSize = image.flatMap { $0.size(of: $0.image) } ?? fields.pixelSize
    guard box.isComplete else { throw HeaderDamage("the movie box (moov) is cut off") }
  }

  /// Each block contains one Exif directory as its first one.
  private static func exif(
    image: TIFFDirectories?, exif: TIFFDirectories?, gps: TIFFDirectories?, note: TIFFDirectories?
  ) -> ExifFields {
    var values = ExifValues()
    if let image { values.take(image.image, of: image, as: .image) }
    if let exif { values.take(exif.image, of: exif, as: .exif) }
    if let gps { values.take(gps.image, of: gps, as: .gps) }
    var fields = ExifFields(values)
    if let note { MakerNote(canon: note, beside: fields.findings)?.offer(to: &fields.findings) }
    return fields
  }

  private static func directories(_ box: Box?) -> TIFFDirectories? {
    box.flatMap { TIFFDirectories(ByteSource($0.content.bytes.array)) }
  }
}
