import FoundationEssentials

/// Copies to the clipboard of the computer that runs the terminal emulator, also over SSH (OSC 52; XTerm Control
/// Sequences, "Manipulate Selection Data").
///
/// Terminals that don't support the sequence, or whose user disabled it, ignore it.
public enum TerminalClipboard {
  /// The maximum number of bytes to copy. A sequence of 100,000 bytes is the usual limit of xterm and hterm;
  /// terminals discard or display longer ones.
  public static let byteLimit = 74_994
  /// The maximum length of a string that GNU Screen passes through.
  private static let screenChunk = 240

  /// Returns whether pasting a line only inserts text: it is UTF-8 without control characters.
  ///
  /// A shell runs what precedes a pasted line break, and ESC [ 201 ~ ends a bracketed paste (XTerm Control Sequences,
  /// "Bracketed Paste Mode").
  public static func isPlainLine(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns the sequence that copies these bytes, or `nil` if they exceed `byteLimit`.
  ///
  /// tmux interprets the sequence if `set-clipboard` is on, and passes a wrapped one to the terminal if
  /// `allow-passthrough` is on. Both are off by default and harmless, so it receives both. `tmux set-buffer -w`
  /// always works.
  public static func copying(
    _ bytes: [UInt8], environment: TerminalEnvironment = .ofProcess
  ) -> [UInt8]? {
    guard bytes.count <= byteLimit, !environment.isDumb else { return nil }
    let text = Array(Data(bytes).base64EncodedData())
    let plain = Array("\u{1B}]52;c;".utf8) + text + Array("\u{1B}\\".utf8)
    if environment.isInsideTmux {
      return Array("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;".utf8) + text + Array("\u{07}\u{1B}\\".utf8) + plain
    }
    return environment.isInsideScreen ? screen(text) : plain
  }

  /// Splits the sequence and wraps each part for Screen to pass through (screen(1), "Virtual Terminal", DCS).
  private static func screen(_ text: [UInt8]) -> [UInt8] {
    let content = Array("\u{1B}]52;c;".utf8) + text + [0x07]
    return stride(from: 0, to: content.count, by: screenChunk).flatMap { start in
      Array("\u{1B}P".utf8) + content[start..<min(start + screenChunk, content.count)]
        + Array("\u{1B}\\".utf8)
    }
  }
}
