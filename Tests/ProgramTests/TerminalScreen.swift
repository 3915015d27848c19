import PhotoPicker
import Terminal

/// A terminal emulator for full-screen applications.
///
/// Interprets the control sequences that such applications need and ignores others.
struct TerminalScreen {
  let columns: Int
  let rows: Int
  private var cells: [[Character]]
  private var place = (column: 0, row: 0)
  /// The main screen and cursor while the alternate screen is active.
  private var main: (cells: [[Character]], place: (column: Int, row: Int))?
  private var pending: [UInt8] = []
  /// The active private modes: initially 25, the cursor; 1049 is the alternate screen.
  private(set) var modes: Set<Int> = [25]
  /// The number of queries.
  private(set) var questionCount = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows.
  var lines: [String] { cells.map { String($0) } }
  /// The rows of text.
  var text: String { lines.joined(separator: "\n") }

  /// Interprets output.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if pending.first == 0x1B {
        takeSequence()
      } else if let text = String(validating: pending, as: UTF8.self) {
        pending = []
        for character in text { put(character) }
      } else if pending.count > 4 {
        pending = []
      }
    }
  }

  private mutating func put(_ character: Character) {
    if character == "\n" || character == "\r\n" { place.row = min(place.row + 1, rows - 1) }
    if character == "\r" || character == "\r\n" { place.column = 0 }
    let width = TerminalText.columns(of: String(character))
    guard width > 0, place.row < rows, place.column + width <= columns else { return }
    cells[place.row][place.column] = character
    place.column += width
  }

  private mutating func takeSequence() {
    guard pending.count > 1, let final = pending.last else { return }
    switch pending[1] {
    case UInt8(ascii: "["):
      guard pending.count > 2, (0x40...0x7E).contains(final) else { return }
      let parameters = String(decoding: pending[2..<pending.count - 1], as: UTF8.self)
      pending = []
      control(parameters, final)
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"):
      if final == 0x07 || pending.suffix(2) == [0x1B, UInt8(ascii: "\\")] { pending = [] }
    default: pending = []
    }
  }

  private mutating func control(_ parameters: String, _ final: UInt8) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    switch final {
    case UInt8(ascii: "H"):
      place = ((numbers.dropFirst().first ?? 1) - 1, (numbers.first ?? 1) - 1)
    case UInt8(ascii: "J"): cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    case UInt8(ascii: "c"): questionCount += 1
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      guard parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()) else { return }
      if final == UInt8(ascii: "h") { modes.insert(mode) } else { modes.remove(mode) }
      if mode == 1049 { showAlternate(modes.contains(mode)) }
    default: break
    }
  }

  /// Switches between the main and the alternate screen (xterm's private mode 1049).
  private mutating func showAlternate(_ isAlternate: Bool) {
    if isAlternate, main == nil {
      main = (cells, place)
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    } else if !isAlternate, let shown = main {
      (cells, place) = shown
      main = nil
    }
  }
}
