import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Photos in groups, numbered from 1 across all groups.
public struct NumberedView: Sendable {
  public let groups: [AssetGroup]
  public let count: Int
  /// What each photo represents.
  public let unit: ViewUnit
  private let starts: [Int]

  public init(_ groups: [AssetGroup], unit: ViewUnit = .file) {
    self.groups = groups
    self.unit = unit
    var starts = [Int]()
    var count = 0
    for group in groups {
      starts.append(count)
      count += group.assets.count
    }
    self.starts = starts
    self.count = count
  }

  public var selectable: SelectableView {
    SelectableView(
      count: count,
      groups: zip(groups, starts).map { group, start in
        SelectableView.Group(
          key: group.key, title: group.title, positions: start..<start + group.assets.count)
      })
  }

  /// All photos with positions.
  public var all: Photos { Photos(view: self) }

  /// The photos of a view, indexed by position.
  public struct Photos: RandomAccessCollection, Sendable {
    fileprivate let view: NumberedView

    public var startIndex: Int { 0 }
    public var endIndex: Int { view.count }
    public subscript(position: Int) -> PickedAsset {
      guard let photo = view.photo(at: position) else { preconditionFailure("no photo at \(position)") }
      return photo
    }
  }

  /// Returns the photos at these positions, from 0.
  public func picked(_ positions: [Int]) -> [PickedAsset] { positions.compactMap(photo) }

  /// Returns the photo at a position, from 0.
  public subscript(position: Int) -> Asset? {
    path(of: position).map { groups[$0.section].assets[$0.item] }
  }

  /// Returns the key of the group that contains a position.
  package func groupKey(of position: Int) -> String? { path(of: position).map { groups[$0.section].key } }

  public func positions(of group: Int) -> Range<Int> {
    starts[group]..<starts[group] + groups[group].assets.count
  }

  /// Returns the group and row of a position.
  public func path(of position: Int) -> ItemIndexPath? {
    guard (0..<count).contains(position) else { return nil }
    // Finds the last group starting at or before the position, which skips empty groups.
    let section = starts.partitioningIndex { $0 > position } - 1
    return ItemIndexPath(section: section, item: position - starts[section])
  }

  /// Returns other positions of the same photos, such as in several keyword groups.
  public func copies(of positions: Set<Int>) -> [Int: [Int]] {
    positions.copies(in: groups.lazy.flatMap { $0.assets.lazy.map(PhotoKey.init) }) {
      self[$0].map(PhotoKey.init)
    }
  }

  /// Returns a copy with updated photos.
  package func replacing(_ changed: [PhotoKey: Asset]) -> NumberedView {
    guard !changed.isEmpty else { return self }
    return NumberedView(
      groups.map { group in
        guard group.assets.contains(where: { changed[PhotoKey($0)] != nil }) else { return group }
        return AssetGroup(
          key: group.key, title: group.title,
          assets: group.assets.map { asset in changed[PhotoKey(asset)]?.inGroups(of: asset) ?? asset })
      }, unit: unit)
  }

  private func photo(at position: Int) -> PickedAsset? {
    guard let path = path(of: position) else { return nil }
    return PickedAsset(
      asset: groups[path.section].assets[path.item], number: position + 1, indexPath: path,
      groupKey: groups[path.section].key, unit: unit)
  }
}

extension Set<Int> {
  /// Returns other positions of the same elements.
  func copies<Thing: Hashable>(in list: some Sequence<Thing>, _ thing: (Int) -> Thing?) -> [Int: [Int]] {
    var sought: [Thing: [Int]] = [:]
    for position in self {
      if let thing = thing(position) { sought[thing, default: []].append(position) }
    }
    var copies: [Int: [Int]] = [:]
    for (position, thing) in list.enumerated() {
      for copy in sought[thing] ?? [] where copy != position { copies[copy, default: []].append(position) }
    }
    return copies
  }
}

extension AssetQuery {
  /// Creates a numbered view of a library.
  public func view(of library: LibrarySnapshot) async throws -> NumberedView {
    NumberedView(try await groups(of: library), unit: unit)
  }
}

/// A photo with a position in a view.
public struct PickedAsset: Sendable, Hashable {
  public let asset: Asset
  /// The position, from 1.
  public let number: Int
  /// The group and row, from 0.
  public let indexPath: ItemIndexPath
  public let groupKey: String
  /// What the photo represents.
  public let unit: ViewUnit

  public init(
    asset: Asset, number: Int, indexPath: ItemIndexPath, groupKey: String, unit: ViewUnit = .file
  ) {
    self.asset = asset
    self.number = number
    self.indexPath = indexPath
    self.groupKey = groupKey
    self.unit = unit
  }
}
