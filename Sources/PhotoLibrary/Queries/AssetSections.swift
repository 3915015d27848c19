import PhotoFiles

/// A group of a view as the section of a data source.
public struct AssetSection: Equatable, Identifiable, Sendable {
  public struct ID: Hashable, Sendable {
    /// The key of the group, such as `2014-05`.
    public let key: String
    /// How many groups of that key stand before it: keys need not be unique.
    public let occurrence: Int
  }

  public let id: ID
  public let title: String
}

/// A photo of a view as the item of a data source: it is the photo at its path.
public struct AssetItem: Identifiable, Sendable {
  public struct ID: Hashable, Sendable {
    public let folder: Folder
    public let name: FileName
    /// How many groups before it hold the photo: it may stand in several, as in those of its keywords.
    public let occurrence: Int
  }

  public let asset: Asset
  public let occurrence: Int

  public init(asset: Asset, occurrence: Int = 0) {
    self.asset = asset
    self.occurrence = occurrence
  }

  public var id: ID { ID(folder: asset.folder, name: asset.name, occurrence: occurrence) }
}

extension AssetItem: Equatable {
  public static func == (left: AssetItem, right: AssetItem) -> Bool {
    left.asset.isUnchanged(since: right.asset)
  }
}

/// The groups of a query as a data source shows them.
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
