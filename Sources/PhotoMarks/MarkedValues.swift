import PhotoFormats
import PhotoLibrary

struct MarkedValues: Equatable {
  struct Step: Equatable {
    let property: MarkProperty
    var before: [String]
    let after: [String]

    /// Returns the value to restore, or `nil` if a string was changed since.
    ///
    /// In a list, undo removes the added items and restores the removed items.
    func takenBack(from current: [String]) -> [String]? {
      guard property.form == .list else { return current == after ? before : nil }
      let (known, old, new) = (Set(current), Set(before), Set(after))
      return current.filter { old.contains($0) || !new.contains($0) }
        + before.filter { !new.contains($0) && !known.contains($0) }
    }

    /// Returns the changes made since that prevent undo: a different string, missing added items, or restored removed
    /// items.
    ///
    /// - Returns: The value that a later step found, and the value it would have found without this step.
    func superseded(by current: [String]) -> [Step] {
      guard property.form == .list else {
        return current == after ? [] : [Step(property: property, before: after, after: before)]
      }
      let (known, old, new) = (Set(current), Set(before), Set(after))
      return after.filter { !old.contains($0) && !known.contains($0) }.map {
        Step(property: property, before: [$0], after: [])
      }
        + before.filter { !new.contains($0) && known.contains($0) }.map {
          Step(property: property, before: [], after: [$0])
        }
    }

    func isConcerned(by amendment: Step) -> Bool {
      guard property == amendment.property else { return false }
      guard property.form == .list else { return before == amendment.before }
      return amendment.before.allSatisfy { before.contains($0) && !after.contains($0) }
        && amendment.after.allSatisfy { !before.contains($0) && after.contains($0) }
    }

    mutating func amend(_ amendment: Step) {
      guard isConcerned(by: amendment) else { return }
      before =
        property.form == .list
        ? before.filter { !amendment.before.contains($0) } + amendment.after : amendment.after
    }
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  var properties: [MarkProperty: [String]] {
    Dictionary(steps.map { ($0.property, $0.after) }) { _, last in last }
  }

  /// Computes the required steps. Empty if the document is up to date.
  ///
  /// The keywords of a sidecar override those in the photo, so a new list starts with the latter.
  ///
  /// - Parameters:
  ///   - date: The corrected date, if the clock is corrected.
  ///   - isRated: Returns `true` if the photo itself has a rating.
  init(
    _ change: MarkChange, of asset: Asset, in document: SidecarDocument, date: CorrectedDate?,
    isRated: () -> Bool
  ) {
    steps = []
    if let rating = change.rating {
      // A missing rating means 0 (XMP part 1, 8.4); a written 0 overrides the rating in the photo.
      let isMissing = rating == .none && !isRated()
      add(.rating, isMissing ? [] : ["\(rating.rawValue)"], document)
      addOthers(rating, document)
    }
    if let label = change.label { add(label, document) }
    if let title = change.title { add(.title, title.values, document) }
    if let caption = change.caption { add(.caption, caption.values, document) }
    if let place = change.place {
      for (property, texts) in place.values { add(property, texts, document) }
    }
    if !change.addedKeywords.isEmpty || !change.removedKeywords.isEmpty {
      addKeywords(change, asset, document)
    }
    if let date, date.isChanged {
      for property in MarkProperty.captureDates { add(property, [date.after.iso8601], document) }
    }
  }

  private mutating func add(_ property: MarkProperty, _ texts: [String], _ document: SidecarDocument) {
    let before = document[property]
    // Readers trim white space, so a blank string is equivalent to none.
    let after = texts.map(\.trimmingXMLSpace).filter { !$0.isEmpty }
    if before != after { steps.append(Step(property: property, before: before, after: after)) }
  }

  /// Updates the ratings of other applications, which would apply if the rating is removed.
  private mutating func addOthers(_ rating: Rating, _ document: SidecarDocument) {
    if !document[.percentRating].isEmpty {
      add(.percentRating, FieldValue.percent(stars: rating.rawValue).map { ["\($0)"] } ?? [], document)
    }
    let pick = document[.pickLabel]
    if !pick.isEmpty, rating == .rejected || pick == ["1"] {
      add(.pickLabel, [rating == .rejected ? "1" : "0"], document)
    }
  }

