/// A view as selections see it: the number of photos, and the groups.
///
/// Positions count from 0 across all groups; users see the position plus one.
public struct SelectableView: Sendable, Hashable {
  /// A group of a view, such as a month.
  public struct Group: Sendable, Hashable {
    /// The key for `@`, such as `2014-05`.
    public let key: String
    /// The heading, such as `May 2014`.
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

  /// Creates a view of `count` photos, clamping the groups to them.
  public init(count: Int, groups: [Group] = []) {
    let bounds = 0..<max(count, 0)
    self.count = bounds.count
    self.groups = groups.map {
      Group(key: $0.key, title: $0.title, positions: $0.positions.clamped(to: bounds))
    }
  }
}
