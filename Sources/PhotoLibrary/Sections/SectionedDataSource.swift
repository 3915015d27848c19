/// A list of items in sections that tells how it changes.
///
/// ```swift
/// func showFirstPhoto(of source: some SectionedDataSource<Album, Photo>) {
///   guard let photo = source.item(at: ItemIndexPath(section: 0, item: 0)) else { return }
///   print("\(photo) is the first of \(source.numberOfItems)")
/// }
/// ```
///
/// Another task may change a data source between two calls. Whoever needs answers that belong together takes
/// ``snapshot`` once and asks that.
public protocol SectionedDataSource<Section, Item>: Sendable {
  /// What stands at the head of a section.
  associatedtype Section: SnapshotElement
  /// What the sections hold.
  associatedtype Item: SnapshotElement

  /// The present state.
  var snapshot: SectionedSnapshot<Section, Item> { get }

  /// The changes from now on, beginning with the present state.
  func updates() -> DataSourceUpdates<Section, Item>
}

extension SectionedDataSource {
  /// The number of sections, empty ones included.
  public var numberOfSections: Int { snapshot.numberOfSections }

  /// The number of items in all sections; an item in two sections counts twice.
  public var numberOfItems: Int { snapshot.numberOfItems }

  /// All items, section after section.
  public var items: [Item] { snapshot.items }

  /// The number of items in a section, or zero if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int { snapshot.numberOfItems(inSection: section) }

  /// The items of a section in order; none if there is no such section.
  public func items(inSection section: Int) -> [Item] { snapshot.items(inSection: section) }

  /// The section with this number, or nil if there is none.
  public func section(at index: Int) -> Section? { snapshot.section(at: index) }

  /// The item at an index path, or nil if there is none.
  public func item(at indexPath: ItemIndexPath) -> Item? { snapshot.item(at: indexPath) }

  /// All places of an item, in order; none if the data source does not hold it.
  public func indexPaths(of id: Item.ID) -> [ItemIndexPath] { snapshot.indexPaths(of: id) }
}
