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
  /// The number of the section, counted from zero.
  public var section: Int

  /// The number of the item inside its section, counted from zero.
  public var item: Int

  /// Makes an index path from the numbers of a section and of an item in it.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemIndexPath: Comparable {
  /// Tells whether the left place is read before the right one.
  public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension ItemIndexPath: CustomStringConvertible {
  /// The index path as `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}
