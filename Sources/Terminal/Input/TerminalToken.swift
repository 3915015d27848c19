/// A lexical unit of terminal output (ECMA-48, 5.4 and 5.6).
package enum TerminalToken: Sendable, Equatable {
  case character(Character)
  /// An ASCII control character except ESC, or DEL.
  case control(UInt8)
  case escape
  /// SS3 and the following byte.
  case singleShift(UInt8)
  /// CSI, parameters and the final character.
  case sequence(parameters: String, final: Character)
  /// DCS … ST.
  case deviceControl(String)
  /// APC … ST.
  case applicationCommand(String)
}

/// Splits terminal output into tokens.
///
/// Accepts bytes in chunks of any size. Discards invalid UTF-8, C1 controls, other sequences and strings, and any
/// that exceed the limit.
package struct TerminalTokenizer: Sendable {
  private enum State: Sendable {
    case ground, escape, singleShift, sequence
    /// An incomplete UTF-8 character.
    case character(count: Int)
    /// A string terminated by ST or BEL; `isEscaped` after its ESC.
    case string(introducer: UInt8, isEscaped: Bool)
  }

  /// The maximum length of a sequence or string in bytes.
  private static let limit = 1024

  private var state = State.ground
  private var collected: [UInt8] = []
  private var isTooLong = false

  package init() {}

  /// Whether the bytes so far may be the Escape key or the start of a sequence, which only a timeout can decide.
  package var isUndecided: Bool {
    switch state {
    case .ground: false
    case .escape, .singleShift, .sequence, .character: true
    // Alt with a letter that starts a string. Within a string, the rest may be delayed on slow connections.
    case .string: collected.isEmpty
    }
  }

  /// Consumes a byte, and returns the token that it completes.
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

  /// Handles a timeout: a lone ESC was the Escape key, and an incomplete sequence is discarded.
  package mutating func flush() -> TerminalToken? {
    guard isUndecided else { return nil }
    defer { state = .ground }
    if case .escape = state { return .escape }
    return nil
  }

  /// Discards the incomplete token and starts with this byte.
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
    // A byte that interrupts a character starts the next token.
    guard byte & 0xC0 == 0x80 else { return restart(with: byte) }
    append(byte)
    guard collected.count == count else { return nil }
    state = .ground
    // Keys don't produce C1 controls.
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
    // A control within a sequence starts the next token.
    case 0x00..<0x20: return restart(with: byte)
    default: state = .ground
    }
    return nil
  }

  private mutating func takeString(
    _ byte: UInt8, _ introducer: UInt8, _ isEscaped: Bool
  ) -> TerminalToken? {
    if isEscaped, byte != UInt8(ascii: "\\") {
      // An interrupted string; another sequence starts.
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
    // CAN, SUB and controls that strings can't contain, such as Ctrl-C, terminate an incomplete string.
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x08, 0x0E..<0x20: return restart(with: byte)
    default: append(byte)
    }
    return nil
  }

  private var text: String { String(decoding: collected, as: UTF8.self) }
}
