/// The width and height of a terminal in cells.
public struct TerminalSize: Sendable, Hashable {
  public let columns: Int
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

/// A rectangle of a terminal's cells.
public struct CellArea: Sendable, Hashable {
  /// The first column, from 0.
  public var column: Int
  /// The first row, from 0.
  public var row: Int
  /// How many columns, 0 or more.
  public var columns: Int
  /// How many rows, 0 or more.
  public var rows: Int

  /// A rectangle; negative numbers of columns or rows count as none.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }

  public var isEmpty: Bool { columns == 0 || rows == 0 }

  public func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < self.column + columns && row >= self.row && row < self.row + rows
  }
}
