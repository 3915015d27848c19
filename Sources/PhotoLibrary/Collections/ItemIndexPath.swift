/// The place of an item in a list of sections.
public struct ItemIndexPath: Hashable, Comparable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// The item in its section, from 0.
  public var item: Int

  /// The place of item `item` of section `section`, both from 0.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Sections come first, then items.
  public static func < (left: ItemIndexPath, right: ItemIndexPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}
