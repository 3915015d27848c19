/// The metadata that pictures made of photos contain.
public struct MetadataPolicy: Sendable, Hashable {
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// All metadata, and the Exif of the photo.
    case all
    /// What people write: date, title, caption, keywords, rating, label, creators, copyright, people and place.
    case marks
    /// No metadata.
    case none
  }

  public var scope: Scope
  /// Whether to leave out position and place names. Maker notes, which may contain them, are omitted too.
  public var stripsPlace: Bool

  public init(_ scope: Scope = .all, stripsPlace: Bool = false) {
    (self.scope, self.stripsPlace) = (scope, stripsPlace)
  }
}
