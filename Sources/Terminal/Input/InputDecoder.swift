/// Decodes terminal output to keys, mouse actions and pasted text.
///
/// Accepts bytes in chunks of any size. Replies of the terminal aren't input, and are reported as tokens.
package struct InputDecoder: Sendable {
  /// The maximum length of a paste in bytes.
  package static let pasteLimit = 4096

  private var tokenizer = TerminalTokenizer()
  private var isPasting = false
  private var pasted: [UInt8] = []
  /// A possible end of the paste.
  private var pending: [UInt8] = []

  package init() {}

  /// Whether the bytes so far may be the Escape key or the start of a sequence, which only a timeout can decide.
  package var isUndecided: Bool { !isPasting && tokenizer.isUndecided }

  /// Decodes the next bytes.
  ///
  /// - Parameter report: Called with each sequence or string that isn't input.
  package mutating func decode(
    _ bytes: some Sequence<UInt8>, report: (TerminalToken) -> Void = { _ in }
  ) -> [TerminalInput] {
    var inputs = [TerminalInput]()
    for byte in bytes {
      if isPasting {
        gather(byte, &inputs)
      } else if let token = tokenizer.take(byte) {
        interpret(token, &inputs, report)
      }
    }
    return inputs
  }

  /// Handles a timeout: a lone ESC was the Escape key, and an incomplete sequence is discarded.
  package mutating func flush() -> [TerminalInput] {
    guard !isPasting, tokenizer.flush() == .escape else { return [] }
    return [.key(.escape)]
  }

  // MARK: Tokens

  private mutating func interpret(
    _ token: TerminalToken, _ inputs: inout [TerminalInput], _ report: (TerminalToken) -> Void
  ) {
    switch token {
    case .character(let character): inputs.append(.key(.character(character)))
    case .escape: inputs.append(.key(.escape))
    case .control(let byte): if let key = Self.controlKey(byte) { inputs.append(.key(key)) }
    case .singleShift(UInt8(ascii: "M")): inputs.append(.key(.enter))
    case .singleShift(let byte):
      if let key = Self.cursorKey(Character(Unicode.Scalar(byte))) { inputs.append(.key(key)) }
    case .sequence(let parameters, "~") where Self.numbers(parameters[...])?.first == 200: isPasting = true
    case .sequence(let parameters, let final):
      if let input = Self.input(parameters, final) { inputs.append(input) } else { report(token) }
    case .deviceControl, .applicationCommand: report(token)
    }
  }

  private static func controlKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0A, 0x0D: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  private static func input(_ parameters: String, _ final: Character) -> TerminalInput? {
    if parameters.hasPrefix("<") { return mouse(parameters.dropFirst(), final).map { .mouse($0) } }
    if let key = cursorKey(final) { return .key(key) }
    guard final == "~", let number = numbers(parameters[...])?.first else { return nil }
    switch number {
    case 1, 7: return .key(.home)
    case 4, 8: return .key(.end)
    case 3: return .key(.delete)
    case 5: return .key(.pageUp)
    case 6: return .key(.pageDown)
    default: return nil
    }
  }

  private static func cursorKey(_ final: Character) -> Key? {
    switch final {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "Z": .backTab
    default: nil
    }
  }

  /// Decodes a mouse action in SGR encoding (mode 1006 of xterm): button, column and row from 1.
  private static func mouse(_ parameters: Substring, _ final: Character) -> MouseInput? {
    let isPress = final == "M"
    guard isPress || final == "m", let numbers = numbers(parameters), numbers.count == 3,
      numbers[1] > 0, numbers[2] > 0
    else { return nil }
    let action: MouseInput.Action
    // Bits 2 to 4 are Shift, Alt and Ctrl.
    switch (numbers[0] & ~0b1_1100, isPress) {
    case (0, true): action = .press
    case (0, false): action = .release
    case (32, true): action = .drag
    case (64, true): action = .wheelUp
    case (65, true): action = .wheelDown
    default: return nil
    }
    return MouseInput(action, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  /// Parses numbers up to 99,999 separated by semicolons.
  private static func numbers(_ text: Substring) -> [Int]? {
    var numbers = [0]
    for byte in text.utf8 {
      if byte == UInt8(ascii: ";") {
        numbers.append(0)
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), let last = numbers.last, last < 10_000
        else { return nil }
        numbers[numbers.count - 1] = last * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    return numbers
  }

  // MARK: Pastes

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func gather(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    pending.append(byte)
    if pending == Self.pasteEnd {
      inputs.append(.paste(String(decoding: pasted, as: UTF8.self)))
      pending = []
      pasted = []
      isPasting = false
    } else if !Self.pasteEnd.starts(with: pending) {
      let room = max(Self.pasteLimit - pasted.count, 0)
      // The possible end was part of the paste; the last byte may start the end again.
      let isNewStart = byte == 0x1B && pending.count > 1
      pasted.append(contentsOf: (isNewStart ? pending.dropLast() : pending[...]).prefix(room))
      pending = isNewStart ? [0x1B] : []
    }
  }
}
