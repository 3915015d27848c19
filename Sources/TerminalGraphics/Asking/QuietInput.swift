import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal whose input is neither echoed nor held back until Return, while answers are on their way.
///
/// Ctrl-C and Ctrl-Z keep their meaning. Whoever makes one calls `restore(discardingInput:)` at the end.
public struct QuietInput: Sendable {
  private let input: FileDescriptor
  private let original: termios

  /// Makes the terminal quiet; `nil` where `input` is no terminal.
  public init?(_ input: FileDescriptor) {
    var mode = termios()
    guard tcgetattr(input.rawValue, &mode) == 0 else { return nil }
    self.input = input
    original = mode
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(input.rawValue, TCSANOW, &mode) == 0 else { return nil }
  }

  /// Makes the terminal what it was.
  ///
  /// - Parameter discardingInput: true where answers may be waiting that nobody is to read.
  public func restore(discardingInput: Bool) {
    var mode = original
    // After TCSAFLUSH nothing that came before is left.
    while tcsetattr(input.rawValue, discardingInput ? TCSAFLUSH : TCSADRAIN, &mode) != 0, errno == EINTR {}
  }
}
