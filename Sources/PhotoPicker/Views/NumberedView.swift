import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// A list of photos in groups, numbered from 1 through all of them, from which people pick.
public struct NumberedView: Sendable {
  public let groups: [AssetGroup]
  public let count: Int
  private let starts: [Int]

  public init(_ groups: [AssetGroup]) {
    self.groups = groups
    var starts = [Int]()
    var count = 0
    for group in groups {
      starts.append(count)
      count += group.assets.count
    }
    self.starts = starts
    self.count = count
  }

  /// What a selection sees of the view.
  public var selectable: SelectableView {
    SelectableView(
      count: count,
      groups: zip(groups, starts).map { group, start in
        SelectableView.Group(
          key: group.key, title: group.title, positions: start..<start + group.assets.count)
      })
  }

  /// All photos with their places, in order.
  public var all: Photos { Photos(view: self) }

  /// The photos of a view at their positions, which count from 0.
  public struct Photos: RandomAccessCollection, Sendable {
    fileprivate let view: NumberedView

    public var startIndex: Int { 0 }
    public var endIndex: Int { view.count }
    public subscript(position: Int) -> PickedAsset {
      guard let photo = view.photo(at: position) else { preconditionFailure("no photo at \(position)") }
      return photo
    }
  }

  /// The photos at positions of the view, which count from 0.
  public func picked(_ positions: [Int]) -> [PickedAsset] {
    positions.compactMap(photo)
  }

  /// The photo at a position, which counts from 0; `nil` if there is none.
  public subscript(position: Int) -> Asset? {
    path(of: position).map { groups[$0.section].assets[$0.item] }
  }

  /// The key of the group in which a position lies; `nil` if there is no photo.
  package func groupKey(of position: Int) -> String? { path(of: position).map { groups[$0.section].key } }

  public func positions(of group: Int) -> Range<Int> {
    starts[group]..<starts[group] + groups[group].assets.count
  }

  /// The group and the row in it of a position; `nil` if there is no photo.
  public func path(of position: Int) -> ItemIndexPath? {
    guard (0..<count).contains(position) else { return nil }
    // The last group that begins at or before the position; empty groups begin where the next one does.
    let section = starts.partitioningIndex { $0 > position } - 1
    return ItemIndexPath(section: section, item: position - starts[section])
  }

  /// For positions, the others at which the same photo stands, as it does in the groups of its keywords.
  public func copies(of positions: Set<Int>) -> [Int: [Int]] {
    positions.copies(in: groups.lazy.flatMap { $0.assets.lazy.map(PhotoKey.init) }) {
      self[$0].map(PhotoKey.init)
    }
  }

  /// The same view with other states of photos that it shows.
  package func replacing(_ changed: [PhotoKey: Asset]) -> NumberedView {
    guard !changed.isEmpty else { return self }
    return NumberedView(
      groups.map { group in
        guard group.assets.contains(where: { changed[PhotoKey($0)] != nil }) else { return group }
        return AssetGroup(
          key: group.key, title: group.title, assets: group.assets.map { changed[PhotoKey($0)] ?? $0 })
      })
  }

  private func photo(at position: Int) -> PickedAsset? {
    guard let path = path(of: position) else { return nil }
    return PickedAsset(
      asset: groups[path.section].assets[path.item], number: position + 1, indexPath: path,
      groupKey: groups[path.section].key)
  }
}

extension Set<Int> {
  /// For positions of a list, the others at which the same thing stands.
  func copies<Thing: Hashable>(
    in list: some Sequence<Thing>, _ thing: (Int) -> Thing?
  ) -> [Int: [Int]] {
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
  /// The numbered view of a library.
  public func view(of library: LibrarySnapshot) async throws -> NumberedView {
    NumberedView(try await groups(of: library))
  }
}

/// A photo with its place in the view from which it was picked.
public struct PickedAsset: Sendable, Hashable {
  public let asset: Asset
  /// Its number in the view, from 1.
  public let number: Int
  /// Its group and its row in the group, from 0.
  public let indexPath: ItemIndexPath
  public let groupKey: String

  public init(asset: Asset, number: Int, indexPath: ItemIndexPath, groupKey: String) {
    self.asset = asset
    self.number = number
    self.indexPath = indexPath
    self.groupKey = groupKey
  }
}
