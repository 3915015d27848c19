/// Gathers sections and items one by one, each identity once.
///
/// Sections keep the order in which they were first met, items the order in which they were appended.
package struct SnapshotBuilder<Section: SnapshotElement, Item: SnapshotElement> {
  private var sections: [Section] = []
  private var items: [[Item]] = []
  private var identities: [Set<Item.ID>] = []
  private var indexByIdentity: [Section.ID: Int] = [:]

  /// A builder of a snapshot without sections.
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

  /// What was gathered so far.
  package var snapshot: SectionedSnapshot<Section, Item> {
    SectionedSnapshot(uniqueSections: sections, itemsBySection: items)
  }
}
