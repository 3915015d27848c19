import CPhotoCodecs

extension XMPFields {
  /// The most of a packet that is read, in bytes.
  private static let sizeLimit = 4 * 1024 * 1024

  /// Reads the dates of an XMP packet (ISO 16684-1, 7) in UTF-8 or UTF-16; `nil` where it holds none.
  ///
  /// Of a packet that is broken, what stands before the error is read.
  package init?(packet: Bytes) {
    let names: [StaticString] = [
      "http://ns.adobe.com/exif/1.0/ DateTimeOriginal",
      "http://ns.adobe.com/photoshop/1.0/ DateCreated",
      "http://ns.adobe.com/xap/1.0/ CreateDate",
    ]
    var properties = names.map { name in
      var property = photo_xml_property()
      property.name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      return property
    }
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    packet.prefixSlice(at: 0, count: Self.sizeLimit).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      _ = photo_xml_read_properties(start, bytes.count, &properties, properties.count, &message)
    }
    let dates = properties.map { property in
      withUnsafeBytes(of: property.value) { DateText(Bytes(Array($0))) }
    }
    self.init()
    dateTimeOriginal = dates[0]
    dateCreated = dates[1]
    createDate = dates[2]
    if dates.allSatisfy({ $0 == nil }) { return nil }
  }
}
