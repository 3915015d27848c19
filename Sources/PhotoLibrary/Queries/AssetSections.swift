import PhotoFiles

/// A group of a view as the section of a data source.
public struct AssetSection: Equatable, Identifiable, Sendable {
  /// Which group it is.
  public struct ID: Hashable, Sendable {
    /// The key of the group, such as `2014-05`.
    public let key: String
    /// How many groups of that key stand before it: keys need not be unique.
    public let occurrence: Int
  }

  /// Which group it is.
  public let id: ID
  /// The heading, such as "May 2014".
  public let title: String
}

/// A photo of a view as the item of a data source: it is the photo at its path.
public struct AssetItem: Identifiable, Sendable {
  /// The path of a photo.
  public struct ID: Hashable, Sendable {
    /// The folder.
    public let folder: Folder
    /// The name of the file.
    public let name: FileName
  }

  /// The photo.
  public let asset: Asset

  /// The path of the photo.
  public var id: ID { ID(folder: asset.folder, name: asset.name) }
}

extension AssetItem: Equatable {
  /// Equal if nothing that is known of the photo differs.
  public static func == (left: AssetItem, right: AssetItem) -> Bool {
    left.asset.isUnchanged(since: right.asset)
  }
}

/// The groups of a query as a data source shows them.
public typealias AssetSnapshot = SectionedSnapshot<AssetSection, AssetItem>

extension SectionedSnapshot<AssetSection, AssetItem> {
  /// Groups with their photos.
  public init(_ groups: [AssetGroup]) {
    var occurrences: [String: Int] = [:]
    self.init(
      groups.map { group in
        let occurrence = occurrences[group.key, default: 0]
        occurrences[group.key] = occurrence + 1
        let id = AssetSection.ID(key: group.key, occurrence: occurrence)
        return (AssetSection(id: id, title: group.title), group.assets.map { AssetItem(asset: $0) })
      })
  }
}
