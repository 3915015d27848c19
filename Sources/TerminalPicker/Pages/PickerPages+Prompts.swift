import PhotoLibrary
import PhotoPicker
import Terminal

extension PickerPages {
  package enum Prompt: Sendable, Hashable {
    /// A search, with the previous search and the photo at the cursor.
    case find(text: String, before: String, place: Asset?)
    /// The checklist of filters, with the previous filter and the photo at the cursor.
    case filter(item: FilterItem?, before: FilterState, place: Asset?)
    /// The filter bar, with the photo at the cursor.
    case bar(item: FilterItem, place: Asset?)
    case choice(of: Choices, index: Int)
    /// Keywords to add and remove, with the index of the selected completion.
    case keywords(text: String, choice: Int?)
    case question(PickerQuestion)
    /// A shift of capture dates, such as `+1:02:03`.
    case shift(ShiftPreview)
  }

  /// The items of a menu: groupings, orders, or custom commands.
  package enum Choices: Sendable, Hashable { case grouping, order, albumOrder, action }

  private static let textLimit = 200

  mutating func handlePrompt(_ key: Key) -> [Effect] {
    switch prompt {
    case .find(let text, let before, let place):
      return answerFind(key, text: text, before: before, place: place)
    case .filter(_, let before, let place): return answerFilter(key, before: before, place: place)
    case .bar(_, let place): return answerBar(key, place: place)
    case .choice(let choices, let index):
      return answerChoice(key, index).map { choose($0, from: choices) } ?? []
    case .keywords(let text, let choice): return answerKeywords(key, text: text, choice: choice)
    case .question(let question): return answer(question, key)
    case .shift(let preview): return answerShift(key, text: preview.text)
    case nil: return []
    }
  }

  private mutating func answer(_ question: PickerQuestion, _ key: Key) -> [Effect] {
    prompt = nil
    guard key == .enter || key == .character("y") else { return [] }
    defer { showCursor() }
    return tell { $0.confirm(question) }
  }

  private mutating func choose(_ index: Int, from choices: Choices) -> [Effect] {
    switch choices {
    case .grouping: return tell { $0.group(by: PickerModel.groupings[index]) }
    case .order: return tell { $0.sort(by: PickerModel.orders[index]) }
    case .albumOrder:
      model.sortAlbums(by: PickerModel.albumOrders[index])
      albumPage.show(model.albums)
      return []
    case .action:
      guard let actions = model.actions?.actions, actions.indices.contains(index) else { return [] }
      return tell { $0.run(actions[index]) }
    }
  }

  mutating func handlePrompt(_ mouse: MouseInput) -> [Effect] {
    guard mouse.action == .press, let menu, let area = menuArea,
      let index = menu.layout(size).index(
        column: mouse.column - area.column, row: mouse.row - area.row, chosen: menu.chosen)
    else { return [] }
    setChoice(index)
    return handlePrompt(menu.isChecklist ? .character(" ") : .enter)
  }

  /// Inserts the first line of pasted input. Menus and questions ignore it.
  mutating func paste(_ text: String) -> [Effect] {
    switch prompt {
    case .find, .keywords, .shift: break
    case .filter, .bar, .choice, .question, nil: return []
    }
    let line = text.prefix { !$0.isNewline }
    return line.prefix(Self.textLimit).flatMap { handlePrompt(.character($0)) }
  }

  static func edited(_ text: String, _ key: Key) -> String? {
    switch key {
    case .character(let character) where text.count < textLimit: text + String(character)
    case .backspace: String(text.dropLast())
    case .control("u"): ""
    default: nil
    }
  }

  /// Moves through the items, and returns the index when the user confirms. A letter selects the next item with that
  /// initial.
  private mutating func answerChoice(_ key: Key, _ index: Int) -> Int? {
    switch key {
    case .enter, .character(" "):
      prompt = nil
      return index
    case .escape: prompt = nil
    default: moveChoice(key, index)
    }
    return nil
  }