  /// All applications read the label. Existing colour indices of other applications are updated.
  private mutating func add(_ label: MarkChange.Text, _ document: SidecarDocument) {
    add(.label, label.values, document)
    if !document[.colorLabel].isEmpty {
      add(.colorLabel, label.values.compactMap(LabelNumbers.digiKam.number).map { "\($0)" }, document)
    }
    // Without a label, darktable would read its own.
    if document.declaresNamespace(of: .darktableLabels) {
      add(
        .darktableLabels, label.values.compactMap(LabelNumbers.darktable.number).map { "\($0)" }, document)
    }
    if !document[.colorClass].isEmpty { add(.colorClass, [], document) }
  }

  private mutating func addKeywords(_ change: MarkChange, _ asset: Asset, _ document: SidecarDocument) {
    let added = change.addedKeywords.map { KeywordPath($0, "/") },
      removed = change.removedKeywords.map { KeywordPath($0, "/") }
    let known = (keywords: document[.keywords], tree: document[.hierarchy], tags: document[.tags])
    let tree = KeywordTree(
      known.tree.isEmpty ? asset.values.texts(.keywordTree).map { $0.replacing("/", with: "|") } : known.tree,
      separator: "|"
    ).removing(removed)
    // A keyword remains if it has another position in the hierarchy.
    let keywords = (known.keywords.isEmpty ? asset.values.texts(.keywords) : known.keywords)
      .filter { keyword in !removed.contains { $0.leaf == keyword } || tree.hasPlace(of: keyword) }
      .adding(added.map(\.leaf))
    add(.keywords, keywords, document)
    if !known.tree.isEmpty || !tree.texts.isEmpty || !added.isEmpty {
      // darktable ignores keywords outside an existing hierarchy, so add each to it.
      add(.hierarchy, tree.adding(added).completed(by: keywords).texts, document)
    }
    // Update digiKam's hierarchy only if it exists.
    if !known.tags.isEmpty {
      add(.tags, KeywordTree(known.tags, separator: "/").removing(removed).adding(added).texts, document)
    }
  }
}

/// A keyword with its ancestors: `Travel/Kyoto`.
private struct KeywordPath: Equatable {
  let levels: [String]

  init(_ text: String, _ separator: Character) {
    levels = text.split(separator: separator).map(String.init)
  }

  var leaf: String { levels.last ?? "" }

  /// Whether removing this keyword also removes a path.
  func covers(_ path: KeywordPath) -> Bool { levels.count > 1 ? self == path : leaf == path.leaf }
}

private struct KeywordTree {
  private(set) var texts: [String]
  let separator: Character

  init(_ texts: [String], separator: Character) {
    (self.texts, self.separator) = (texts, separator)
  }

  private var paths: [KeywordPath] { texts.map { KeywordPath($0, separator) } }

  private func text(_ path: KeywordPath) -> String { path.levels.joined(separator: String(separator)) }

  func hasPlace(of keyword: String) -> Bool { paths.contains { $0.leaf == keyword } }

  func removing(_ keywords: [KeywordPath]) -> KeywordTree {
    // A keyword may contain the separator.
    let removed = keywords.map { KeywordPath(text($0), separator) }
    return KeywordTree(
      texts.filter { place in !removed.contains { $0.covers(KeywordPath(place, separator)) } },
      separator: separator)
  }

  /// Adds keywords. A keyword without ancestors is added only if it has no position yet.
  func adding(_ keywords: [KeywordPath]) -> KeywordTree {
    var tree = self
    tree.texts = texts.adding(keywords.filter { $0.levels.count > 1 }.map(text))
    tree.texts = tree.texts.adding(
      keywords.filter { $0.levels.count == 1 && !tree.hasPlace(of: $0.leaf) }.map(text))
    return tree
  }

  /// Adds the keywords that aren't part of the hierarchy.
  func completed(by keywords: [String]) -> KeywordTree {
    let levels = Set(paths.flatMap(\.levels))
    return KeywordTree(texts.adding(keywords.filter { !levels.contains($0) }), separator: separator)
  }
}

extension MarkChange.Text {
  fileprivate var values: [String] {
    if case .set(let text) = self { [text] } else { [] }
  }
}

extension [String] {
  /// Appends each missing string once.
  fileprivate func adding(_ others: [String]) -> [String] {
    var known = Set(self)
    return self + others.filter { !$0.isEmpty && known.insert($0).inserted }
  }
}
