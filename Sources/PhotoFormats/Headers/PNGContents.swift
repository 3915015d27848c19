import CPhotoCodecs

enum PNGContents {
  private static let xmpName: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  /// Parses chunks with libpng, IHDR first; returns the reason for an error.
  static func read(_ source: ByteSource, _ chunks: [PNGChunk], into fields: inout HeaderFields) -> String? {
    let segments =
      [photo_segment(offset: 0, size: 8)]
      + chunks.map { photo_segment(offset: UInt64($0.offset), size: UInt32($0.length) + 12) }
    let opened = withCReader(source) { read, context in
      segments.withUnsafeBufferPointer { photo_png_open(read, context, $0.baseAddress, $0.count) }
    }
    guard let png = opened else { return "not enough memory for its header" }
    defer { photo_png_close(png) }

    var size = 0
    if let bytes = photo_png_exif(png, &size),
      let block = exifBlock(Bytes(Array(UnsafeBufferPointer(start: bytes, count: size))))
    {
      fields.addExif(block: block)
    }
    var index = 0
    var text = photo_png_text()
    while photo_png_find_text(png, index, &text) {
      add(text, to: &fields)
      index += 1
    }
    var time = photo_png_time()
    if photo_png_find_time(png, &time) { fields.pngModificationTime = PNGDate.modificationTime(time) }
    let damage = String(cString: photo_png_damage(png))
    return damage.isEmpty ? nil : damage
  }

  private static func add(_ text: photo_png_text, to fields: inout HeaderFields) {
    let keyword = Bytes(Array(String(cString: text.keyword).utf8))
    let bytes = Bytes(Array(UnsafeBufferPointer(start: text.bytes, count: text.size)))
    switch PNGKeyword(keyword) {
    case .creationTime: fields.pngCreationTime = fields.pngCreationTime ?? PNGDate.creationTime(bytes)
    case .xmp: fields.xmp = fields.xmp ?? XMPFields(packet: bytes)
    case .exifProfile, .app1Profile, .xmpProfile, .iptcProfile, .photoshopProfile:
      if let profile = rawProfile(bytes) { addProfile(profile, to: &fields) }
    case nil: addDeclared(keyword, bytes, to: &fields)
    }
  }

  private static func addDeclared(_ keyword: Bytes, _ text: Bytes, to fields: inout HeaderFields) {
    for place in PNGKeyword.declared.places where keyword == Bytes(Array(place.name.utf8)) {
      guard let value = text.trimmedText.flatMap({ FieldValue(text: $0, place.field.kind) }) else { continue }
      fields.findings.offer(value, for: place.field, rank: place.rank)
    }
  }

  /// A raw profile is recognized by the content: type APP1 may be Exif or XMP, type iptc Photoshop's resources.
  private static func addProfile(_ profile: Bytes, to fields: inout HeaderFields) {
    if let block = exifBlock(profile) {
      fields.addExif(block: block)
    } else if profile.has("8BIM") {
      fields.iptc = fields.iptc ?? IPTCFields(resources: ByteSource(profile))
    } else if profile[0] == 0x1C {
      fields.iptc = fields.iptc ?? IPTCFields(profile)
    } else {
      let packet = profile.has(xmpName) ? profile.suffix(from: xmpName.utf8CodeUnitCount) : profile
      fields.xmp = fields.xmp ?? XMPFields(packet: packet)
    }
  }

  private static func exifBlock(_ bytes: Bytes) -> Bytes? {
    let tiff = bytes.has("Exif\0\0") ? bytes.suffix(from: 6) : bytes
    return tiff.has("II") || tiff.has("MM") ? tiff : nil
  }

  /// The bytes of a text chunk of ImageMagick: a line with its name, one with its length, then hexadecimal digits.
  static func rawProfile(_ text: Bytes) -> Bytes? {
    guard text[0] == UInt8(ascii: "\n"), let nameEnd = text.firstIndex(of: UInt8(ascii: "\n"), from: 1),
      let lengthEnd = text.firstIndex(of: UInt8(ascii: "\n"), from: nameEnd + 1),
      let length = text.prefixSlice(at: nameEnd + 1, count: lengthEnd - nameEnd - 1).trimmedText,
      UInt32(length) != nil
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((text.count - lengthEnd) / 2)
    var high: UInt8?
    for character in text.suffix(from: lengthEnd + 1).array {
      if character <= 0x20 { continue }
      guard let digit = character.hexadecimalValue else { break }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes.isEmpty ? nil : Bytes(bytes)
  }
}
