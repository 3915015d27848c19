/// Assigns photos to terms in one pass over the positions.
///
/// A photo is selected by the first term that adds it after the last term that removes it. Between two boundaries of
/// runs the terms are the same for all photos, so each such piece is resolved once.
struct SelectionSweep {
  private let runs: [SelectionRun]
  private var adding: DenseIntegerSet
  private var removing: DenseIntegerSet
  private let termCount: Int

  init(runs: [SelectionRun], termCount: Int) {
    self.runs = runs.filter { !$0.positions.isEmpty }
    self.termCount = termCount
    adding = DenseIntegerSet(capacity: termCount)
    removing = DenseIntegerSet(capacity: termCount)
  }

  /// Returns the selected positions in term order.
  func positions() -> [Int] {
    var sweep = self
    return gather(sweep.pieces())
  }

  private mutating func pieces() -> [(positions: Range<Int>, term: Int)] {
    let starts = runs.sorted { $0.positions.lowerBound < $1.positions.lowerBound }
    let ends = runs.sorted { $0.positions.upperBound < $1.positions.upperBound }
    var pieces: [(positions: Range<Int>, term: Int)] = []
    var position = 0
    var nextStart = 0
    var nextEnd = 0
    while nextEnd < ends.count {
      var next = ends[nextEnd].positions.upperBound
      if nextStart < starts.count { next = min(next, starts[nextStart].positions.lowerBound) }
      if next > position, let term = adding.first(from: (removing.last ?? -1) + 1) {
        pieces.append((position..<next, term))
      }
      position = next
      while nextEnd < ends.count, ends[nextEnd].positions.upperBound == position {
        let run = ends[nextEnd]
        if run.isNegated { removing.remove(run.term) } else { adding.remove(run.term) }
        nextEnd += 1
      }
      while nextStart < starts.count, starts[nextStart].positions.lowerBound == position {
        let run = starts[nextStart]
        if run.isNegated { removing.insert(run.term) } else { adding.insert(run.term) }
        nextStart += 1
      }
    }
    return pieces
  }

  /// Counting sort of the pieces by term.
  private func gather(_ pieces: [(positions: Range<Int>, term: Int)]) -> [Int] {
    var isBackwards = Array(repeating: false, count: termCount)
    for run in runs where run.isBackwards { isBackwards[run.term] = true }
    var counts = Array(repeating: 0, count: termCount)
    for piece in pieces { counts[piece.term] += piece.positions.count }
    var total = 0
    var next: [Int] = []
    next.reserveCapacity(termCount)
    for (term, count) in counts.enumerated() {
      next.append(isBackwards[term] ? total + count - 1 : total)
      total += count
    }
    var result = Array(repeating: 0, count: total)
    for piece in pieces {
      var index = next[piece.term]
      let step = isBackwards[piece.term] ? -1 : 1
      for position in piece.positions {
        result[index] = position
        index += step
      }
      next[piece.term] = index
    }
    return result
  }
}
