import Terminal

/// A line of chips, cut between chips.
package struct FilterBarLayout: Sendable, Hashable {
  /// The chips in view.
  package let shown: Range<Int>
  /// The first column of each chip in view.
  package let columns: [Int]
  private let widths: [Int]

  /// Creates a layout of chips with these widths that contains one of them, if it fits.
  package init(widths: [Int], columns: Int, chosen: Int? = nil) {
    let isCut = widths.reduce(0, +) > columns
    // An arrow at each end of a cut line points to further chips.
    let room = isCut ? max(columns - 2, 0) : columns
    var (shown, starts) = (0..<0, [Int]())
    for first in widths.indices {
      var end = 0
      starts = []
      for width in widths[first...] where end + width <= room {
        starts.append(end + (isCut ? 1 : 0))
        end += width
        if first + starts.count < widths.count, end + widths[first + starts.count] > room { break }
      }
      shown = first..<first + starts.count
      if chosen.map({ $0 < shown.upperBound || $0 <= first }) ?? true { break }
    }
    self.shown = shown
    self.columns = starts
    self.widths = widths
  }

  package var hasEarlier: Bool { shown.lowerBound > 0 }
  package var hasLater: Bool { shown.upperBound < widths.count }

  /// Returns the chip at a column.
  package func chip(atColumn column: Int) -> Int? {
    zip(shown, columns).first { ($1..<$1 + widths[$0]).contains(column) }?.0
  }
}

extension TextStyle.Color {
  /// The color of a color label; `nil` for other labels.
  init?(label: String?) {
    switch label {
    case "Red": self = .red
    case "Yellow": self = .yellow
    case "Green": self = .green
    case "Blue": self = .blue
    case "Purple": self = .magenta
    default: return nil
    }
  }
}
