import PhotoLibrary
import PhotoPicker
import Terminal

/// Asks what to find and how to filter, group and sort.
extension PickerModel {
  /// A question on the status line.
  package enum Prompt: Sendable, Hashable {
    /// What to look for, and where the cursor was.
    case find(text: String, start: Int)
    /// The kinds to show, as `--filter` takes them.
    case filter(text: String)
    /// One of `groupings`.
    case grouping(index: Int)
    /// One of `orders`.
    case order(index: Int)
  }

  /// The longest text of a prompt, in characters.
  private static let textLimit = 200

  /// What groups can be made by.
  package static let groupings = AssetQuery.Grouping.allCases

  /// The orders of photos, with their names.
  package static let orders: [(name: String, sorting: AssetQuery.Sorting, direction: SortDirection)] = [
    ("newest", .date, .descending), ("oldest", .date, .ascending), ("name", .name, .ascending),
    ("name backwards", .name, .descending), ("largest", .size, .descending), ("smallest", .size, .ascending),
  ]

  /// The order that is shown, as an index of `orders`.
  package var currentOrder: Int {
    let direction = query.direction ?? (query.sorting == .name ? .ascending : .descending)
    return Self.orders.firstIndex { $0.sorting == query.sorting && $0.direction == direction } ?? 0
  }

  mutating func handlePrompt(_ key: Key) -> [PickerEffect] {
    switch prompt {
    case .find(let text, let start): answerFind(key, text: text, start: start)
    case .filter(let text): return answerFilter(key, text: text)
    case .grouping(let index):
      guard let chosen = answerChoice(key, index, count: Self.groupings.count, repeating: "g") else {
        return []
      }
      query.grouping = Self.groupings[chosen]
      return [.makeContents]
    case .order(let index):
      guard let chosen = answerChoice(key, index, count: Self.orders.count, repeating: "s") else { return [] }
      (query.sorting, query.direction) = (Self.orders[chosen].sorting, Self.orders[chosen].direction)
      return [.makeContents]
    case nil: break
    }
    return []
  }

  mutating func paste(_ text: String) -> [PickerEffect] {
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

  /// Moves through a choice; gives the index once it is made.
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

  private mutating func answerFilter(_ key: Key, text: String) -> [PickerEffect] {
    switch key {
    case .escape: prompt = nil
    case .enter:
      let kinds: KindFilter
      do throws(KindFilter.UnknownKind) {
        kinds = text.allSatisfy(\.isWhitespace) ? KindFilter() : try KindFilter(list: text)
      } catch {
        message = "\(error)"
        return []
      }
      prompt = nil
      query.kinds = kinds
      return [.makeContents]
    default:
      if let text = Self.edited(text, key) { prompt = .filter(text: text) }
    }
    return []
  }

  // MARK: Find

  private mutating func answerFind(_ key: Key, text: String, start: Int) {
    switch key {
    case .escape:
      prompt = nil
      cursor = min(start, max(contents.count - 1, 0))
      showCursor()
    case .enter:
      prompt = nil
      needle = text
    default:
      guard let text = Self.edited(text, key) else { return }
      prompt = .find(text: text, start: start)
      cursor = min(start, max(contents.count - 1, 0))
      if !text.isEmpty { find(text, from: start, isForward: true) }
      showCursor()
    }
  }

  /// Goes on to the next photo that matches what was looked for last.
  mutating func findNext(isForward: Bool) {
    guard !needle.isEmpty, contents.count > 0 else { return }
    let count = contents.count
    find(needle, from: (cursor + (isForward ? 1 : count - 1)) % count, isForward: isForward)
    showCursor()
  }

  private mutating func find(_ text: String, from start: Int, isForward: Bool) {
    let search = PhotoSearch(text)
    let count = contents.count
    for step in 0..<count {
      let position = (start + (isForward ? step : count - step)) % count
      guard let asset = contents[position], search.matches(asset) else { continue }
      cursor = position
      return
    }
    message = "nothing found: \(text)"
  }
}
