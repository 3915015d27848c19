/// A metadata field that not every photo has.
///
/// A field is a case here and a row in `MetadataField+Declarations`. Records, templates, queries, groups, orders and
/// the catalog follow from the row. A source that is one tag, property or text is named in the row; the value of
/// several is offered to `MetadataFindings` by a header reader.
public enum MetadataField: UInt8, CaseIterable, Sendable, Hashable {
  // In the order of records. Numbers never change: catalogs contain them.
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
  case rewritten

  /// A row of the table.
  package final class Declaration: Sendable {
    /// The key in records and templates.
    package let key: StaticString
    package let kind: FieldKind
    /// The sources, the best first.
    package let sources: [MetadataSource]
    /// The range of valid numbers.
    package let limits: ClosedRange<Double>
    /// The unit of its numbers.
    package let unit: FieldUnit?
    /// The value that files contain for unset fields, such as a rating of 0; it is stored as no value.
    package let defaultValue: FieldValue?
    /// Whether the field ignores a string in photos of a camera.
    let isIgnored: @Sendable (String, Camera?) -> Bool
    /// The rank of values from header readers: after all sources if `.reader` isn't one of them.
    let readerRank: Int

    init(
      _ key: StaticString, _ kind: FieldKind, in limits: ClosedRange<Double> = -.infinity ... .infinity,
      unit: FieldUnit? = nil, defaultValue: FieldValue? = nil, from sources: MetadataSource...,
      ignoring isIgnored: @escaping @Sendable (String, Camera?) -> Bool = { _, _ in false }
    ) {
      self.key = key
      self.kind = kind
      self.sources = sources
      self.limits = limits
      self.unit = unit
      self.defaultValue = defaultValue
      self.isIgnored = isIgnored
      readerRank = sources.firstIndex { if case .reader = $0 { true } else { false } } ?? sources.count
    }
  }
}

package enum MetadataSource: Sendable {
  /// A tag of an Exif directory.
  case exif(UInt16, in: ExifDirectoryKind, as: ExifReading = .value)
  /// A top-level property of XMP, or a field of the same namespace in its structures.
  case xmp(XMPNamespace, StaticString, field: StaticString? = nil)
  /// A dataset of record 2.
  case iptc(UInt8, IPTCTurn = .usual)
  /// The text of a PNG with this keyword.
  case pngText(StaticString)
  /// A key of a QuickTime movie without `com.apple.quicktime.`; with a separator, a list.
  case quickTimeKey(StaticString, separator: Character? = nil)
  /// A text of the user data or the item list of a movie.
  case movieText(FourCC)
  /// Offered by a header reader.
  case reader
}

/// How to read the values of an Exif tag.
package enum ExifReading: UInt8, Sendable {
  case value
  /// An exposure time in seconds as APEX value Tv: 2 to the power of -Tv (Exif 2.32, annex C).
  case apexTime
  /// An f-number as APEX value Av: 2 to the power of Av/2.
  case apexAperture
  /// Whether bit 0 is set.
  case lowestBit
  /// CustomRendered as iPhones write it: 6 is a panorama, 7 and 8 are portraits.
  case isPanorama, isPortrait
  /// A whole number; 65,535 means that it didn't fit (Exif 2.32, 4.6.5, PhotographicSensitivity).
  case sensitivity
  /// Joined strings (`JoinedTexts`).
  case joinedTexts
  /// The copyrights of photographer and editor, separated by NUL (Exif 2.32, 4.6.4, Copyright).
  case copyright
  /// UTF-16, least significant byte first, with semicolons as separators (Windows).
  case windowsTexts
  case userComment
  /// A speed in the unit of GPSSpeedRef, in kilometers per hour.
  case gpsSpeed
  /// RatingPercent of Windows, converted to stars.
  case percentRating
}

/// When a dataset applies (Metadata Working Group, Guidelines 2.0, 3.3).
package enum IPTCTurn: Sendable {
  /// If no program changed it after the other blocks were written.
  case usual
  /// If its digest doesn't match: a program that doesn't know XMP changed it.
  case changed
}

extension MetadataField {
  package var declaration: Declaration { Self.rows[Int(rawValue)] ?? row }

  private static let rows = (0...UInt8.max).map { Self(rawValue: $0)?.row }

  /// The keys and kinds by number. A row is an object, and threads that write records would contend for its reference count.
  private static let keys = rows.map { $0?.key ?? "" }
  private static let kinds = rows.map { $0?.kind ?? .text }

  package var staticKey: StaticString { Self.keys[Int(rawValue)] }

  /// The key in records and templates, such as `duration`.
  public var key: String { staticKey.description }

  /// The kind of its values.
  public var kind: FieldKind { Self.kinds[Int(rawValue)] }

  /// The unit of its numbers.
  public var unit: FieldUnit? { declaration.unit }
}
