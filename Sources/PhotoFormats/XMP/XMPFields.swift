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
  private static let dateProperties: [(XMPNamespace, StaticString)] = [
    (.exif, "DateTimeOriginal"), (.photoshop, "DateCreated"), (.xmp, "CreateDate"),
  ]

  /// The properties that the declared fields name.
  private static let declared = DeclaredSources { source -> (XMPNamespace, StaticString)? in
    if case .xmp(let namespace, let name, field: nil) = source { (namespace, name) } else { nil }
  }

  /// The names of all properties, each ended by NUL, and where they begin.
  private static let names: (bytes: [CChar], starts: [Int]) = {
    var (bytes, starts) = ([CChar](), [Int]())
    for (namespace, name) in dateProperties + declared.places.map(\.name) {
      starts.append(bytes.count)
      bytes += "\(namespace.rawValue) \(name)".utf8CString
    }
    return (bytes, starts)
  }()

  /// Reads the dates and the declared fields of an XMP packet (ISO 16684-1, 7) in UTF-8 or UTF-16, or returns `nil`
  /// if it has none of them.
  ///
  /// Of a broken packet, what stands before the error is read.
  package init?(packet: Bytes) {
    self.init()
    var properties = [photo_xmp_property](repeating: photo_xmp_property(), count: Self.names.starts.count)
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    Self.names.bytes.withUnsafeBufferPointer { names in
      guard let base = names.baseAddress else { return }
      for (index, start) in Self.names.starts.enumerated() { properties[index].name = base + start }
      packet.prefixSlice(at: 0, count: Self.sizeLimit).withUnsafeBytes { bytes in
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        _ = photo_xmp_read_properties(start, bytes.count, &properties, properties.count, &message)
      }
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
