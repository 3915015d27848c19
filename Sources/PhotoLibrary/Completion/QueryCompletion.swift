import PhotoFormats

/// Suggestions for the caret position in a query: field names at the start of a word, otherwise values.
///
///     let completion = QueryCompletion("is:raw cam", caret: 10) { FieldValues($0, in: assets) }
///     completion.range                  // 7..<10
///     completion.candidates[0].text     // "camera:"
package struct QueryCompletion: Sendable, Hashable {
  package struct Candidate: Sendable, Hashable {
    /// The replacement for `range`, quoted if necessary.
    package let text: String
    /// A short explanation; empty if the replacement is self-explanatory.
    package let note: String
    /// Whether a space may follow. Otherwise the user has to continue typing, as after `camera:`.
    package let isWhole: Bool

    init(_ text: String, _ note: String, isWhole: Bool = true) {
      self.text = text
      self.note = note
      self.isWhole = isWhole
    }
  }

  package static let limit = 20
  private static let noteLimit = 60

  /// The range to replace, in UTF-16 code units.
  package let range: Range<Int>
  /// The suggestions, best first, except for the current content of `range`.
  package let candidates: [Candidate]

  /// Completes a query.
  ///
  /// - Parameters:
  ///   - caret: The caret position in UTF-16 code units. A position within a character is rounded down.
  ///   - now: The local time for relative dates; the current time by default.
  ///   - saved: The queries to suggest after `@`.
  ///   - values: Returns the values of a field. Called at most once, and only if a value is completed.
  package init(
    _ text: String, caret: Int, now: CivilTime? = nil, saved: SavedQueries = SavedQueries(),
    values: (AssetField) -> FieldValues
  ) {
    let ends = Self.ends(of: text)
    let place = QueryPlace(text, caret: ends.count { $0 <= caret })
    func offset(_ index: Int) -> Int { index > 0 ? ends[index - 1] : 0 }
    range = offset(place.range.lowerBound)..<offset(place.range.upperBound)
    let found =
      switch place.content {
      case .savedQuery(let name):
        saved.names.filter { $0.lowercased().hasPrefix(name.lowercased()) }
          .map { Candidate("@" + $0, String((saved[$0] ?? "").prefix(Self.noteLimit))) }
      case .word(let word, let isFirst): NameCandidates(word, isFirst: isFirst).all
      case .value(let value):
        ValueCandidates(value, replacing: place.replaced, now: now ?? .now).all(values)
      case .text: [Candidate]()
      }
    candidates = Array(found.lazy.filter { $0.text != place.replaced }.prefix(Self.limit))
  }

  /// Whether a query ends in the value of a field, so that completing it requires the field's values.
  package static func asksForValues(_ text: String) -> Bool {
    if case .value = QueryPlace(text, caret: .max).content { true } else { false }
  }

  package func applied(_ candidate: Candidate, to text: String) -> String {
    let units = Array(text.utf16)
    return String(
      decoding: units[..<range.lowerBound] + Array(candidate.text.utf16) + units[range.upperBound...],
      as: UTF16.self)
  }

  private static func ends(of text: String) -> [Int] {
    var end = 0
    return ConditionParser.characters(of: text).map { character in
      end += character.utf16.count
      return end
    }
  }
}

struct NameCandidates {
  static let usual = [
    "date", "camera", "lens", "keywords", "rating", "label", "album", "people", "city", "country", "title",
    "iso", "aperture", "exposureTime", "focalLength", "format", "name",
  ]

  private let word: String
  private let isFirst: Bool

  init(_ word: String, isFirst: Bool) {
    self.word = word.lowercased()
    self.isFirst = isFirst
  }

  var all: [QueryCompletion.Candidate] {
    let fields = AssetField.asked.filter { begins($0.name) }
    let usual = Self.usual.compactMap { name in fields.first { $0.name == name } }
    let known = Set(usual)
    return special + (usual + fields.filter { !known.contains($0) }).map { name($0.name, $0.completionNote) }
      + others + words
  }

  private func begins(_ name: String) -> Bool { name.lowercased().hasPrefix(word) }

  private func name(_ name: String, _ note: String) -> QueryCompletion.Candidate {
    QueryCompletion.Candidate(name + ":", note, isWhole: false)
  }

  private var special: [QueryCompletion.Candidate] {
    ConditionParser.special.filter(begins)
      .map {
        name($0, $0 == "is" ? "raw, video, landscape and more" : "city, or latitude and longitude; radius")
      }
  }

  /// Aliases and operators, suggested only after the first letter.
  private var others: [QueryCompletion.Candidate] {
    guard !word.isEmpty else { return [] }
    return AssetField.aliases.filter { begins($0.name) }.map { name($0.name, "the same as \($0.field.name)") }
  }

  private var words: [QueryCompletion.Candidate] {
    guard !word.isEmpty else { return [] }
    let not = QueryCompletion.Candidate("not", "negates the next term")
    let or = QueryCompletion.Candidate("or", "either side matches")
    return (isFirst ? [not] : [or, not]).filter { begins($0.text) }
  }
}

extension AssetField {
  fileprivate var completionNote: String {
    switch kind {
    case .text: "text"
    case .list: "list of texts"
    case .integer, .number: unit?.example ?? "number"
    case .flag: "yes or no"
    case .date: "a date such as 2014, 2014-05-25, today or 7d"
    case .regions: "names of people"
    }
  }
}
