/// A view as selections know it: the number of its photos, and the groups they stand in.
///
/// Positions count from 0 through all groups; the number a person types is the position plus one.
public struct SelectableView: Sendable, Hashable {
  /// A group of a view, such as a month.
  public struct Group: Sendable, Hashable {
    /// The key by which `@` finds the group, such as `2014-05`.
    public let key: String
    /// The heading a person reads, such as `May 2014`.
    public let title: String
    public let positions: Range<Int>

    public init(key: String, title: String, positions: Range<Int>) {
      self.key = key
      self.title = title
      self.positions = positions
    }
  }

  public let count: Int
  public let groups: [Group]

  /// A view of `count` photos; positions of groups beyond them are cut off, a negative count is none.
  public init(count: Int, groups: [Group] = []) {
    let bounds = 0..<max(count, 0)
    self.count = bounds.count
    self.groups = groups.map {
      Group(key: $0.key, title: $0.title, positions: $0.positions.clamped(to: bounds))
    }
  }
}
