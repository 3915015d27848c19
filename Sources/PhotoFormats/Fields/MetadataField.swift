/// Something that a photo's header may say about it, beyond what every photo has.
///
/// **A field is declared in two places and nowhere else**: a case with its number and key here, and its row in
/// `MetadataField+Declarations`. What follows from the row:
///
/// - its value in `PhotoMetadata.values` and `Asset.values`,
/// - its key in `info`, JSON, CSV and property lists, and its name in templates and queries, all through `AssetField`,
/// - groups and orders by it (`FieldGrouping`, `FieldSorter`),
/// - its place in the catalog: `MetadataValues.encoded` is the record coding, and `key` and `kind` are the name and the
///   type of its column.
///
/// A source that is one tag, property or text is named in the row and read without further code. A value that is put
/// together from several is offered to `MetadataFindings` by the reader that knows how.
public enum MetadataField: UInt8, CaseIterable, Sendable, Hashable {
  // In the order of records. A number belongs to its field for good: catalogs hold it.
  case duration = 1
  case software
  case lens
  case exposureTime
  case aperture
  case iso
  case exposureBias
  case focalLength
  case focalLength35mm
  case flash
  case rating
  case label
  case keywords
  case keywordTree
  case title
  case caption
  case creators
  case copyright
  case people
  case faces
  case sublocation
  case city
  case state
  case country
  case countryCode
  case direction
  case speed
  case editing
  case edited
  case favorite
  case contentIdentifier
  case burst
  case motion
  case motionOffset
  case motionLength
  case panorama
  case projection
  case hdr
  case depth
  case portrait
  case codec
  case frameRate
  case audio
  case pageCount
  case frameCount

  /// A row of the table: what a field is called, what it holds and where it is read.
  package final class Declaration: Sendable {
    /// The key in records and templates.
    package let key: StaticString
    /// The kind of its values.
    package let kind: FieldKind
    /// Where it is read: the first source that says something wins.
    package let sources: [MetadataSource]
    /// Which numbers are values.
    package let limits: ClosedRange<Double>
    /// What its numbers count, if that has a unit.
    package let unit: FieldUnit?
    /// Returns true for a text that is no value.
    let isIgnored: @Sendable (String) -> Bool
    /// The place among the sources of what a reader offers by code: behind them if none of them is such.
    let readerRank: Int

    init(
      _ key: StaticString, _ kind: FieldKind, in limits: ClosedRange<Double> = -.infinity ... .infinity,
      unit: FieldUnit? = nil, from sources: MetadataSource...,
      ignoring isIgnored: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
      self.key = key
      self.kind = kind
      self.sources = sources
      self.limits = limits
      self.unit = unit
      self.isIgnored = isIgnored
      readerRank = sources.firstIndex { if case .reader = $0 { true } else { false } } ?? sources.count
    }
  }
}

/// Where a field is read.
package enum MetadataSource: Sendable {
  /// A tag of a directory of Exif.
  case exif(UInt16, in: ExifDirectoryKind, as: ExifReading = .value)
  /// A top-level property of XMP, or a field of the same namespace in the structures that it holds.
  case xmp(XMPNamespace, StaticString, field: StaticString? = nil)
  /// A dataset of record 2 of IPTC-IIM.
  case iptc(UInt8, IPTCTurn = .usual)
  /// A text of a PNG with this keyword.
  case pngText(StaticString)
  /// A named key of a QuickTime movie, without `com.apple.quicktime.`; with a separator, several texts in one.
  case quickTimeKey(StaticString, separator: Character? = nil)
  /// A text of the user data or the item list of a movie, by its type.
  case movieText(FourCC)
  /// Offered by the code of a reader.
  case reader
}

/// How the values of an Exif tag are read.
package enum ExifReading: Sendable {
  /// As they stand.
  case value
  /// Exposure time in seconds as an APEX value Tv: 2 to the power of -Tv (Exif 2.32, annex C).
  case apexTime
  /// F-number as an APEX value Av: 2 to the power of Av/2.
  case apexAperture
  /// True if bit 0 is set.
  case lowestBit
  /// True if the number is one of those.
  case isOneOf([Int])
  /// A whole number; 65,535 says that it did not fit (Exif 2.32, 4.6.5, PhotographicSensitivity).
  case sensitivity
  /// Several texts in one, with "; " between them (`JoinedTexts`).
  case joinedTexts
  /// The photographer's copyright, NUL, and the editor's; as two lines (Exif 2.32, 4.6.4, Copyright).
  case copyright
  /// Texts in UTF-16, least significant byte first, with a semicolon between them (Windows).
  case windowsTexts
  /// The text of a UserComment, whose character code its first eight bytes name.
  case userComment
  /// A speed in the unit of GPSSpeedRef, in kilometres an hour.
  case gpsSpeed
}

/// When IPTC-IIM has its turn (Metadata Working Group, Guidelines 2.0, 3.3).
package enum IPTCTurn: Sendable {
  /// If nothing tells that a program changed it after the other blocks were written.
  case usual
  /// If the digest that stands beside it is that of other bytes: a program changed it that knows no XMP.
  case changed
}

extension MetadataField {
  /// The row of the field.
  package var declaration: Declaration { Self.rows[Int(rawValue)] ?? row }

  /// The rows by number, built on first use.
  private static let rows = (0...UInt8.max).map { Self(rawValue: $0)?.row }

  /// The key in records and templates, such as `duration`, as it stands in the program.
  package var staticKey: StaticString { declaration.key }

  /// The key in records and templates, such as `duration`.
  public var key: String { staticKey.description }

  /// The kind of its values.
  public var kind: FieldKind { declaration.kind }

  /// What its numbers count, if that has a unit.
  public var unit: FieldUnit? { declaration.unit }
}
