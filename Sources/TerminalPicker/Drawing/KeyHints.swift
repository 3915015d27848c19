import PhotoPicker
import Terminal

/// The keys available in the current state, in one line.
struct KeyHints {
  /// Narrower terminals list fewer keys, in a different order.
  static let wideColumns = 72

  private let pages: PickerPages

  init(_ pages: PickerPages) { self.pages = pages }

  func line(limit: Int) -> String {
    for gap in [" · ", "  "] {
      let text = fitted(gap, limit)
      // Spaces as separators take less room if one of the most important keys is missing.
      if text.count >= leastCount || gap == "  " { return text.joined(separator: gap) }
    }
    return ""
  }

  private var leastCount: Int { min(hints.count, 7) }

  private func fitted(_ gap: String, _ limit: Int) -> [String] {
    var (texts, width) = ([String](), 0)
    for hint in hints {
      let more = hint.count + (texts.isEmpty ? 0 : gap.count)
      guard width + more <= limit else { break }
      texts.append(hint)
      width += more
    }
    return texts
  }

  private var hints: [String] {
    if pages.inspection != nil { return ["any key stops"] }
    if let prompt = pages.prompt { return hints(of: prompt) }
    switch pages.page {
    case .grid: return grid
    case .albums:
      // No photo at the cursor could be returned instead.
      let done = pages.picks.count > 0 ? ["d done"] : []
      return ["Enter open", "Tab photos"] + done + ["q cancel", "s sort", "f filter", "? help", "/ find"]
    case .look: return look
    case .help: return ["↑↓ scroll", "any other key closes"]
    }
  }

  private func hints(of prompt: PickerPages.Prompt) -> [String] {
    switch prompt {
    case .find: ["Enter keep", "Esc clear"]
    case .filter:
      ["Space ✓ only, × not", "Enter close", "Esc as before", "Backspace all", "←→↑↓ or a letter move"]
    case .bar: ["Space on, off", "Esc leave", "←→ move", "Backspace all", "f more"]
    case .question: ["Enter or y confirms", "any other key cancels"]
    case .shift: ["Enter shift", "Esc leave", "+1:02:03, -1d, +7y"]
    case .choice(let choices, _):
      [choices == .action ? "Enter run" : "Enter choose", "Esc leave", "←→↑↓ or a letter move"]
    case .keywords: ["Enter save", "Esc leave", "Tab complete", "-word takes off"]
    }
  }

  private var judging: [String] { pages.options.marks == nil ? [] : ["1-5 rate"] }
  private var moreJudging: [String] {
    pages.options.marks == nil
      ? []
      : [
        "x reject", "u undo", "t keywords", "K keep one", "6-9 P colour", "S bursts", "* picked", ". advance",
      ]
  }

  private var doing: [String] {
    pages.options.actions == nil ? [] : ["O open", "D trash", "y copy path", "! run"]
  }

  private var grid: [String] {
    if pages.contents.count == 0 {
      return ["q cancel", "? help", "f filter", "/ find", "Tab albums", "r read again"]
    }
    if pages.run != nil {
      return ["Space pick the run"] + judging + ["arrows extend", "Esc leave"] + moreJudging
    }
    if pages.size.columns < Self.wideColumns {
      return ["Space pick", "Enter look", "d done", "q cancel", "f filter"] + judging + ["? help"]
    }
    let stack = pages.openedBurst == nil ? [] : ["Esc close", "M cover"]
    let duplicates =
      pages.options.actions != nil && pages.model.keepsDuplicates ? ["B keep best", "K keep this"] : []
    let enter = pages.model.currentBurst == nil ? "Enter look" : "Enter open"
    return ["Space pick", enter] + stack + duplicates + judging
      + ["f filter", "d done", "q cancel", "? help", "v run"]
      + ["/ find", "F filter bar", "g group", "s sort", "c compare", "Tab albums"] + moreJudging + doing
  }

  private var crop: [String] {
    let move = ["←↑↓→ move", "+ - size", "Enter keep", "Esc as before", "0 middle"]
    return move + ["PgDn next", "Space pick", "HJKL by a pixel", "d done", "? help"]
  }

  private var look: [String] {
    if pages.look.crop != nil { return crop }
    let canCrop = pages.current.map { pages.model.shownCrop(of: $0) != nil } ?? false
    let cropping = canCrop ? ["C crop"] : []
    let move = pages.look.isZoomed ? "arrows move" : pages.look.compared.isEmpty ? "←→ next" : "Tab next"
    let back = "Esc back"
    if pages.size.columns < Self.wideColumns {
      return ["Space pick", move, back] + cropping + ["z 100 %", "d done"] + judging
    }
    let full = "z \(pages.look.isZoomed ? "fit" : "100 %")"
    let faces = pages.lookedAtPictures.contains { !$0.uprightFaces.isEmpty } ? ["w faces"] : []
    return ["Space pick", move] + judging + cropping + [full, back, "d done", "? help", "i facts"]
      + faces + (pages.hasOtherPicture ? ["V next picture"] : []) + [
        "c \(pages.look.compared.isEmpty ? "compare" : "one")", "+ - zoom",
      ] + moreJudging
      + ["e clipping"] + doing
  }
}