  private func next(_ letter: Character, after index: Int) -> Int? {
    let words = menu?.words ?? []
    let places = words.indices.filter { words[$0].lowercased().first == letter.lowercased().first }
    return places.first { $0 > index } ?? places.first
  }

  private mutating func moveChoice(_ key: Key, _ index: Int) {
    guard let menu else { return }
    let (count, perRow) = (menu.words.count, menu.layout(size).perRow)
    switch key {
    case .left, .backTab: setChoice((index + count - 1) % count)
    case .right, .tab: setChoice((index + 1) % count)
    case .up: if index >= perRow { setChoice(index - perRow) }
    case .down: if index + perRow < count { setChoice(index + perRow) }
    case .home: setChoice(0)
    case .end: setChoice(count - 1)
    case .character(let letter): if let next = next(letter, after: index) { setChoice(next) }
    default: break
    }
  }

  private mutating func setChoice(_ index: Int) {
    switch prompt {
    case .choice(let choices, _): prompt = .choice(of: choices, index: index)
    case .filter(_, let before, let place):
      prompt = .filter(item: filterItems[index], before: before, place: place)
    case .find, .bar, .keywords, .question, .shift, nil: break
    }
  }

  /// Applies the filter on each key; Esc reverts to the previous one. The cursor stays on its photo, or near it while
  /// the photo is filtered out.
  private mutating func answerFilter(_ key: Key, before: FilterState, place: Asset?) -> [Effect] {
    guard let menu else { return [] }
    switch key {
    case .escape:
      prompt = nil
      return tell { $0.show(before, at: place) }
    case .enter: prompt = nil
    case .character(" "):
      var state = filterState
      filterItems[menu.chosen].advance(&state)
      return tell { $0.show(state, at: place) }
    case .backspace: return tell { $0.show(FilterState(), at: place) }
    default: moveChoice(key, menu.chosen)
    }
    return []
  }

  private mutating func answerFind(_ key: Key, text: String, before: String, place: Asset?) -> [Effect] {
    defer { showCursor() }
    switch key {
    case .escape:
      prompt = nil
      return tell { $0.widen(to: before, at: place) }
    case .enter:
      let effects = tell { $0.narrow(to: text, from: place) }
      if model.search?.text ?? "" == text || text.allSatisfy(\.isWhitespace) { prompt = nil }
      return effects
    default:
      guard let text = Self.edited(text, key) else { return [] }
      prompt = .find(text: text, before: before, place: place)
      return tell { $0.narrow(to: text, from: place) }
    }
  }

  /// The library's keywords that complete the last word, most frequent first.
  package var completions: [String] {
    guard case .keywords(let text, _) = prompt else { return [] }
    return KeywordText.completions(of: KeywordText(text).lastWord, among: model.keywords)
  }

  private mutating func answerKeywords(_ key: Key, text: String, choice: Int?) -> [Effect] {
    switch key {
    case .escape: prompt = nil
    case .tab, .down: complete(text, 1, choice)
    case .backTab, .up: complete(text, -1, choice)
    case .enter:
      let typed = KeywordText(KeywordText(text).completed(chosen(choice)))
      prompt = nil
      guard !typed.isEmpty else { return [] }
      return judge(.keywords(added: typed.added, removed: typed.removed))
    case .character(",") where choice != nil:
      prompt = .keywords(text: KeywordText(text).completed(chosen(choice)) + ",", choice: nil)
    default:
      guard let text = Self.edited(KeywordText(text).completed(chosen(choice)), key) else { return [] }
      prompt = .keywords(text: text, choice: nil)
    }
    return []
  }

  private func chosen(_ choice: Int?) -> String? {
    let completions = completions
    return choice.flatMap { completions.indices.contains($0) ? completions[$0] : nil }
  }

  private mutating func complete(_ text: String, _ step: Int, _ choice: Int?) {
    let count = completions.count
    guard count > 0 else { return }
    let next = choice.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
    prompt = .keywords(text: text, choice: next)
  }
}
