/// One unit of what a terminal sends (ECMA-48, 5.4 and 5.6).
package enum TerminalToken: Sendable, Equatable {
  case character(Character)
  /// A control of ASCII other than ESC, or DEL.
  case control(UInt8)
  /// ESC with nothing behind it.
  case escape
  /// SS3 and the byte behind it.
  case singleShift(UInt8)
  /// CSI: parameters and the final character.
  case sequence(parameters: String, final: Character)
  /// DCS … ST.
  case deviceControl(String)
  /// APC … ST.
  case applicationCommand(String)
}

/// Splits the bytes that a terminal sends into tokens.
///
/// A value that takes bytes as they arrive: sequences may be split anywhere. What is no token is dropped: bytes that
/// are not UTF-8, C1 controls, other sequences and strings, and those that are too long. What is kept is bounded.
package struct TerminalTokenizer: Sendable {
  private enum State: Sendable {
    case ground, escape, singleShift, sequence
    /// The first bytes of a character of UTF-8.
    case character(count: Int)
    /// Inside of a string that ST or BEL ends; `isEscaped` after its ESC.
    case string(introducer: UInt8, isEscaped: Bool)
  }

  /// The most bytes of a sequence or string; longer ones are dropped.
  private static let limit = 1024

  private var state = State.ground
  private var collected: [UInt8] = []
  private var isTooLong = false

  package init() {}

  /// True if the bytes so far may be the Escape key or the start of a sequence; time decides.
  package var isUndecided: Bool {
    switch state {
    case .ground: false
    case .escape, .singleShift, .sequence, .character: true
    // Alt with the letter that introduces a string; in the middle of one, a slow line may keep its rest for long.
    case .string: collected.isEmpty
    }
  }

  /// Takes the next byte; returns the token that it completes.
  package mutating func take(_ byte: UInt8) -> TerminalToken? {
    switch state {
    case .ground: return takeInGround(byte)
    case .character(let count): return takeCharacter(byte, count)
    case .escape: return takeAfterEscape(byte)
    case .singleShift:
      guard byte >= 0x20 else { return restart(with: byte) }
      state = .ground
      return .singleShift(byte)
    case .sequence: return takeSequence(byte)
    case .string(let introducer, let isEscaped): return takeString(byte, introducer, isEscaped)
    }
  }

  /// Says that nothing followed for a while: a lone ESC was the Escape key, an unfinished sequence was noise.
  package mutating func flush() -> TerminalToken? {
    guard isUndecided else { return nil }
    defer { state = .ground }
    if case .escape = state { return .escape }
    return nil
  }

  /// Drops what is unfinished; a byte that cannot go on with it begins anew.
  private mutating func restart(with byte: UInt8) -> TerminalToken? {
    state = .ground
    return takeInGround(byte)
  }

  private mutating func collect(in state: State) {
    self.state = state
    collected = []
    isTooLong = false
  }

  private mutating func append(_ byte: UInt8) {
    if collected.count < Self.limit { collected.append(byte) } else { isTooLong = true }
  }

  private mutating func takeInGround(_ byte: UInt8) -> TerminalToken? {
    switch byte {
    case 0x1B: state = .escape
    case 0x00..<0x20, 0x7F: return .control(byte)
    case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
    case 0xC2...0xF4:
      collect(in: .character(count: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4))
      append(byte)
    default: break
    }
    return nil
  }

  private mutating func takeCharacter(_ byte: UInt8, _ count: Int) -> TerminalToken? {
    // What cuts a character short begins anew.
    guard byte & 0xC0 == 0x80 else { return restart(with: byte) }
    append(byte)
    guard collected.count == count else { return nil }
    state = .ground
    // C1 controls are no characters that a person writes.
    if collected[0] == 0xC2, collected[1] < 0xA0 { return nil }
    return String(validating: collected, as: UTF8.self)?.first.map { .character($0) }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> TerminalToken? {
    switch byte {
    case UInt8(ascii: "["): collect(in: .sequence)
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      collect(in: .string(introducer: byte, isEscaped: false))
    case 0x1B: return .escape
    case 0x00..<0x20: return restart(with: byte)
    default: state = .ground
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8) -> TerminalToken? {
    switch byte {
    case 0x20...0x3F: append(byte)
    case 0x40...0x7E:
      state = .ground
      guard !isTooLong else { return nil }
      return .sequence(parameters: text, final: Character(Unicode.Scalar(byte)))
    // A control inside of a sequence begins anew.
    case 0x00..<0x20: return restart(with: byte)
    default: state = .ground
    }
    return nil
  }

  private mutating func takeString(
    _ byte: UInt8, _ introducer: UInt8, _ isEscaped: Bool
  ) -> TerminalToken? {
    if isEscaped, byte != UInt8(ascii: "\\") {
      // The string was cut off; another sequence begins.
      state = .escape
      return takeAfterEscape(byte)
    }
    switch byte {
    case 0x1B:
      state = .string(introducer: introducer, isEscaped: true)
      return nil
    case _ where isEscaped, 0x07:
      state = .ground
      guard !isTooLong else { return nil }
      if introducer == UInt8(ascii: "P") { return .deviceControl(text) }
      return introducer == UInt8(ascii: "_") ? .applicationCommand(text) : nil
    // CAN and SUB end a string that was cut off, and so does any control that strings cannot hold, such as Ctrl-C.
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x08, 0x0E..<0x20: return restart(with: byte)
    default: append(byte)
    }
    return nil
  }

  private var text: String { String(decoding: collected, as: UTF8.self) }
}
