extension SelectionExpression {
  /// Returns the unique selected positions, from 0, in selection order.
  ///
  /// A photo is positioned by the first term that selects it; removing the photo resets that. Takes time
  /// proportional to the sum of photos and terms.
  ///
  /// - Parameters:
  ///   - view: The photos and groups that the terms refer to.
  ///   - picked: Positions that are already picked. They precede the others, and the selection may remove them.
  ///   - copies: Returns other positions of the same photos, which are removed together.
  public func resolve(
    in view: SelectableView, startingWith picked: [Int] = [],
    copies: (Set<Int>) -> [Int: [Int]] = { _ in [:] }
  ) throws(SelectionError) -> [Int] {
    var resolver = SelectionResolver(text: text, view: view, picked: picked)
    for (index, term) in terms.enumerated() { try resolver.add(term, index: index + 1) }
    resolver.takeAway(copies)
    let positions = SelectionSweep(runs: resolver.runs, termCount: terms.count + 1).positions()
    guard !picked.isEmpty else { return positions }
    let (before, after) = (Set(picked), Set(positions))
    return picked.filter { after.contains($0) } + positions.filter { !before.contains($0) }
  }
}

/// Consecutive photos that a term adds or removes.
struct SelectionRun {
  let positions: Range<Int>
  let term: Int
  let isNegated: Bool
  let isBackwards: Bool
}

private struct SelectionResolver {
  /// Bounds time and memory for many terms with scattered groups.
  static let runLimit = 2_000_000

  let text: String
  let view: SelectableView
  private(set) var runs: [SelectionRun]
  private lazy var keys = GroupKeyIndex(view.groups)

  init(text: String, view: SelectableView, picked: [Int]) {
    self.text = text
    self.view = view
    runs = picked.filter { $0 >= 0 && $0 < view.count }.map {
      SelectionRun(positions: $0..<$0 + 1, term: 0, isNegated: false, isBackwards: false)
    }
  }

  mutating func add(_ term: SelectionExpression.Term, index: Int) throws(SelectionError) {
    func run(_ positions: Range<Int>, isBackwards: Bool = false) -> SelectionRun {
      SelectionRun(positions: positions, term: index, isNegated: term.isNegated, isBackwards: isBackwards)
    }
    switch term.target {
    case .none: break
    case .all: runs.append(run(0..<view.count))
    case .run(let from, let to):
      let first = try from.map { place throws(SelectionError) in try position(of: place) } ?? 0
      let last = try to.map { place throws(SelectionError) in try position(of: place) } ?? view.count - 1
      runs.append(run(min(first, last)..<max(first, last) + 1, isBackwards: first > last))
    case .groups(let prefix, let offset):
      let ranges = try positions(ofGroupsWithPrefix: prefix, offset: offset)
      guard runs.count + ranges.count <= SelectionResolver.runLimit else {
        throw error(.tooManyRuns(limit: SelectionResolver.runLimit), at: offset)
      }
      for range in ranges { runs.append(run(range)) }
    }
  }

  /// Extends removals to other positions of the same photos.
  mutating func takeAway(_ copies: (Set<Int>) -> [Int: [Int]]) {
    let negated = runs.filter { $0.isNegated && $0.positions.count < view.count }
    guard !negated.isEmpty else { return }
    let others = copies(Set(negated.flatMap(\.positions)))
    guard !others.isEmpty else { return }
    for run in negated {
      for position in run.positions.lazy.compactMap({ others[$0] }).joined() {
        runs.append(
          SelectionRun(
            positions: position..<position + 1, term: run.term, isNegated: true, isBackwards: false))
      }
    }
  }

  private func position(of place: SelectionExpression.Place) throws(SelectionError) -> Int {
    switch place.address {
    case .number(let number):
      guard number <= view.count else {
        throw error(.numberBeyondEnd(number, last: view.count), at: place.offset)
      }
      return number - 1
    case .row(let group, let row):
      guard group <= view.groups.count else {
        throw error(.groupBeyondEnd(group, last: view.groups.count), at: place.offset)
      }
      let positions = view.groups[group - 1].positions
      guard row <= positions.count else {
        throw error(.rowBeyondEnd(group: group, row: row, last: positions.count), at: place.offset)
      }
      return positions.lowerBound + row - 1
    }
  }

  private mutating func positions(
    ofGroupsWithPrefix prefix: String, offset: Int
  ) throws(SelectionError) -> [Range<Int>] {
    guard let ranges = keys.positions(prefix: prefix) else {
      let known = view.groups.prefix(4).map(\.key)
      throw error(.unknownKey(prefix, known: known, count: view.groups.count), at: offset)
    }
    return ranges
  }

  private func error(_ reason: SelectionError.Reason, at offset: Int) -> SelectionError {
    SelectionError(column: TextLocation(of: offset, in: text).column, reason: reason)
  }
}
