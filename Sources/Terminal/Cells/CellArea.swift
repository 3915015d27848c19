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

  /// True if there is no cell in it.
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// True if a cell lies in it.
  public func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < self.column + columns && row >= self.row && row < self.row + rows
  }
}
