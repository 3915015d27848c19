/// A control sequence that a terminal sent (ECMA-48, 5.4 and 5.6).
enum ControlSequence: Equatable {
  /// CSI: parameters and the final character.
  case control(parameters: String, final: Character)
  /// DCS … ST.
  case deviceControl(String)
  /// APC … ST.
  case applicationCommand(String)
}

/// Finds control sequences in what a terminal sends; everything else is passed over.
struct ControlSequenceReader {
  private enum State {
    case text, escape, control
    /// Inside a string that ST ends; `isEscaped` after its ESC.
    case string(introducer: UInt8, isEscaped: Bool)
  }

  /// The longest sequence that is kept, in bytes; answers are far shorter.
  private static let limit = 1024

  private var state = State.text
  private var collected: [UInt8] = []

  /// Takes a byte; returns the sequence that it ends.
  mutating func take(_ byte: UInt8) -> ControlSequence? {
    switch state {
    case .text:
      if byte == 0x1B { state = .escape }
    case .escape:
      collected = []
      switch byte {
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
        state = .string(introducer: byte, isEscaped: false)
      case 0x1B: break
      default: state = .text
      }
    case .control: return takeControl(byte)
    case .string(let introducer, let isEscaped): return takeString(byte, introducer, isEscaped)
    }
    return nil
  }

  private mutating func takeControl(_ byte: UInt8) -> ControlSequence? {
    switch byte {
    case 0x40...0x7E:
      state = .text
      return .control(parameters: text, final: Character(Unicode.Scalar(byte)))
    case 0x20...0x3F where collected.count < Self.limit: collected.append(byte)
    case 0x1B: state = .escape
    default: state = .text
    }
    return nil
  }

  private mutating func takeString(
    _ byte: UInt8, _ introducer: UInt8, _ isEscaped: Bool
  ) -> ControlSequence? {
    if isEscaped {
      guard byte == UInt8(ascii: "\\") else {
        // The string was cut off; another sequence begins.
        state = .escape
        return take(byte)
      }
      state = .text
      if introducer == UInt8(ascii: "P") { return .deviceControl(text) }
      return introducer == UInt8(ascii: "_") ? .applicationCommand(text) : nil
    }
    switch byte {
    case 0x1B: state = .string(introducer: introducer, isEscaped: true)
    case 0x07 where introducer == UInt8(ascii: "]"): state = .text
    case 0x20... where collected.count < Self.limit: collected.append(byte)
    default: state = .text
    }
    return nil
  }

  private var text: String { String(decoding: collected, as: UTF8.self) }
}
