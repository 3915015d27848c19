import PhotoFormats

struct ValueCandidates {
  typealias Candidate = QueryCompletion.Candidate

  private static let relativeDates = ["today", "yesterday", "7d", "1m", "1y"]

  private let value: QueryPlace.Value
  private let replaced: String
  private let typed: [UInt8]
  private let now: CivilTime

  init(_ value: QueryPlace.Value, replacing replaced: String, now: CivilTime) {
    self.value = value
    self.replaced = replaced
    self.now = now
    typed = FoldedText(value.typed).folded
  }

  private var isBound: Bool { !value.before.isEmpty || !value.after.isEmpty }

  func all(_ values: (AssetField) -> FieldValues) -> [Candidate] {
    if value.name.lowercased() == "is" { return traits }
    guard let field = AssetField(asked: value.name), value.comparison != .matches else { return [] }
    let further = (words(of: field) + comparisons(of: field)).filter { begins($0.text) && isRead($0) }
    let found = found(in: values(field), field).lazy.filter { $0.text != replaced && isRead($0) }
    return Array(found.prefix(QueryCompletion.limit - further.count)) + further
  }

  private func begins(_ text: String) -> Bool { FoldedText(text).folded.starts(with: typed) }

  /// Returns `true` if the query is valid with the candidate inserted; a range may be reversed.
  private func isRead(_ candidate: Candidate) -> Bool {
    guard candidate.isWhole else { return true }
    let word = value.before + candidate.text + value.after
    let query = "(\(value.name)\(value.comparison.rawValue)\(word))"
    guard let condition = try? AssetCondition(query, now: now) else { return false }
    switch condition {
    case .test(let test): return test.words == [word]
    case .any(let tests):
      return tests.allSatisfy { if case .test(let test) = $0 { test.words == [word] } else { false } }
    case .all, .not, .words, .near, .trait: return false
    }
  }

  private var traits: [Candidate] {
    guard value.comparison == .fits else { return [] }
    let words = AssetTrait.allCases.filter { begins($0.rawValue) }
    return (words.filter { !$0.isFormat } + words.filter(\.isFormat)).map { Candidate($0.rawValue, $0.note) }
  }

  /// Returns the values that start with the input, followed by those with a later word that does, each by frequency.
  private func found(in values: FieldValues, _ field: AssetField) -> [Candidate] {
    switch field.kind {
    case .text, .list, .regions:
      let (first, second) = matches(in: values)
      return (first + second).compactMap { value in
        Self.written(value.text).map { Candidate($0, Self.note(value)) }
      }
    case .integer, .number:
      // The user may type f/2.8 for the value 2.8.
      let text = value.typed.lowercased()
      let prefix = field.unit?.prefixes.first(where: text.hasPrefix) ?? ""
      let rest = text.dropFirst(prefix.count)
      return values.values.filter { $0.text.hasPrefix(rest) }
        .map { Candidate(prefix + $0.text, Self.note($0)) }
    case .date:
      let length = DateLength(completing: value.typed).rawValue
      return values.values.filter { $0.text.count == length && $0.folded.starts(with: typed) }
        .map { Candidate($0.text, Self.note($0)) }
    case .flag:
      return values.values.filter { $0.folded.starts(with: typed) }.map { Candidate($0.text, Self.note($0)) }
    }
  }

  /// Returns the string in query syntax, or `nil` if its first or last character would combine with a quote.
  private static func written(_ text: String) -> String? {
    let written = WrittenText.value(text)
    var parser = ConditionParser(":\(written))", now: CivilTime(seconds: 0))
    parser.position = 1
    let read = try? parser.value()
    return read?.text == text && parser.current == ")" ? written : nil
  }

  private func matches(
    in values: FieldValues
  ) -> (whole: [FieldValues.Value], word: [FieldValues.Value]) {
    var whole: [FieldValues.Value] = []
    var word: [FieldValues.Value] = []
    for value in values.values where whole.count <= 2 * QueryCompletion.limit {
      if value.folded.starts(with: typed) {
        whole.append(value)
      } else if word.count <= 2 * QueryCompletion.limit, Self.isWord(typed, of: value.folded) {
        word.append(value)
      }
    }
    return (whole, word)
  }

  private static func isWord(_ start: [UInt8], of text: [UInt8]) -> Bool {
    guard start.count < text.count else { return false }
    return (1...(text.count - start.count)).contains { index in
      text[index] == start[0] && isBoundary(text[index - 1]) && text[index...].starts(with: start)
    }
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x80...: false
    default: true
    }
  }

  private static func note(_ value: FieldValues.Value) -> String {
    value.count == 1 ? "1 photo" : "\(value.count) photos"
  }

  private func words(of field: AssetField) -> [Candidate] {
    let dates = field.kind == .date ? Self.relativeDates : []
    let words = dates.map { Candidate($0, note(ofDate: $0)) }
    guard !isBound, isEquality else { return words }
    return words + [Candidate("none", "without one"), Candidate("any", "with any")]
  }

  private var isEquality: Bool { [.fits, .equals].contains(value.comparison) }

  /// Returns the day that a relative date denotes, or the first day of the period.
  private func note(ofDate word: String) -> String {
    guard let date = DateWord(word, now: now) else { return "" }
    let day = String(date.period.first.iso8601.prefix(DateLength.day.rawValue))
    return isBound || !isEquality || date.period == date.whole ? day : "since \(day)"
  }

  private func comparisons(of field: AssetField) -> [Candidate] {
    guard [.integer, .number, .date].contains(field.kind), value.comparison == .fits, typed.isEmpty, !isBound
    else { return [] }
    return [
      Candidate(">=", "this or more", isWhole: false), Candidate("<=", "this or less", isWhole: false),
    ]
  }
}

extension AssetTrait {
  fileprivate var isFormat: Bool { if case .kind(.format) = self { true } else { false } }

  fileprivate var note: String {
    switch self {
    case .kind(.photo): "no video"
    case .kind(.video): "with or without sound"
    case .stacked: "one of several files of a moment"
    case .duplicate: "a copy or version of another photo"
    case .kind(.format(let format)): format.title
    case .kind(.screenshot): "picture of a screen"
    case .kind(.damaged): "cannot be read"
    case .portrait: "higher than wide"
    case .landscape: "wider than high"
    case .square: "as wide as high"
    case .edited: "changed since it was taken"
    case .motion: "contains a video"
    case .live: "half of a Live Photo"
    case .panorama: "very wide view"
    case .hdr: "high dynamic range"
    case .rated: "1 to 5 stars"
    case .unrated: "no rating, or 0 stars"
    case .rejected: "rating -1"
    case .located: "place is known"
    case .dated: "dated by header or name"
    }
  }
}
