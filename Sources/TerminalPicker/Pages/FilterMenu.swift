import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

extension FilterItem {
  private static let labelWidth = 24
  private static let shortLabelWidth = 3

  package var name: String {
    switch self {
    case .kind(let kind): kind.words
    case .judged(let kind): kind.rawValue
    case .label(let label): TerminalText.truncated(SafeText.escaping(label), to: Self.labelWidth)
    }
  }

  /// The name of the chip: `★3+`, `rejected`, `Red`.
  ///
  /// - Parameter isShort: `true` for narrow terminals: `✗`, `R`.
  func chipName(isShort: Bool) -> String {
    switch self {
    case .judged(.rejected): isShort ? "✗" : name
    case .judged(.unrated): isShort ? "☆" : name
    case .judged(.fiveStars): "★5"
    case .judged(let kind): "★\(kind.rawValue.prefix { $0 == "★" }.count)+"
    case .label(let label) where isShort && color != nil: String(label.prefix(1))
    case .label where isShort: TerminalText.truncated(name, to: Self.shortLabelWidth)
    case .kind, .label: name
    }
  }

  /// The color of a color label.
  var color: TextStyle.Color? {
    if case .label(let label) = self { TextStyle.Color(label: label) } else { nil }
  }
}

extension PickerPages {
  package var filterState: FilterState { model.filterState }

  package var filterItems: [FilterItem] { model.filterItems }
}
