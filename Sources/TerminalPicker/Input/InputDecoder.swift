/// Turns the bytes that a terminal sends into keys, mouse actions and pasted text.
///
/// A value that takes bytes as they arrive: sequences may be split anywhere. Whatever is no known sequence
/// (ECMA-48, 5.4; xterm's control sequences) is dropped; what is kept is bounded.
package struct InputDecoder: Sendable {
  /// The most bytes of a paste that are kept.
  package static let pasteLimit = 4096
  /// The most bytes of a control sequence; a longer one is noise.
  private static let sequenceLimit = 64

  private enum State: Sendable {
    case ground
    /// Inside of a string that only terminals' answers hold: dropped up to its end.
    case string
    case paste
  }

  private var state = State.ground
  private var pending: [UInt8] = []
  private var pasted: [UInt8] = []

  /// A decoder that has seen nothing.
  package init() {}

  /// True where the bytes so far may be the Escape key or the start of a sequence; time decides.
  package var isUndecided: Bool { state == .ground && !pending.isEmpty }

  /// Takes the next bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var inputs = [TerminalInput]()
    for byte in bytes {
      switch state {
      case .ground:
        pending.append(byte)
        interpret(&inputs)
      case .string: skip(byte)
      case .paste: gather(byte, &inputs)
      }
    }
    return inputs
  }

  /// Says that nothing followed for a while: a lone ESC was the Escape key, an unfinished sequence was noise.
  package mutating func flush() -> [TerminalInput] {
    guard state == .ground else { return [] }
    defer { pending = [] }
    return pending == [0x1B] ? [.key(.escape)] : []
  }

  // MARK: Sequences

  /// What the pending bytes are so far.
  private enum Reading {
    case unfinished
    case noise
    case input(TerminalInput)
    case string, paste
  }

  private mutating func interpret(_ inputs: inout [TerminalInput]) {
    let reading = pending.count > Self.sequenceLimit ? .noise : read()
    switch reading {
    case .unfinished: return
    case .noise:
      drop(&inputs)
      return
    case .input(let input): inputs.append(input)
    case .string: state = .string
    case .paste:
      state = .paste
      pasted = []
    }
    pending = []
  }

  /// Drops what is no sequence. A control inside of a sequence, and what cuts a character short, begins anew.
  private mutating func drop(_ inputs: inout [TerminalInput]) {
    if pending == [0x1B, 0x1B] { inputs.append(.key(.escape)) }
    let next = pending.count > 1 && (pending[0] >= 0x80 || (pending.last ?? 0) < 0x20) ? pending.last : nil
    pending = []
    if let next {
      pending = [next]
      interpret(&inputs)
    }
  }

  private func read() -> Reading {
    guard let first = pending.first else { return .noise }
    if first != 0x1B { return character(first) }
    guard pending.count > 1 else { return .unfinished }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"): return singleShift()
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      return .string
    default: return .noise
    }
  }

  private func character(_ first: UInt8) -> Reading {
    switch first {
    case 0x0A, 0x0D: return .input(.key(.enter))
    case 0x09: return .input(.key(.tab))
    case 0x08, 0x7F: return .input(.key(.backspace))
    case 0x01...0x1A: return .input(.key(.control(Character(Unicode.Scalar(first + 0x60)))))
    case 0x20..<0x7F: return .input(.key(.character(Character(Unicode.Scalar(first)))))
    case 0xC2...0xF4:
      let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard pending.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .noise }
      guard pending.count == count else { return .unfinished }
      guard let text = String(validating: pending, as: UTF8.self), let character = text.first else {
        return .noise
      }
      // C1 controls are no characters that a person writes.
      return first == 0xC2 && pending[1] < 0xA0 ? .noise : .input(.key(.character(character)))
    default: return .noise
    }
  }

  private func singleShift() -> Reading {
    guard pending.count > 2 else { return .unfinished }
    if pending[2] == UInt8(ascii: "M") { return .input(.key(.enter)) }
    return Self.cursorKey(pending[2]).map { .input(.key($0)) } ?? .noise
  }

  private func controlSequence() -> Reading {
    guard pending.count > 2, let final = pending.last else { return .unfinished }
    switch final {
    case 0x20...0x3F: return .unfinished
    case 0x40...0x7E: break
    default: return .noise
    }
    let parameters = pending[2..<(pending.count - 1)]
    if parameters.first == UInt8(ascii: "<") {
      return Self.mouse(parameters.dropFirst(), final).map { .input(.mouse($0)) } ?? .noise
    }
    if let key = Self.cursorKey(final) { return .input(.key(key)) }
    guard final == UInt8(ascii: "~"), let number = Self.numbers(parameters)?.first else { return .noise }
    switch number {
    case 1, 7: return .input(.key(.home))
    case 4, 8: return .input(.key(.end))
    case 3: return .input(.key(.delete))
    case 5: return .input(.key(.pageUp))
    case 6: return .input(.key(.pageDown))
    case 200: return .paste
    default: return .noise
    }
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  /// A mouse action in xterm's SGR coding (mode 1006): button, column and row from 1.
  private static func mouse(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> MouseInput? {
    let isPress = final == UInt8(ascii: "M")
    guard isPress || final == UInt8(ascii: "m"), let numbers = numbers(parameters), numbers.count == 3,
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

  /// Numbers separated by semicolons; `nil` where there is anything else or one is too large to be meant.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    var numbers = [0]
    for byte in bytes {
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

  // MARK: Strings

  /// A string ends with BEL or ST (ESC \).
  private mutating func skip(_ byte: UInt8) {
    let isEnd = byte == 0x07 || byte == UInt8(ascii: "\\") && pending == [0x1B] || byte == 0x18
    pending = byte == 0x1B && !isEnd ? [0x1B] : []
    if isEnd { state = .ground }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func gather(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    pending.append(byte)
    if pending == Self.pasteEnd {
      inputs.append(.paste(String(decoding: pasted, as: UTF8.self)))
      pending = []
      pasted = []
      state = .ground
    } else if !Self.pasteEnd.starts(with: pending) {
      let room = max(Self.pasteLimit - pasted.count, 0)
      // What looked like the end was text; its last byte may begin the end anew.
      let isNewStart = byte == 0x1B && pending.count > 1
      pasted.append(contentsOf: (isNewStart ? pending.dropLast() : pending[...]).prefix(room))
      pending = isNewStart ? [0x1B] : []
    }
  }
}
