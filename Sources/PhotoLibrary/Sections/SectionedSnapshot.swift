/// The requirements for sections and items of a ``SectionedSnapshot``.
///
/// The `id` identifies an element; equal elements have the same displayed content. An element with the
/// same `id` that is no longer equal was updated.
public typealias SnapshotElement = Equatable & Identifiable & Sendable

/// The state of a sectioned list: an ordered list of sections, each with an ordered list of items.
///
/// The identity of a section is unique in the snapshot, and the identity of an item is unique in its section, so that
/// every element has a well-defined position. An item may belong to several sections, such as a photo in several
/// albums.
///
/// ```swift
/// let snapshot = SectionedSnapshot([
///   (section: Album(id: 1, title: "Iceland"), items: [geyser, glacier]),
///   (section: Album(id: 2, title: "Best of 2014"), items: [glacier]),
/// ])
/// snapshot.numberOfSections  // 2
/// snapshot.item(at: ItemIndexPath(section: 0, item: 1))  // glacier
/// snapshot.indexPaths(of: glacier.id)  // [0, 1] and [1, 0]
/// ```
public struct SectionedSnapshot<Section: SnapshotElement, Item: SnapshotElement>: Equatable, Sendable {
  public let sections: [Section]

  /// The items of each section, in the order of `sections`.
  public let itemsBySection: [[Item]]

  public init() { self.init(uniqueSections: [], itemsBySection: []) }

  /// Creates a snapshot from sections and items.
  ///
  /// Those with the same identity are merged into the first. Repeated items of a section are ignored.
  public init(_ groups: some Sequence<(section: Section, items: [Item])>) {
    var builder = SnapshotBuilder<Section, Item>()
    for group in groups {
      let index = builder.index(of: group.section)
      for item in group.items { builder.append(item, toSectionAt: index) }
    }
    self = builder.snapshot
  }

  init(uniqueSections sections: [Section], itemsBySection: [[Item]]) {
    self.sections = sections
    self.itemsBySection = itemsBySection
  }

  public var numberOfSections: Int { sections.count }

  /// The total number of items. An item in two sections counts twice.
  public var numberOfItems: Int { itemsBySection.reduce(0) { $0 + $1.count } }

  public var items: [Item] { itemsBySection.flatMap { $0 } }

  /// The number of items in a section, or 0 for an invalid index.
  public func numberOfItems(inSection section: Int) -> Int { items(inSection: section).count }

  /// The items of a section, or an empty array for an invalid index.
  public func items(inSection section: Int) -> [Item] {
    itemsBySection.indices.contains(section) ? itemsBySection[section] : []
  }

  public func section(at index: Int) -> Section? {
    sections.indices.contains(index) ? sections[index] : nil
  }

  public func index(ofSection id: Section.ID) -> Int? {
    sections.firstIndex { $0.id == id }
  }

  public func item(at indexPath: ItemIndexPath) -> Item? {
    let items = items(inSection: indexPath.section)
    return items.indices.contains(indexPath.item) ? items[indexPath.item] : nil
  }

  /// Returns all index paths of an item in ascending order.
  ///
  /// - Complexity: O(*n*). Use ``indexPathsByItem()`` to find many items.
  public func indexPaths(of id: Item.ID) -> [ItemIndexPath] {
    itemsBySection.enumerated().compactMap { section, items in
      items.firstIndex { $0.id == id }.map { ItemIndexPath(section: section, item: $0) }
    }
  }

  public func indexPathsByItem() -> [Item.ID: [ItemIndexPath]] {
    var places: [Item.ID: [ItemIndexPath]] = [:]
    places.reserveCapacity(numberOfItems)
    for (section, items) in itemsBySection.enumerated() {
      for (offset, item) in items.enumerated() {
        places[item.id, default: []].append(ItemIndexPath(section: section, item: offset))
      }
    }
    return places
  }
}

/// Builds a snapshot incrementally, ignoring repeated identities. Preserves the order of insertion.
package struct SnapshotBuilder<Section: SnapshotElement, Item: SnapshotElement> {
  private var sections: [Section] = []
  private var items: [[Item]] = []
  private var identities: [Set<Item.ID>] = []
  private var indexByIdentity: [Section.ID: Int] = [:]

  package init() {}

  /// Returns the index of a section, appending it if it is new.
  package mutating func index(of section: Section) -> Int {
    if let index = indexByIdentity[section.id] { return index }
    let index = sections.count
    indexByIdentity[section.id] = index
    sections.append(section)
    items.append([])
    identities.append([])
    return index
  }

  /// Appends an item to a section, unless the section already contains it.
  ///
  /// - Parameter index: A result of ``index(of:)``.
  package mutating func append(_ item: Item, toSectionAt index: Int) {
    if identities[index].insert(item.id).inserted { items[index].append(item) }
  }

  package var snapshot: SectionedSnapshot<Section, Item> {
    SectionedSnapshot(uniqueSections: sections, itemsBySection: items)
  }
}

/// The position of an item in a sectioned list, ordered by section and item.
///
/// ```swift
/// let first = ItemIndexPath(section: 0, item: 7)
/// let second = ItemIndexPath(section: 1, item: 0)
/// assert(first < second)
/// ```
public struct ItemIndexPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var section: Int

  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }

  public var description: String { "[\(section), \(item)]" }
}
