import Terminal

/// The picture of a photo on the terminal.
public enum PhotoPicture: Sendable, Hashable {
  /// It is being made.
  case waiting
  /// It is there.
  case ready(TerminalPicture)
  /// None can be made, for a reason in one line.
  case missing(String)
}
