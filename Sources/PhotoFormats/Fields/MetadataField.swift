/// Something that a photo's header may say about it, beyond what every photo has.
///
/// **A field is declared here and nowhere else**: a case with its number, and its row in `declaration`. What follows
/// from the row:
///
/// - its value in `PhotoMetadata.values` and `Asset.values`,
/// - its key in `info`, JSON, CSV and property lists, and its name in templates, all through `AssetField`,
/// - groups and orders by it (`FieldGrouping`, `FieldSorter`),
/// - its place in the catalog: `MetadataValues.encoded` is the record coding, and `key` and `kind` are the name and the
///   type of its column.
///
/// A source that is one tag, property or text is named in the row and read without further code. A value that is put
/// together from several is offered to `MetadataFindings` by the reader that knows how.
public enum MetadataField: UInt8, CaseIterable, Sendable, Hashable {
  // In the order of records. A number belongs to its field for good: catalogs hold it.
  case duration = 1
  case software = 2

  /// What a field is called, what it holds and where it is read.
  package struct Declaration: Sendable {
    /// The key in records and templates.
    package let key: StaticString
    /// The kind of its values.
    package let kind: FieldKind
    /// Where it is read: the first source that says something wins.
    package let sources: [MetadataSource]

    init(_ key: StaticString, _ kind: FieldKind, from sources: MetadataSource...) {
      self.key = key
      self.kind = kind
      self.sources = sources
    }
  }

  private var row: Declaration {
    switch self {
    // Length of a video in seconds.
    case .duration: Declaration("duration", .number, from: .reader)
    // The program that wrote the file, or the firmware of the camera.
    case .software:
      Declaration(
        "software", .text, from: .exif(0x0131, in: .image), .xmp("http://ns.adobe.com/xap/1.0/ CreatorTool"),
        .pngText("Software"))
    }
  }
}

/// Where a field is read.
package enum MetadataSource: Sendable {
  /// A tag of a directory of Exif.
  case exif(UInt16, in: ExifDirectoryKind)
  /// A top-level property of XMP: the URI of its namespace, a blank, its name.
  case xmp(StaticString)
  /// A text of a PNG with this keyword.
  case pngText(StaticString)
  /// Offered by the code of a header reader.
  case reader
}

extension MetadataField {
  /// The row of the field.
  package var declaration: Declaration { Self.rows[Int(rawValue)] ?? row }

  /// The rows by number, made once.
  private static let rows: [Declaration?] = {
    var rows = [Declaration?](repeating: nil, count: 256)
    for field in allCases { rows[Int(field.rawValue)] = field.row }
    return rows
  }()

  /// The key in records and templates, such as `duration`.
  public var key: String { declaration.key.description }

  /// The kind of its values.
  public var kind: FieldKind { declaration.kind }

  /// A number that changes with every change of the table, so that catalogs of another table are read anew.
  package static let fingerprint: UInt64 = {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for field in allCases {
      let row = field.declaration
      for byte in "\(field.rawValue) \(row.key) \(row.kind) \(row.sources);".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    return hash
  }()
}
