/// The part of all items that a ``FetchedDataSource`` fetches, counted section by section.
///
/// ```swift
/// let secondPage = ItemWindow(offset: 50, limit: 50)
/// ```
public struct ItemWindow: Hashable, Sendable {
  /// The number of skipped items, zero or more.
  public let offset: Int

  /// The largest number of fetched items, zero or more. `nil` for no limit.
  public let limit: Int?

  /// Creates a window. Negative numbers count as zero.
  public init(offset: Int = 0, limit: Int? = nil) {
    self.offset = max(0, offset)
    self.limit = limit.map { max(0, $0) }
  }

  /// The window that contains all items.
  public static let all = ItemWindow()
}
