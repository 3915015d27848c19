struct TerminalAnswers {
  /// The parameters of the primary device attributes, once received.
  private(set) var deviceAttributes: [Int]?
  private(set) var version: String?
  private(set) var hasKittyGraphics = false
  private var cell: (height: Int, width: Int)?
  private var window: (height: Int, width: Int)?
  /// The larger of the two replies; in xterm, the other is the current window.
  private(set) var sixelLimit: SixelLimit?

  private(set) var synchronizesUpdates = false

  /// `true` once the reply to the last query has arrived.
  var areComplete: Bool { deviceAttributes != nil }

  mutating func take(_ token: TerminalToken) {
    guard !areComplete else { return }
    switch token {
    case .sequence(let parameters, "y"):
      // 1 and 2: the mode is supported, and set or reset.
      synchronizesUpdates = ["?2026;1$", "?2026;2$"].contains(parameters)
    case .sequence(let parameters, "c"):
      guard parameters.hasPrefix("?") else { return }
      deviceAttributes = Self.numbers(parameters.dropFirst())
    case .sequence(let parameters, "t"):
      let numbers = Self.numbers(parameters[...])
      guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return }
      if numbers[0] == 6 { cell = (numbers[1], numbers[2]) }
      if numbers[0] == 4 { window = (numbers[1], numbers[2]) }
    case .sequence(let parameters, "S"):
      // Item 2, the maximum sixel size, with status 0.
      let numbers = parameters.hasPrefix("?") ? Self.numbers(parameters.dropFirst()) : []
      guard numbers.count == 4, numbers[0] == 2, numbers[1] == 0 else { return }
      sixelLimit = SixelLimit(
        width: max(numbers[2], sixelLimit?.width ?? 0), height: max(numbers[3], sixelLimit?.height ?? 0))
    case .deviceControl(let text): if text.hasPrefix(">|") { version = String(text.dropFirst(2)) }
    case .applicationCommand(let text):
      if text == "Gi=\(TerminalQuery.imageIdentifier);OK" { hasKittyGraphics = true }
    case .sequence, .character, .control, .escape, .singleShift: break
    }
  }

  private static func numbers(_ text: Substring) -> [Int] {
    text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
  }
}

extension TerminalAnswers {
  /// The device attribute for sixel graphics.
  private static let sixelAttribute = 4

  private func isNamed(_ names: [String]) -> Bool {
    guard let version else { return false }
    return names.contains { version.hasPrefix($0) }
  }

  func mode(_ known: TerminalEnvironment) -> TerminalGraphics.Mode {
    if hasKittyGraphics { return .kitty }
    let hasInlineImages =
      version == nil ? known.namesInlineImages && areComplete : isNamed(["iTerm2", "WezTerm", "mintty"])
    if hasInlineImages { return .iterm2 }
    return deviceAttributes?.dropFirst().contains(Self.sixelAttribute) == true ? .sixel : .symbols
  }

  func colors(_ known: TerminalEnvironment) -> TerminalColors {
    if known.wantsNoColor { return .monochrome }
    let names = [
      "XTerm", "kitty", "iTerm2", "WezTerm", "mintty", "foot", "Konsole", "ghostty", "VTE", "tmux",
    ]
    return hasKittyGraphics || isNamed(names) ? .trueColor : known.colors
  }

  /// The size of a cell, reported directly or derived from the window's size.
  func cellSize(_ screen: TerminalSize?) -> CellSize? {
    if let cell { return CellSize(width: cell.width, height: cell.height) }
    guard let window, let screen else { return nil }
    return CellSize(width: window.width / screen.columns, height: window.height / screen.rows)
  }
}
