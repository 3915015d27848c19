import CPhotoCodecs

/// What photopick reads from an XMP packet (ISO 16684-1, 7).
package struct XMPFields: Sendable, Hashable {
  package init() {}

  /// `exif:DateTimeOriginal`.
  package var dateTimeOriginal: DateText?
  /// `photoshop:DateCreated`.
  package var dateCreated: DateText?
  /// `xmp:CreateDate`.
  package var createDate: DateText?
  /// The values of the declared fields.
  package var findings = MetadataFindings()
}

extension XMPFields {
  /// How much of a packet is read at most, in bytes.
  private static let sizeLimit = 4 * 1024 * 1024

  /// The properties of the dates, in the order in which they are read.
  private static let dateProperties: [StaticString] = [
    "http://ns.adobe.com/exif/1.0/ DateTimeOriginal",
    "http://ns.adobe.com/photoshop/1.0/ DateCreated",
    "http://ns.adobe.com/xap/1.0/ CreateDate",
  ]

  /// The properties that the declared fields name.
  private static let declared = DeclaredSources { source -> StaticString? in
    if case .xmp(let name) = source { name } else { nil }
  }

  /// Reads the dates and the declared fields of an XMP packet (ISO 16684-1, 7) in UTF-8 or UTF-16, or returns `nil`
  /// if it has none of them.
  ///
  /// Of a broken packet, what stands before the error is read.
  package init?(packet: Bytes) {
    self.init()
    let names = Self.dateProperties + Self.declared.places.map(\.name)
    var properties = names.map { name in
      var property = photo_xmp_property()
      property.name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      return property
    }
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    packet.prefixSlice(at: 0, count: Self.sizeLimit).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      _ = photo_xmp_read_properties(start, bytes.count, &properties, properties.count, &message)
    }
    let values = properties.map { property in withUnsafeBytes(of: property.value) { Bytes(Array($0)) } }
    dateTimeOriginal = DateText(values[0])
    dateCreated = DateText(values[1])
    createDate = DateText(values[2])
    for (place, text) in zip(Self.declared.places, values.dropFirst(Self.dateProperties.count)) {
      guard let value = text.trimmedText.flatMap({ FieldValue(text: $0, place.field.kind) }) else { continue }
      findings.offer(value, for: place.field, rank: place.rank)
    }
    if dateTimeOriginal == nil, dateCreated == nil, createDate == nil, findings.isEmpty { return nil }
  }
}
