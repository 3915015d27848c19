/// The size of a terminal in cells.
public struct TerminalSize: Sendable, Hashable {
  public let columns: Int
  public let rows: Int

  /// Creates a size, clamped to 1...4096 to limit the memory of a frame.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 4096)
    self.rows = min(max(rows, 1), 4096)
  }

  /// The VT100's size, for terminals that don't report theirs.
  public static let usual = TerminalSize(columns: 80, rows: 24)
}

/// The size of a cell in pixels.
public struct CellSize: Sendable, Hashable {
  /// The width, 1 to 256.
  public let width: Int
  /// The height, 1 to 256.
  public let height: Int

  /// Creates a size, or `nil` unless both sides are 1 to 256.
  public init?(width: Int, height: Int) {
    guard (1...256).contains(width), (1...256).contains(height) else { return nil }
    self.init(checkedWidth: width, height: height)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The VT340's cell size, for terminals that don't report theirs.
  public static let usual = CellSize(checkedWidth: 10, height: 20)
}

/// A region of cells.
public struct CellArea: Sendable, Hashable {
  /// The first column, from 0.
  public var column: Int
  /// The first row, from 0.
  public var row: Int
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Creates a region; a negative number of columns or rows becomes 0.
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
