import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

struct FactsDrawing {
  private static let histogramRows = 6
  private static let bars: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let asset: Asset
  let histogram: Histogram?
  let area: CellArea

  func draw(on frame: inout Frame) {
    var row = area.row
    let end = area.row + area.rows - (area.rows > 2 * Self.histogramRows ? Self.histogramRows + 1 : 0)
    for (index, fact) in PhotoFacts.facts(of: asset).enumerated() {
      for line in TerminalText.lines(of: fact.text, width: area.columns) where row < end {
        frame.write(line, column: area.column, row: row, style: TextStyle(isBold: index == 0))
        row += 1
      }
    }
    if end < area.row + area.rows { drawHistogram(from: end + 1, on: &frame) }
  }

  /// Plots the brightness histogram. The first and last columns contain the clipped pixels.
  private func drawHistogram(from row: Int, on frame: inout Frame) {
    guard let histogram else { return }
    let heights = Self.heights(histogram.luminance, columns: min(area.columns, 64), rows: Self.histogramRows)
    for (column, height) in heights.enumerated() {
      for line in 0..<Self.histogramRows {
        let eighths = min(max(height - (Self.histogramRows - 1 - line) * 8, 0), 8)
        frame.write(String(Self.bars[eighths]), column: area.column + column, row: row + line)
      }
    }
  }

  /// Returns the heights of columns, in eighths of a row.
  ///
  /// The highest column that is not at either end fills all rows, so a black or white background doesn't flatten the
  /// rest.
  static func heights(_ counts: [Int], columns: Int, rows: Int) -> [Int] {
    guard columns > 0, !counts.isEmpty else { return [] }
    let sums = (0..<columns).map { column in
      let range = column * counts.count / columns..<max((column + 1) * counts.count / columns, 1)
      return counts[range].reduce(0, +)
    }
    let inner = sums.dropFirst().dropLast().max() ?? 0
    let highest = max(inner > 0 ? inner : sums.max() ?? 0, 1)
    return sums.map { $0 == 0 ? 0 : max(min($0, highest) * rows * 8 / highest, 1) }
  }
}
