/// Reads HEIC and AVIF (ISO 23008-12; AV1 Image File Format).
enum HEIFHeader {
  static func isPresent(_ file: BoxRegion) -> Bool {
    guard let meta = file.first(.meta)?.content.loaded() else { return false }
    return meta.dropFirst(4).first(.handler)?.content.bytes.fourCC(at: 8) == .pictureHandler
  }

  /// Reads the items, and the size of the image sequence if no item has one.
  static func read(_ file: BoxRegion, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.containerOrientation = .up
    let top = TopBoxes(file)
    let sequence = (top.movie?.content.loaded()).flatMap(MovieTrack.shown(in:))
    add(sequence, of: file, to: &fields)
    fields.filmBox = top.film?.content.range
    guard let box = top.meta else {
      fields.pixelSize = sequence?.pixelSize
      guard fields.pixelSize != nil else { throw HeaderDamage("no item box (meta)") }
      return
    }
    let meta = box.content.loaded().dropFirst(4)
    let primary = primaryItem(meta)
    if let primary, let properties = ItemProperties(of: primary, in: meta) {
      fields.pixelSize = properties.pixelSize
      fields.containerOrientation = properties.orientation
      if properties.range.isHigh { fields.findings.offer(.flag(true), for: .hdr) }
    }
    let entries = ItemEntry.all(in: meta)
    readMetadata(entries, meta, file: file, primary: primary, into: &fields)
    let auxiliaries = AuxiliaryPictures(entries, in: meta)
    if auxiliaries.hasGainMap { fields.findings.offer(.flag(true), for: .hdr) }
    if auxiliaries.hasDepth { fields.findings.offer(.flag(true), for: .depth) }
    fields.pixelSize = fields.pixelSize ?? sequence?.pixelSize
    guard box.isComplete else { throw HeaderDamage("the item box (meta) is cut off") }
    guard fields.pixelSize != nil else { throw HeaderDamage("no size of the picture (ispe)") }
  }

  /// The number of the primary item (`pitm`).
  static func primaryItem(_ meta: BoxRegion) -> UInt32? {
    guard let bytes = meta.first(.primaryItem)?.content.bytes, let version = bytes[0] else { return nil }
    return version == 0 ? bytes.uint16(at: 4, .big).map(UInt32.init) : bytes.uint32(at: 4, .big)
  }

  private static func readMetadata(
    _ entries: [ItemEntry], _ meta: BoxRegion, file: BoxRegion, primary: UInt32?,
    into fields: inout HeaderFields
  ) {
    let items = MetadataItem.items(entries, in: meta, describing: primary)
    guard !items.isEmpty,
      let locations = ItemLocations(of: Set(items.map(\.number)), in: meta, file: file)
    else { return }
    for item in items {
      switch item.kind {
      case .exif where fields.exif == nil:
        if let block = locations.data(of: item.number).flatMap(exifBlock) { fields.addExif(block: block) }
      case .xmp where fields.xmp == nil:
        fields.xmp = locations.data(of: item.number).flatMap(XMPFields.init(packet:))
      case .exif, .xmp: break
      }
    }
  }

  /// The TIFF block of an Exif item, which starts with the offset of the TIFF header (A.2.1) unless the writer omits
  /// it.
  static func exifBlock(_ data: Bytes) -> Bytes? {
    if data.has("MM\0*") || data.has("II*\0") || data.has("Exif\0\0") { return data }
    guard let offset = data.uint32(at: 0, .big).map({ Int($0) + 4 }), offset < data.count else { return nil }
    return data.suffix(from: offset)
  }

  private static func add(_ sequence: MovieTrack?, of file: BoxRegion, to fields: inout HeaderFields) {
    // A picture has at least one byte.
    if let frames = sequence?.samples?.count, frames > 1, frames <= file.range.count {
      fields.findings.offer(.integer(Int64(frames)), for: .frameCount)
    }
  }
}
