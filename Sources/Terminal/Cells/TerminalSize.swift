/// The width and height of a terminal in cells.
public struct TerminalSize: Sendable, Hashable {
  /// Cells in a row.
  public let columns: Int
  /// Rows.
  public let rows: Int

  /// A size, at least 1 × 1 and at most 4096 × 4096: whatever a terminal says, a frame has bounded memory.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 4096)
    self.rows = min(max(rows, 1), 4096)
  }

  /// The size of the VT100, for terminals that don't tell theirs.
  public static let usual = TerminalSize(columns: 80, rows: 24)
}

/// The size of a cell in pixels.
public struct CellSize: Sendable, Hashable {
  /// Pixels across, 1 to 256.
  public let width: Int
  /// Pixels down, 1 to 256.
  public let height: Int

  /// A size; `nil` unless both sides are 1 to 256.
  public init?(width: Int, height: Int) {
    guard (1...256).contains(width), (1...256).contains(height) else { return nil }
    self.init(checkedWidth: width, height: height)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The cell of the VT340, for terminals that don't tell theirs.
  public static let usual = CellSize(checkedWidth: 10, height: 20)
}
