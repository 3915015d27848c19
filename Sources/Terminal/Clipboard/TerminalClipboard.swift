import FoundationEssentials

/// Puts text into the clipboard of the computer that shows the terminal, over SSH too (OSC 52; XTerm Control Sequences,
/// "Manipulate Selection Data").
///
/// Terminals that do not know the sequence, or whose user has switched it off, ignore it silently.
public enum TerminalClipboard {
  /// The most bytes that are copied. They make 100,000 bytes of a sequence, which is what xterm's users and hterm's scripts
  /// allow; terminals drop what is longer, or show it.
  public static let byteLimit = 74_994
  /// How many bytes GNU Screen lets through at once.
  private static let screenChunk = 240

  /// The sequence that copies bytes; `nil` if they are more than `byteLimit`: a part of them would be worse than none.
  ///
  /// tmux takes the sequence itself if `set-clipboard` is on, and passes it through to the terminal, in an envelope of its
  /// own, if `allow-passthrough` is. Neither is on by default and neither does harm, so it gets both.
  /// `tmux set-buffer -w` works in either case.
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

  /// The sequence in pieces, each in an envelope that Screen opens and passes on (screen(1), "Virtual Terminal", DCS).
  private static func screen(_ text: [UInt8]) -> [UInt8] {
    let content = Array("\u{1B}]52;c;".utf8) + text + [0x07]
    return stride(from: 0, to: content.count, by: screenChunk).flatMap { start in
      Array("\u{1B}P".utf8) + content[start..<min(start + screenChunk, content.count)]
        + Array("\u{1B}\\".utf8)
    }
  }
}
