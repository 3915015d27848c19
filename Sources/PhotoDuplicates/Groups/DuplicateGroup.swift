import PhotoLibrary

/// Photos that show the same picture, the best one first.
public struct DuplicateGroup: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Files with the same bytes.
    case copy
    /// The same picture in other files: resized, compressed again, converted, rotated, or with other metadata.
    case version
  }

  public let kind: Kind
  /// Two or more photos, the best first. Each of the others is a duplicate of the best one.
  public let assets: [Asset]
  /// Why the first is the best, such as `more pixels`.
  public let reason: String

  public init(_ kind: Kind, _ assets: [Asset], ranking: DuplicateRanking) {
    self.kind = kind
    (self.assets, reason) = ranking.ranked(assets)
  }

  /// The total size of all photos but the best, in bytes.
  public var superfluousByteCount: Int64 {
    assets.dropFirst().reduce(0) { $0.addingReportingOverflow(max($1.fileSize, 0)).partialValue }
  }
}
