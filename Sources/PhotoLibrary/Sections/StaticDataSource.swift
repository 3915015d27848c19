/// A data source over arrays that its owner passes in.
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
/// ])  // those who follow get one moved item
/// ```
///
/// May be used from any task: its only state stands behind a lock. The sequence of ``updates()`` never
/// throws; it ends when the task that iterates it is cancelled.
public final class StaticDataSource<Section: SnapshotElement, Item: SnapshotElement>: SectionedDataSource {
  private let store: SnapshotStore<Section, Item>

  /// Makes a data source of sections with their items.
  ///
  /// - Parameters:
  ///   - groups: The sections; see ``SectionedSnapshot`` for what happens to repeated identities.
  ///   - reloadsAll: The first value of ``reloadsAll``.
  public init(_ groups: some Sequence<(section: Section, items: [Item])>, reloadsAll: Bool = false) {
    store = SnapshotStore(reloadsAll: reloadsAll)
    store.publish(SectionedSnapshot(groups), reloads: false)
  }

  /// Makes a data source of arrays whose sections are known by their numbers.
  ///
  /// ```swift
  /// let source = StaticDataSource(itemsBySection: [[geyser], [glacier, harbour]])
  /// ```
  public convenience init(itemsBySection: [[Item]], reloadsAll: Bool = false)
  where Section == NumberedSection {
    self.init(Self.numbered(itemsBySection), reloadsAll: reloadsAll)
  }

  public var snapshot: SectionedSnapshot<Section, Item> { store.snapshot }

  /// Whether followers show everything anew on each change instead of applying a batch.
  public var reloadsAll: Bool {
    get { store.reloadsAll }
    set { store.reloadsAll = newValue }
  }

  public func updates() -> DataSourceUpdates<Section, Item> {
    DataSourceUpdates { [store] in store.follow() }
  }

  /// Takes new content on; followers get the smallest batch that leads to it.
  public func update(_ groups: some Sequence<(section: Section, items: [Item])>) {
    store.publish(SectionedSnapshot(groups), reloads: false)
  }

  public func update(itemsBySection: [[Item]]) where Section == NumberedSection {
    update(Self.numbered(itemsBySection))
  }

  /// Takes new content on; followers show everything anew.
  public func reload(_ groups: some Sequence<(section: Section, items: [Item])>) {
    store.publish(SectionedSnapshot(groups), reloads: true)
  }

  /// Takes all content away; followers show an empty list.
  public func reset() {
    store.publish(SectionedSnapshot(), reloads: true)
  }

  private static func numbered(_ itemsBySection: [[Item]]) -> [(section: NumberedSection, items: [Item])] {
    itemsBySection.enumerated().map { (section: NumberedSection(id: $0), items: $1) }
  }
}

/// A section that has no name, only its number.
public struct NumberedSection: Hashable, Identifiable, Sendable {
  public let id: Int

  public init(id: Int) {
    self.id = id
  }
}
