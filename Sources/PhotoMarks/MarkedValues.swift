import PhotoFormats
import PhotoLibrary

/// What properties held before a change and hold after it.
struct MarkedValues: Equatable {
  /// What becomes of one property.
  struct Step: Equatable {
    let property: MarkProperty
    let before: [String]
    let after: [String]
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// The steps that a change needs in a document; none if it holds all of it already.
  ///
  /// A list that stands in the sidecar hides the photo's own, so a new one begins with the keywords that the photo has.
  init(_ change: MarkChange, of asset: Asset, in document: XMPDocument) {
    steps = []
    if let rating = change.rating { add(.rating, ["\(rating.rawValue)"], document) }
    if let label = change.label { add(label, document) }
    if let title = change.title { add(.title, title.values, document) }
    if let caption = change.caption { add(.caption, caption.values, document) }
    if !change.addedKeywords.isEmpty || !change.removedKeywords.isEmpty {
      addKeywords(change, asset, document)
    }
  }

  private mutating func add(_ property: MarkProperty, _ after: [String], _ document: XMPDocument) {
    let before = document[property]
    if before != after { steps.append(Step(property: property, before: before, after: after)) }
  }

  /// A label goes where all programs look; numbers of other programs that are there follow it.
  private mutating func add(_ label: MarkChange.Text, _ document: XMPDocument) {
    add(.label, label.values, document)
    if !document[.colorLabel].isEmpty {
      let numbers = ["Red": "1", "Orange": "2", "Yellow": "3", "Green": "4", "Blue": "5", "Purple": "6"]
      add(.colorLabel, label.values.compactMap { numbers[$0] }, document)
    }
    if !document[.colorClass].isEmpty { add(.colorClass, [], document) }
  }

  private mutating func addKeywords(_ change: MarkChange, _ asset: Asset, _ document: XMPDocument) {
    let added = change.addedKeywords.map(KeywordPath.init),
      removed = change.removedKeywords.map(KeywordPath.init)
    let known = document[.keywords]
    let keywords = known.isEmpty ? asset.texts(.keywords) : known
    add(
      .keywords,
      keywords.filter { keyword in !removed.contains { $0.leaf == keyword } }.adding(added.map(\.leaf)),
      document)
    for (property, separator) in [(MarkProperty.hierarchy, "|"), (.tags, "/")] {
      let known = document[property]
      // Lightroom's tree is made if it is needed; digiKam's follows if it is there.
      let isWanted = property == .hierarchy || !known.isEmpty
      let trees =
        known.isEmpty && property == .hierarchy
        ? asset.texts(.keywordTree).map { $0.replacing("/", with: "|") } : known
      guard isWanted else { continue }
      add(
        property,
        trees.filter { tree in
          let path = KeywordPath(tree.replacing(separator, with: "/"))
          return !removed.contains { $0.covers(path) }
        }.adding(added.filter { $0.levels.count > 1 }.map { $0.levels.joined(separator: separator) }),
        document)
    }
  }
}

/// A keyword with the levels above it: `Travel/Kyoto`.
private struct KeywordPath {
  let levels: [String]

  init(_ text: String) { levels = text.split(separator: "/").map(String.init) }

  var leaf: String { levels.last ?? "" }

  /// True if taking this keyword off takes a place in a tree off too.
  func covers(_ path: KeywordPath) -> Bool { levels.count > 1 ? levels == path.levels : leaf == path.leaf }
}

extension MarkChange.Text {
  fileprivate var values: [String] {
    if case .set(let text) = self { [text] } else { [] }
  }
}

extension [String] {
  /// The texts with those behind them that they lack, each once.
  fileprivate func adding(_ others: [String]) -> [String] {
    var known = Set(self)
    return self + others.filter { !$0.isEmpty && known.insert($0).inserted }
  }
}
