import Testing

@testable import PhotoPicker

/// Compares random selections with a reference that applies terms one by one to a list.
struct SelectionPropertyTests {
  @Test func `random selections agree with applying term after term`() throws {
    var generator = SeededGenerator(seed: 20_140_525)
    for _ in 0..<2500 {
      let model = Model(using: &generator)
      let terms = (0..<Int.random(in: 1...12, using: &generator)).map { _ in model.term(using: &generator) }
      let text = terms.map(\.text).joined(separator: Bool.random(using: &generator) ? "," : " , ")
      #expect(
        try SelectionExpression(text).resolve(in: model.view) == Model.apply(terms),
        "\(text) of \(model.sizes)")
    }
  }

  @Test func `random characters give a selection or a mistake within the text`() {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("0159-.,!@\" alnoeé\u{301}\u{1F1E9}\u{1F1EA}\n")
    for _ in 0..<10_000 {
      let text = String((0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
      do {
        _ = try SelectionExpression(text).resolve(in: SelectableView(count: 9))
      } catch let error as SelectionSyntaxError {
        #expect((1...text.count + 1).contains(error.column), "\(text)")
        #expect((error.found == nil) == (error.column == text.count + 1), "\(text)")
      } catch let error as SelectionError {
        #expect((1...text.count).contains(error.column), "\(text)")
      } catch {
        Issue.record(error)
      }
    }
  }
}

/// A random view, and terms with positions.
private struct Model {
  struct Term {
    var text: String
    var positions: [Int]
    var isNegated: Bool
  }

  static let keys = ["2014-05", "2014-04", "2013", "Canon EOS", "canon", "undated"]
  let sizes: [(key: String, count: Int)]

  init(using generator: inout SeededGenerator) {
    sizes = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      (
        Model.keys[Int.random(in: 0..<Model.keys.count, using: &generator)],
        Int.random(in: 1...6, using: &generator)
      )
    }
  }

  /// The group and row of each photo.
  var rows: [(group: Int, row: Int)] {
    sizes.enumerated().flatMap { group, size in (1...size.count).map { (group + 1, $0) } }
  }

  var view: SelectableView {
    let rows = rows
    return SelectableView(
      count: rows.count,
      groups: sizes.indices.map { group in
        let positions = rows.indices.filter { rows[$0].group == group + 1 }
        return .init(
          key: sizes[group].key, title: "", positions: positions[0]..<positions[0] + positions.count)
      })
  }

  func term(using generator: inout SeededGenerator) -> Term {
    let rows = rows
    let first = Int.random(in: 0..<rows.count, using: &generator)
    let last = Int.random(in: 0..<rows.count, using: &generator)
    func name(_ position: Int) -> String {
      Bool.random(using: &generator) ? "\(position + 1)" : "\(rows[position].group).\(rows[position].row)"
    }
    var term: Term
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: term = Term(text: "all", positions: Array(rows.indices), isNegated: false)
    case 1: term = Term(text: "none", positions: [], isNegated: false)
    case 2: term = Term(text: name(first) + "-", positions: Array(first...rows.count - 1), isNegated: false)
    case 3: term = Term(text: "-" + name(last), positions: Array(0...last), isNegated: false)
    case 4, 5:
      let step = first <= last ? 1 : -1
      term = Term(
        text: name(first) + "-" + name(last), positions: Array(stride(from: first, through: last, by: step)),
        isNegated: false)
    case 6:
      let key = sizes[rows[first].group - 1].key
      let prefix = key.prefix(Int.random(in: 1...key.count, using: &generator)).uppercased()
      let matching = rows.indices.filter { sizes[rows[$0].group - 1].key.uppercased().starts(with: prefix) }
      term = Term(text: "@\"\(prefix)\"", positions: matching, isNegated: false)
    default: term = Term(text: name(first), positions: [first], isNegated: false)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      term.isNegated = true
      term.text = "!" + term.text
    }
    return term
  }

  static func apply(_ terms: [Term]) -> [Int] {
    terms.reduce(into: []) { picked, term in
      if term.isNegated {
        picked.removeAll(where: term.positions.contains)
      } else {
        for position in term.positions where !picked.contains(position) { picked.append(position) }
      }
    }
  }
}
