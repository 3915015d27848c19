/// A data source backed by arrays.
///
/// ```swift
/// let source = StaticDataSource([
///   (section: selected, items: [geyser]),
///   (section: others, items: [glacier, harbour]),
/// ])
/// source.snapshot.numberOfItems(inSection: 1)  // 2
/// source.update([
///   (section: selected, items: [geyser, harbour]),
///   (section: others, items: [glacier]),
/// ])  // subscribers receive one moved item
/// ```
///
/// Thread-safe. The sequence ``updates()`` never throws.
public final class StaticDataSource<Section: SnapshotElement, Item: SnapshotElement>: SectionedDataSource {
  private let store: SnapshotStore<Section, Item>

  /// Creates a data source from sections and items.
  ///
  /// - Parameters:
  ///   - groups: The sections and items. Repeated identities are treated as in ``SectionedSnapshot``.
  ///   - reloadsAll: The initial value of ``reloadsAll``.
  public init(_ groups: some Sequence<(section: Section, items: [Item])>, reloadsAll: Bool = false) {
    store = SnapshotStore(reloadsAll: reloadsAll)
    store.publish(SectionedSnapshot(groups), reloads: false)
  }

  /// Creates a data source from arrays, with indexes as section identities.
  ///
  /// ```swift
  /// let source = StaticDataSource(itemsBySection: [[geyser], [glacier, harbour]])
  /// ```
  public convenience init(itemsBySection: [[Item]], reloadsAll: Bool = false)
  where Section == NumberedSection {
    self.init(Self.numbered(itemsBySection), reloadsAll: reloadsAll)
  }

  public var snapshot: SectionedSnapshot<Section, Item> { store.snapshot }

  /// Whether subscribers reload everything on each change instead of applying a batch.
  public var reloadsAll: Bool {
    get { store.reloadsAll }
    set { store.reloadsAll = newValue }
  }

  public func updates() -> DataSourceUpdates<Section, Item> {
    DataSourceUpdates { [store] in store.follow() }
  }

  /// Replaces the content. Subscribers receive the minimal batch.
  public func update(_ groups: some Sequence<(section: Section, items: [Item])>) {
    store.publish(SectionedSnapshot(groups), reloads: false)
  }

  public func update(itemsBySection: [[Item]]) where Section == NumberedSection {
    update(Self.numbered(itemsBySection))
  }

  /// Replaces the content. Subscribers reload everything.
  public func reload(_ groups: some Sequence<(section: Section, items: [Item])>) {
    store.publish(SectionedSnapshot(groups), reloads: true)
  }

  /// Removes all content. Subscribers display an empty list.
  public func reset() { store.publish(SectionedSnapshot(), reloads: true) }

  private static func numbered(_ itemsBySection: [[Item]]) -> [(section: NumberedSection, items: [Item])] {
    itemsBySection.enumerated().map { (section: NumberedSection(id: $0), items: $1) }
  }
}

public struct NumberedSection: Hashable, Identifiable, Sendable {
  public let id: Int

  public init(id: Int) { self.id = id }
}
