import PhotoLibrary
import PhotoPicker
import Terminal

/// Asks what to find and how to filter, group and sort.
extension PickerPages {
  /// A question on the status line.
  package enum Prompt: Sendable, Hashable {
    /// What to look for; what was looked for, and the photo at the cursor, before.
    case find(text: String, before: String, place: Asset?)
    /// The kinds to show, as `--filter` takes them.
    case filter(text: String)
    /// One of `PickerModel.groupings`.
    case grouping(index: Int)
    /// One of `PickerModel.orders`.
    case order(index: Int)
  }

  /// The longest text of a prompt, in characters.
  private static let textLimit = 200

  mutating func handlePrompt(_ key: Key) -> [Effect] {
    switch prompt {
    case .find(let text, let before, let place):
      return answerFind(key, text: text, before: before, place: place)
    case .filter(let text): return answerFilter(key, text: text)
    case .grouping(let index):
      guard let chosen = answerChoice(key, index, count: PickerModel.groupings.count, repeating: "g")
      else {
        return []
      }
      return tell { $0.group(by: PickerModel.groupings[chosen]) }
    case .order(let index):
      guard let chosen = answerChoice(key, index, count: PickerModel.orders.count, repeating: "s") else {
        return []
      }
      return tell { $0.sort(by: PickerModel.orders[chosen]) }
    case nil: break
    }
    return []
  }

  mutating func paste(_ text: String) -> [Effect] {
    let line = text.prefix { !$0.isNewline }
    return line.prefix(Self.textLimit).flatMap { handlePrompt(.character($0)) }
  }

  private static func edited(_ text: String, _ key: Key) -> String? {
    switch key {
    case .character(let character) where text.count < textLimit: text + String(character)
    case .backspace: String(text.dropLast())
    case .control("u"): ""
    default: nil
    }
  }

  // MARK: Choices

  /// Moves through a choice; returns the index once it is made.
  private mutating func answerChoice(_ key: Key, _ index: Int, count: Int, repeating: Character) -> Int? {
    switch key {
    case .enter, .character(" "):
      prompt = nil
      return index
    case .escape, .character("q"): prompt = nil
    case .left, .up, .character("h"), .character("k"), .backTab: setChoice((index + count - 1) % count)
    case .right, .down, .tab, .character("l"), .character("j"): setChoice((index + 1) % count)
    case .character(let character) where character == repeating: setChoice((index + 1) % count)
    default: break
    }
    return nil
  }

  private mutating func setChoice(_ index: Int) {
    switch prompt {
    case .grouping: prompt = .grouping(index: index)
    case .order: prompt = .order(index: index)
    case .find, .filter, nil: break
    }
  }

  // MARK: Filter

  private mutating func answerFilter(_ key: Key, text: String) -> [Effect] {
    switch key {
    case .escape: prompt = nil
    case .enter:
      let kinds: KindFilter
      do throws(KindFilter.UnknownKind) {
        kinds = text.allSatisfy(\.isWhitespace) ? KindFilter() : try KindFilter(list: text)
      } catch {
        model.message = "\(error)"
        return []
      }
      prompt = nil
      return tell { $0.show(kinds) }
    default:
      if let text = Self.edited(text, key) { prompt = .filter(text: text) }
    }
    return []
  }

  // MARK: Find

  private mutating func answerFind(_ key: Key, text: String, before: String, place: Asset?) -> [Effect] {
    defer { showCursor() }
    switch key {
    case .escape:
      prompt = nil
      return tell { $0.widen(to: before, at: place) }
    case .enter:
      let effects = tell { $0.narrow(to: text, from: place) }
      // A mistake is mended or left.
      if model.search?.text ?? "" == text || text.allSatisfy(\.isWhitespace) { prompt = nil }
      return effects
    default:
      guard let text = Self.edited(text, key) else { return [] }
      prompt = .find(text: text, before: before, place: place)
      return tell { $0.narrow(to: text, from: place) }
    }
  }
}
