import PhotoFiles

public struct AssetSection: Equatable, Identifiable, Sendable {
  public struct ID: Hashable, Sendable {
    /// The key of the group, such as `2014-05`.
    public let key: String
    /// The number of preceding groups with the same key.
    public let occurrence: Int
  }

  public let id: ID
  public let title: String
}

/// A photo of a view as an item of a data source, identified by its path.
public struct AssetItem: Identifiable, Sendable, Equatable {
  public struct ID: Hashable, Sendable {
    public let folder: Folder
    public let name: FileName
    /// The number of preceding groups that contain the photo, for example one for each keyword.
    public let occurrence: Int
  }

  public let asset: Asset
  public let occurrence: Int

  public init(asset: Asset, occurrence: Int = 0) {
    self.asset = asset
    self.occurrence = occurrence
  }

  public var id: ID { ID(folder: asset.folder, name: asset.name, occurrence: occurrence) }

  public static func == (left: AssetItem, right: AssetItem) -> Bool {
    left.asset.isUnchanged(since: right.asset) && left.asset.stack == right.asset.stack
      && left.asset.duplicates == right.asset.duplicates
  }
}

/// The groups of a query as displayed by a data source.
public typealias AssetSnapshot = SectionedSnapshot<AssetSection, AssetItem>

extension SectionedSnapshot<AssetSection, AssetItem> {
  public init(_ groups: [AssetGroup]) {
    var sections: [String: Int] = [:]
    var items: [AssetItem.ID: Int] = [:]
    self.init(
      groups.map { group in
        let id = AssetSection.ID(key: group.key, occurrence: sections.countUp(group.key))
        let members = group.assets.map { asset in
          AssetItem(asset: asset, occurrence: items.countUp(AssetItem(asset: asset).id))
        }
        return (AssetSection(id: id, title: group.title), members)
      })
  }
}

extension Dictionary where Value == Int {
  fileprivate mutating func countUp(_ key: Key) -> Int {
    let before = self[key, default: 0]
    self[key] = before + 1
    return before
  }
}
