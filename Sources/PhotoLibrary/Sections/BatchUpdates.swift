/// A minimal sequence of steps from one snapshot to another, in a defined order.
///
/// ```swift
/// let batch = BatchUpdates(from: before, to: after)
/// for move in batch.movedItems {
///   print("the photo at \(move.source) is now at \(move.destination)")
/// }
/// let replayed = try batch.applied(to: before)  // equals after
/// ```
///
/// ## Order of application
/// As in a collection view, deletions refer to index paths of the old snapshot and insertions to index paths of the
/// new one. All steps take effect at once. To apply them one by one, use this order:
///
/// 1. Remove items: ``deletedItems`` and the sources of ``movedItems``, by old index path, descending.
/// 2. Remove sections: ``deletedSections`` and the sources of ``movedSections``, by old index, descending. A moved
///    section retains its remaining items. A deleted section is already empty.
/// 3. Insert sections: ``insertedSections``, initially empty, and the destinations of ``movedSections``, by new
///    index, ascending.
/// 4. Insert items: ``insertedItems`` and the destinations of ``movedItems``, by new index path, ascending.
/// 5. Update values: ``updatedSections`` and ``updatedItems``, by new index path, in any order.
///
/// Unlike in a collection view, the items of a deleted or inserted section are listed explicitly, items can move out
/// of a deleted section or into an inserted one, and updates (reloads) use new index paths, so that an item can be
/// both moved and updated.
///
/// ## Minimality
/// - Insertions and deletions are exactly the identities that occur in only one of the snapshots. An item in several
///   sections counts once per section.
/// - An item that changes its section is moved. Within a section, and among the sections, a longest increasing
///   subsequence remains in place and only the other elements are moved.
/// - Updates are exactly the elements with equal identity that are no longer equal, moved or not.
///
/// Each list is sorted by index path; moves by their destination.
public struct BatchUpdates<Section: SnapshotElement, Item: SnapshotElement>: Equatable, Sendable {
  /// An inserted, deleted or updated section.
  public struct SectionChange: Equatable, Sendable {
    /// The index of the section: old if deleted, otherwise new.
    public let index: Int
    /// The section: its last value if deleted, otherwise its new value.
    public let section: Section
  }

  /// A section with a new index.
  public struct SectionMove: Equatable, Sendable {
    public let source: Int
    public let destination: Int
  }

  /// An inserted, deleted or updated item.
  public struct ItemChange: Equatable, Sendable {
    /// The index path of the item: old if deleted, otherwise new.
    public let indexPath: ItemIndexPath
    /// The item: its last value if deleted, otherwise its new value.
    public let item: Item
  }

  /// An item with a new index path in the same or a different section.
  public struct ItemMove: Equatable, Sendable {
    public let source: ItemIndexPath
    public let destination: ItemIndexPath
  }

  /// The deletions, by old index.
  public internal(set) var deletedSections: [SectionChange] = []
  /// The insertions, by new index.
  public internal(set) var insertedSections: [SectionChange] = []
  /// The moves, from old to new index.
  public internal(set) var movedSections: [SectionMove] = []
  /// The changes of value with an equal identity, by new index.
  public internal(set) var updatedSections: [SectionChange] = []

  /// The deleted items, by old index path.
  public internal(set) var deletedItems: [ItemChange] = []
  /// The inserted items, by new index path.
  public internal(set) var insertedItems: [ItemChange] = []
  /// The moved items, from old to new index path.
  public internal(set) var movedItems: [ItemMove] = []
  /// The items with an equal identity and a new value, by new index path.
  public internal(set) var updatedItems: [ItemChange] = []

  init() {}

  /// Computes the steps between two snapshots.
  ///
  /// - Complexity: O(*n* log *n*). Little more than one comparison per item if most of the list remains the same.
  public init(from old: SectionedSnapshot<Section, Item>, to new: SectionedSnapshot<Section, Item>) {
    var difference = SnapshotDifference(old: old, new: new)
    self = difference.batchUpdates()
  }

  public var isEmpty: Bool { count == 0 }

  public var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + updatedSections.count
      + deletedItems.count + insertedItems.count + movedItems.count + updatedItems.count
  }
}
