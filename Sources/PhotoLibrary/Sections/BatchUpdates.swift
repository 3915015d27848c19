/// The steps that lead from one snapshot to another, few in number and in a defined order.
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
/// As in a collection view, whatever leaves is named by its place in the old state, and whatever arrives
/// by its place in the new state. All steps count as done at once; a program that does them one by one
/// takes them in this order:
///
/// 1. Items leave: ``deletedItems`` and the sources of ``movedItems``, old places, last place first.
/// 2. Sections leave: ``deletedSections`` and the sources of ``movedSections``, old places, last first.
///    A moved section takes along the items that stay in it. A deleted section is empty by now.
/// 3. Sections arrive: ``insertedSections``, which start empty, and the destinations of
///    ``movedSections``, new places, first place first.
/// 4. Items arrive: ``insertedItems`` and the destinations of ``movedItems``, new places, first first.
/// 5. Values change: ``updatedSections`` and ``updatedItems``, new places, any order.
///
/// What differs from a collection view: the items of a deleted or inserted section are always listed
/// themselves, an item may move out of a deleted section and into an inserted one, and updates (reloads
/// there) name places in the new state, so that one item can be moved and updated.
///
/// ## Smallest number of steps
/// - Inserted and deleted sections and items are exactly those whose identity is new or gone. An item in
///   several sections counts once for each.
/// - An item that leaves one section for another moves. Inside a section, and among the sections, those
///   that form a longest increasing sequence stay and only the others move.
/// - Updated are exactly those that keep their identity and are no longer equal, moved or not.
///
/// Each list is sorted by place; moves by their destination.
public struct BatchUpdates<Section: SnapshotElement, Item: SnapshotElement>: Equatable, Sendable {
  /// A section that arrives, leaves or changes.
  public struct SectionChange: Equatable, Sendable {
    /// The number of the section, old if it leaves, new otherwise.
    public let index: Int
    /// The section; its last value if it leaves, its new value otherwise.
    public let section: Section
  }

  /// A section that keeps its items and stands elsewhere among the sections.
  public struct SectionMove: Equatable, Sendable {
    public let source: Int
    public let destination: Int
  }

  /// An item that arrives, leaves or changes.
  public struct ItemChange: Equatable, Sendable {
    /// The place of the item, old if it leaves, new otherwise.
    public let indexPath: ItemIndexPath
    /// The item; its last value if it leaves, its new value otherwise.
    public let item: Item
  }

  /// An item that stands elsewhere, in its section or in another one.
  public struct ItemMove: Equatable, Sendable {
    public let source: ItemIndexPath
    public let destination: ItemIndexPath
  }

  /// Sections that are gone, by old number.
  public internal(set) var deletedSections: [SectionChange] = []
  /// Sections that are new, by new number.
  public internal(set) var insertedSections: [SectionChange] = []
  /// Sections that stand elsewhere, from old to new number.
  public internal(set) var movedSections: [SectionMove] = []
  /// Sections with the same identity and another value, by new number.
  public internal(set) var updatedSections: [SectionChange] = []

  /// Items that are gone, by old place.
  public internal(set) var deletedItems: [ItemChange] = []
  /// Items that are new, by new place.
  public internal(set) var insertedItems: [ItemChange] = []
  /// Items that stand elsewhere, from old to new place.
  public internal(set) var movedItems: [ItemMove] = []
  /// Items with the same identity and another value, by new place.
  public internal(set) var updatedItems: [ItemChange] = []

  init() {}

  /// Finds the steps from an old state to a new one.
  ///
  /// Takes O(*n* log *n*) time at worst, and little more than one comparison an item if most of the list
  /// stayed as it was.
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
