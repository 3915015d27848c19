/// Photos that show the same picture, the best one first.
public final class DuplicateGroup: Sendable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Files with the same bytes.
    case copy
    /// The same picture in other files: resized, compressed again, converted, rotated, or with other metadata.
    case version
    /// The same photo, changed by a person: black and white, toned, retouched, or cropped by more than a few per cent.
    case edit
  }

  public let kind: Kind
  /// Two or more photos, the best first. Each of the others is a duplicate or an edit of the best one.
  public let assets: [Asset]
  /// Why the first is the best, such as `more pixels`.
  public let reason: String
  /// The groups of other kinds that contain the best of these photos.
  let others: [DuplicateGroup]

  /// - Parameters:
  ///   - assets: At least two photos, the best first.
  ///   - others: The groups of versions and edits that contain the best one, if these are copies or versions.
  package init(_ kind: Kind, _ assets: [Asset], reason: String, others: [DuplicateGroup] = []) {
    // Photos of groups don't refer to groups, which would retain each other.
    (self.kind, self.assets, self.reason) = (kind, assets.map { $0.in(duplicates: nil) }, reason)
    self.others = others
  }

  /// The total size of all photos but the best, in bytes.
  public var superfluousByteCount: Int64 {
    assets.dropFirst().reduce(0) { $0.addingReportingOverflow(max($1.fileSize, 0)).partialValue }
  }

  /// The heading in views, such as `Copies of IMG_1.JPG (best: older)`.
  public var title: String {
    let kind =
      switch kind {
      case .copy: "Copies"
      case .version: "Versions"
      case .edit: "Edits"
      }
    return "\(kind) of \(assets.first?.name.text ?? "") (best: \(reason))"
  }
}

extension DuplicateGroup: Hashable {
  public static func == (left: DuplicateGroup, right: DuplicateGroup) -> Bool {
    left === right
      || left.kind == right.kind && left.reason == right.reason && left.assets == right.assets
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(assets)
  }
}
