/// Finds the time zone of a point by its borders.
///
/// Each cell that borders cross has the zones that contain its corner, and the borders. A path from the corner to the
/// point changes between inside and outside of a zone at each border of the zone, so no polygon is needed, and zones may
/// overlap. The path is half a unit from the vertices, so it crosses each border exactly or not at all.
struct BorderGrid: Sendable {
  static let runSize = 8
  private static let none = 0xFFFF
  private static let borders = 0xFFFE

  let sections: PlaceSections

  /// Returns the number of the smallest zone that contains the unit square at a point; `nil` on the high sea.
  func zone(x: Int, y: Int) -> Int? {
    let (row, column) = (y / PlaceGrid.cell, x / PlaceGrid.cell)
    let rows = sections.gridRows
    var (first, end) = (rows.uint32(4 * row), rows.uint32(4 * row + 4))
    while first < end {
      let middle = (first + end) / 2
      if sections.runs.uint16(middle &* Self.runSize) > column { end = middle } else { first = middle + 1 }
    }
    guard first > rows.uint32(4 * row) else { return nil }
    let run = (first - 1) * Self.runSize
    let zone = sections.runs.uint16(run + 2)
    guard zone == Self.borders else { return zone == Self.none ? nil : zone }
    return self.zone(
      x: x - column * PlaceGrid.cell, y: y - row * PlaceGrid.cell, inCell: sections.runs.uint32(run + 4))
  }

  /// Returns the zone of a point, which is relative to the corner, in a cell.
  private func zone(x: Int, y: Int, inCell start: Int) -> Int? {
    let cells = sections.cells
    let count = cells.uint16(start)
    var inside = cells.uint16(start + 2)
    var position = start + 6 + 2 * count
    // Twice the units, so that the middle of a unit square is a whole number.
    let (x, y) = (2 * x + 1, 2 * y + 1)
    for _ in 0..<cells.uint16(start + 4) {
      let vertices = cells.uint16(position + 2)
      guard position + 4 + 4 * vertices <= cells.count else { return nil }
      if crossesOddly(from: position + 4, count: vertices, x: x, y: y) { inside ^= cells.uint16(position) }
      position += 4 + 4 * vertices
    }
    let index = inside.trailingZeroBitCount
    return index < count ? cells.uint16(start + 6 + 2 * index) : nil
  }

  /// Returns `true` if the path from (1, 1) up to (1, y) and right to (x, y) crosses a line an odd number of times.
  private func crossesOddly(from start: Int, count: Int, x: Int, y: Int) -> Bool {
    guard count > 0 else { return false }
    var isOdd = false
    var last = vertex(start)
    for index in 1..<count {
      let next = vertex(start &+ 4 &* index)
      if (last.y < y) != (next.y < y) {
        let (low, high) = last.y < next.y ? (last, next) : (next, last)
        let rise = high.y &- low.y
        let along = (y &- low.y) &* (high.x &- low.x)
        if (along <= (x &- low.x) &* rise) != (along <= (1 &- low.x) &* rise) { isOdd.toggle() }
      }
      if (last.x < 1) != (next.x < 1) {
        let (left, right) = last.x < next.x ? (last, next) : (next, last)
        let run = right.x &- left.x
        let along = (1 &- left.x) &* (right.y &- left.y)
        if (along <= (y &- left.y) &* run) != (along <= (1 &- left.y) &* run) { isOdd.toggle() }
      }
      last = next
    }
    return isOdd
  }

  @inline(__always)
  private func vertex(_ offset: Int) -> (x: Int, y: Int) {
    let both = sections.cells.load(offset, as: UInt32.self)
    return (
      2 * Int(Int16(truncatingIfNeeded: both)), 2 * Int(Int16(truncatingIfNeeded: both >> 16))
    )
  }
}
