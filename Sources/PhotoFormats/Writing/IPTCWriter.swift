import PhotoFiles

/// Writes IPTC-IIM of a picture made of a photo, and its digest, in Photoshop's image resources (Information Interchange
/// Model 4.2, 6; Metadata Working Group, Guidelines 2.0, 3.3).
///
/// The digest states that XMP has the same values, so that readers prefer XMP, whose strings aren't cut.
struct IPTCWriter {
  private let metadata: PictureMetadata
  private let dates: WrittenDates

  init(_ metadata: PictureMetadata, _ dates: WrittenDates) {
    (self.metadata, self.dates) = (metadata, dates)
  }

  /// The maximum size of the datasets in bytes. Photoshop's resources fit in one segment.
  private static let limit = 60_000

  /// Record version, and the escape sequence of UTF-8 (5.4; ISO 2022, registration 196).
  private static let head: [UInt8] = [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47, 0x1C, 2, 0, 0, 2, 0, 4]

  /// The resources, or `nil` if the photo has no strings.
  var resources: [UInt8]? {
    var bytes = Self.head
    let texts: [(dataset: UInt8, field: MetadataField)] = [
      (5, .title), (120, .caption), (80, .creators), (116, .copyright), (92, .sublocation), (90, .city),
      (95, .state), (100, .countryCode), (101, .country), (25, .keywords),
    ]
    for (dataset, field) in texts {
      for text in metadata.values.texts(field) {
        let cut = text.cut(at: IPTCFields.lengthLimits[dataset] ?? 0)
        // The country code has three letters.
        guard !cut.isEmpty, dataset != 100 || cut.count == 3, bytes.count + cut.count + 5 <= Self.limit else {
          continue
        }
        bytes += Self.dataset(dataset, cut)
      }
    }
    guard bytes.count > Self.head.count else { return nil }
    if let date = dates.original {
      bytes += Self.dataset(55, Array(date.time.iso8601.utf8.prefix(10).filter { $0 != UInt8(ascii: "-") }))
      // A time has an offset (6, 2:60).
      if let offset = date.offsetText {
        let time = date.time.iso8601.dropFirst(11) + offset
        bytes += Self.dataset(60, Array(time.utf8.filter { $0 != UInt8(ascii: ":") }))
      }
    }
    return Self.resource(PhotoshopResource.iptc, bytes)
      + Self.resource(PhotoshopResource.iptcDigest, MD5.digest(of: bytes))
  }

  private static func dataset(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0x1C, 2, number] + ByteOrder.big.bytes(of: UInt16(content.count)) + content
  }

  private static func resource(_ number: UInt16, _ content: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + ByteOrder.big.bytes(of: number) + [0, 0]
      + ByteOrder.big.bytes(of: UInt32(content.count)) + content + (content.count % 2 == 1 ? [0] : [])
  }
}

extension String {
  /// The bytes of the characters that fit in a size.
  fileprivate func cut(at limit: Int) -> [UInt8] {
    utf8.count <= limit ? Array(utf8) : Bytes(Array(utf8.prefix(limit))).withoutCutCharacter.array
  }
}
