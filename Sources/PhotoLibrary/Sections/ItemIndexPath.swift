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
