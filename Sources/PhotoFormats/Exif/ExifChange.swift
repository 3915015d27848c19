/// A change of a tag.
package struct ExifChange: Sendable, Hashable {
  package let kind: ExifDirectoryKind
  package let tag: UInt16
  /// The new value; `nil` removes the tag.
  package let value: TIFFValue?

  package init(_ kind: ExifDirectoryKind, _ tag: UInt16, _ value: TIFFValue?) {
    (self.kind, self.tag, self.value) = (kind, tag, value)
  }
}

/// A tag of a directory.
package struct ExifPlace: Sendable, Hashable {
  package let kind: ExifDirectoryKind
  package let tag: UInt16

  package init(_ kind: ExifDirectoryKind, _ tag: UInt16) { (self.kind, self.tag) = (kind, tag) }
}
