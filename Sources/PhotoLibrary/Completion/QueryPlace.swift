import PhotoFormats

/// The syntactic element at the caret of a partial query, and the range that a suggestion replaces.
struct QueryPlace {
  struct Value {
    let name: String
    let comparison: FieldTest.Comparison
    /// The part of the value before the caret, without quotes.
    let typed: String
    /// The parts of the value before and after the replaced range, such as `2014..`.
    let before: String, after: String
  }

  enum Content {
    /// A prefix of a word or field name. `isFirst` indicates that no operator can precede it.
    case word(String, isFirst: Bool)
    case value(Value)
    /// A prefix of the name of a saved query, without the @.
    case savedQuery(String)
    case text
  }

  /// In characters.
  private(set) var range: Range<Int>
  private(set) var content = Content.text

  private let caret: Int
  /// Parses the query up to the caret. The last element found is incomplete.
  private var typed: ConditionParser
  private let whole: ConditionParser

  var replaced: String { String(whole.characters[range]) }

  init(_ text: String, caret: Int) {
    let start = CivilTime(seconds: 0)
    typed = ConditionParser(String(ConditionParser.characters(of: text).prefix(caret)), now: start)
    whole = ConditionParser(text, now: start)
    self.caret = typed.characters.count
    range = self.caret..<self.caret
    guard whole.characters.count <= ConditionParser.longest else { return }
    find()
  }

  private mutating func find() {
    var isFirst = true
    while true {
      typed.skipBlanks()
      if typed.current == "(" || typed.current == ")" {
        isFirst = typed.current == "("
        typed.position += 1
      } else if takeWord() {
        isFirst = true
      } else {
        while let mark = typed.current, ConditionParser.negations.contains(mark) { typed.position += 1 }
        let start = typed.position
        let isOver = typed.fieldName().map { !takeValues(of: $0.text) } ?? !takeText(from: start, isFirst)
        if isOver { return }
        isFirst = false
      }
    }
  }

  /// Skips an operator if more input follows.
  private mutating func takeWord() -> Bool {
    guard let word = ["or", "and", "not"].first(where: typed.stands),
      typed.position + word.count < typed.characters.count
    else { return false }
    typed.position += word.count
    return true
  }

  /// Skips a word, unless the caret is at its end.
  private mutating func takeText(from start: Int, _ isFirst: Bool) -> Bool {
    let isRead = (try? typed.written { !$0.isWhitespace }) != nil
    if isRead, typed.position < typed.characters.count { return true }
    let word = typed.characters[start...]
    var end = caret
    if word.first == "@", word.dropFirst().allSatisfy(SavedQueries.isNameCharacter) {
      while end < whole.characters.count, SavedQueries.isNameCharacter(whole.characters[end]) { end += 1 }
      guard endsWord(at: end), end == whole.characters.count || whole.characters[end] != ":" else {
        return false
      }
      range = start..<end
      content = .savedQuery(String(word.dropFirst()))
      return false
    }
    if !word.isEmpty { while isPartOfName(at: end) { end += 1 } }
    guard word.indices.allSatisfy(isPartOfName), word.first?.isLetter != false, endsWord(at: end) else {
      return false
    }
    if !word.isEmpty, end < whole.characters.count, whole.characters[end] == ":" { end += 1 }
    range = start..<end
    content = .word(String(word), isFirst: isFirst)
    return false
  }

  private func isPartOfName(at index: Int) -> Bool {
    guard index < whole.characters.count else { return false }
    let character = whole.characters[index]
    return character.isLetter || character.isNumber || character == "_"
  }

  private func endsWord(at index: Int) -> Bool {
    guard index < whole.characters.count else { return true }
    let character = whole.characters[index]
    return character.isWhitespace || character == ")" || character == ":"
  }

  /// Skips the values of a field, unless the caret is in the last value.
  private mutating func takeValues(of name: String) -> Bool {
    let comparison = typed.takeComparison()
    while true {
      let start = typed.position
      let isRead = (try? typed.value()) != nil
      if !isRead || typed.position == typed.characters.count {
        setValue(of: name, comparison, from: start)
        return false
      }
      guard typed.current == "," else { return true }
      typed.position += 1
    }
  }

  private mutating func setValue(of name: String, _ comparison: FieldTest.Comparison, from start: Int) {
    var rest = whole
    rest.position = start
    let value = try? rest.value()
    // A value with open quotes or brackets has no end yet.
    let end = value != nil && rest.position >= caret ? rest.position : caret
    var part = start..<end
    var isLower = false
    var read = Self.read(typed.characters[start...])
    if comparison == .fits, let upper = read?.bounds?.upper {
      part = start + upper.column - 1..<end
      read = upper
    } else if comparison == .fits, end > caret, let upper = value?.bounds?.upper {
      // The caret precedes the two dots.
      part = start..<max(upper.column - 3, caret)
      isLower = true
    }
    range = part
    content = .value(
      Value(
        name: name, comparison: comparison, typed: read?.text ?? String(typed.characters[start...]),
        before: String(whole.characters[start..<part.lowerBound]),
        after: isLower ? String(whole.characters[part.upperBound..<end]) : ""))
  }

  /// Parses a partial value, whose quotes may be open.
  private static func read(_ characters: ArraySlice<Character>) -> WrittenText? {
    for end in ["", "\""] {
      var parser = ConditionParser(String(characters) + end, now: CivilTime(seconds: 0))
      if let value = try? parser.value(), parser.current == nil { return value }
    }
    return nil
  }
}
