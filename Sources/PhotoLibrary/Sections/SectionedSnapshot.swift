/// The requirements of a section or an item of a ``SectionedSnapshot``.
///
/// The identity (`id`) says which section or item it is; equality says whether what is shown of it is
/// still the same. An item that keeps its identity and loses its equality was updated.
public typealias SnapshotElement = Equatable & Identifiable & Sendable

/// The state of a sectioned list at one moment: sections in order, and the items of each in order.
///
/// Two rules always hold, so that every item has a defined place: a section identity stands once, and an
/// item identity stands at most once in a section. The same item may stand in several sections, as a photo
/// does that is in several albums.
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
///
/// Copies share their storage until one of them changes.
public struct SectionedSnapshot<Section: SnapshotElement, Item: SnapshotElement>: Equatable, Sendable {
  public let sections: [Section]

  /// The items of each section in order; as many arrays as there are sections.
  public let itemsBySection: [[Item]]

  public init() {
    self.init(uniqueSections: [], itemsBySection: [])
  }

  /// Makes a snapshot of sections with their items.
  ///
  /// A section whose identity was met before adds its items to the earlier section. An item whose identity
  /// was met before in the same section is dropped.
  public init(_ groups: some Sequence<(section: Section, items: [Item])>) {
    var builder = SnapshotBuilder<Section, Item>()
    for group in groups {
      let index = builder.index(of: group.section)
      for item in group.items {
        builder.append(item, toSectionAt: index)
      }
    }
    self = builder.snapshot
  }

  init(uniqueSections sections: [Section], itemsBySection: [[Item]]) {
    self.sections = sections
    self.itemsBySection = itemsBySection
  }
}

extension SectionedSnapshot {
  public var numberOfSections: Int { sections.count }

  /// The number of items in all sections; an item in two sections counts twice.
  public var numberOfItems: Int { itemsBySection.reduce(0) { $0 + $1.count } }

  public var items: [Item] { itemsBySection.flatMap { $0 } }

  /// The number of items in a section, or zero if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    items(inSection: section).count
  }

  /// The items of a section in order; none if there is no such section.
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

  /// All places of an item, in order; none if the snapshot does not hold it.
  ///
  /// Looks at every item. To find many items, ask ``indexPathsByItem()`` once.
  public func indexPaths(of id: Item.ID) -> [ItemIndexPath] {
    itemsBySection.enumerated().compactMap { section, items in
      items.firstIndex { $0.id == id }.map { ItemIndexPath(section: section, item: $0) }
    }
  }

  /// All places of all items, in order for each item.
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

/// Gathers sections and items one by one, each identity once.
///
/// Sections keep the order in which they were first met, items the order in which they were appended.
package struct SnapshotBuilder<Section: SnapshotElement, Item: SnapshotElement> {
  private var sections: [Section] = []
  private var items: [[Item]] = []
  private var identities: [Set<Item.ID>] = []
  private var indexByIdentity: [Section.ID: Int] = [:]

  package init() {}

  /// The number of a section, which is added at the end if it was not met before.
  package mutating func index(of section: Section) -> Int {
    if let index = indexByIdentity[section.id] { return index }
    let index = sections.count
    indexByIdentity[section.id] = index
    sections.append(section)
    items.append([])
    identities.append([])
    return index
  }

  /// Adds an item at the end of a section, unless that section has it already.
  ///
  /// - Parameter index: A number that ``index(of:)`` gave.
  package mutating func append(_ item: Item, toSectionAt index: Int) {
    if identities[index].insert(item.id).inserted {
      items[index].append(item)
    }
  }

  package var snapshot: SectionedSnapshot<Section, Item> {
    SectionedSnapshot(uniqueSections: sections, itemsBySection: items)
  }
}

/// The place of an item in a sectioned list.
///
/// Index paths sort the way a list reads: by section, then by item.
///
/// ```swift
/// let first = ItemIndexPath(section: 0, item: 7)
/// let second = ItemIndexPath(section: 1, item: 0)
/// assert(first < second)
/// ```
public struct ItemIndexPath: Hashable, Sendable {
  public var section: Int

  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemIndexPath: Comparable {
  public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension ItemIndexPath: CustomStringConvertible {
  public var description: String { "[\(section), \(item)]" }
}
