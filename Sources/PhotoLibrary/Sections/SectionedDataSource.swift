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
  associatedtype Section: SnapshotElement
  associatedtype Item: SnapshotElement

  /// The present state.
  var snapshot: SectionedSnapshot<Section, Item> { get }

  /// The changes from now on, beginning with the present state.
  func updates() -> DataSourceUpdates<Section, Item>
}

extension SectionedDataSource {
  public var numberOfSections: Int { snapshot.numberOfSections }

  public var numberOfItems: Int { snapshot.numberOfItems }

  public var items: [Item] { snapshot.items }

  public func numberOfItems(inSection section: Int) -> Int { snapshot.numberOfItems(inSection: section) }

  public func items(inSection section: Int) -> [Item] { snapshot.items(inSection: section) }

  public func section(at index: Int) -> Section? { snapshot.section(at: index) }

  public func item(at indexPath: ItemIndexPath) -> Item? { snapshot.item(at: indexPath) }

  public func indexPaths(of id: Item.ID) -> [ItemIndexPath] { snapshot.indexPaths(of: id) }
}
