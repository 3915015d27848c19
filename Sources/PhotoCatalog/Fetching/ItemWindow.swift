/// The part of all items that a ``FetchedDataSource`` fetches, in the order of its sections and items.
///
/// ```swift
/// let secondPage = ItemWindow(offset: 50, limit: 50)
/// ```
public struct ItemWindow: Hashable, Sendable {
  /// The number of items passed over, zero or more.
  public let offset: Int

  /// The largest number of items fetched, zero or more; nil for no limit.
  public let limit: Int?

  /// Makes a window; negative numbers count as zero.
  public init(offset: Int = 0, limit: Int? = nil) {
    self.offset = max(0, offset)
    self.limit = limit.map { max(0, $0) }
  }

  /// The window that shows all items.
  public static let all = ItemWindow()
}
