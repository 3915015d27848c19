/// One entry of an image file directory: what it is about and where its values stand.
package struct TIFFEntry: Sendable {
  /// The tag.
  package let tag: UInt16
  /// The type of each value.
  package let type: IFDType
  /// The number of values as the entry declares it.
  package let count: Int
  /// Where the entry itself stands, in bytes from the start of the TIFF header.
  package let offset: Int
  /// Where the values stand, in bytes from the start of the TIFF header: in the entry itself or elsewhere.
  package let position: Int

  /// The length of all values in bytes; it cannot overflow, as entries for which it would are passed over.
  package var length: Int { count * type.size }
}

/// One image file directory (TIFF 6.0, section 2).
package struct TIFFDirectory: Sendable {
  /// Where the directory stands, in bytes from the start of the TIFF header.
  package let offset: Int
  /// How many entries the directory declares.
  package let declaredCount: Int
  /// The entries that can be understood, in the order of the file.
  package let entries: [TIFFEntry]
  /// Where the next directory of the chain stands.
  package let next: Int?
  /// True if the file ends before the directory does.
  package let isCutOff: Bool

  /// The first entry of a tag.
  package subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }
}
