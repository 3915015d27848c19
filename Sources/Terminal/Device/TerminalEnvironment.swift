import PhotoFiles

/// The color capability of a terminal.
public enum TerminalColors: Sendable, Hashable {
  case trueColor
  case indexed256
  case indexed16
  /// Monochrome, as with `NO_COLOR`.
  case monochrome
}

/// The environment variables that describe the terminal.
///
///     TerminalEnvironment.ofProcess
///     TerminalEnvironment(["TERM": "xterm-kitty"])  // of a remote client
public struct TerminalEnvironment: Sendable {
  let variable: @Sendable (String) -> String

  public init(_ variables: [String: String]) { variable = { variables[$0] ?? "" } }

  private init(variable: @escaping @Sendable (String) -> String) { self.variable = variable }

  public static let ofProcess = TerminalEnvironment { name in getenv(name).map { String(cString: $0) } ?? "" }

  var term: String { variable("TERM") }

  /// A Boolean value indicating whether the terminal can't move the cursor.
  public var isDumb: Bool { term.isEmpty || term == "dumb" }

  package var isNamedDumb: Bool { term == "dumb" }

  /// Whether `NO_COLOR` is set (no-color.org).
  public var wantsNoColor: Bool { !variable("NO_COLOR").isEmpty }

  /// The width in `COLUMNS`.
  package var columns: Int? { UInt16(variable("COLUMNS")).map(Int.init) }

  /// Whether the terminal is connected through SSH (ssh(1), "ENVIRONMENT").
  package var isRemote: Bool { !variable("SSH_CONNECTION").isEmpty || !variable("SSH_TTY").isEmpty }

  /// The arguments for ssh(1) to connect to this machine, such as `-p 2222 me@192.168.1.5`, if known.
  package var remoteLogin: String? {
    // The client's address and port, the server's address and port.
    let parts = variable("SSH_CONNECTION").split(separator: " ")
    guard parts.count == 4 else { return nil }
    let user = variable("USER")
    return (parts[3] == "22" ? "" : "-p \(parts[3]) ") + (user.isEmpty ? "" : "\(user)@") + parts[2]
  }

  /// `true` inside tmux.
  var isInsideTmux: Bool { !variable("TMUX").isEmpty }

  /// `true` inside GNU Screen, which replies itself and blocks pictures.
  var isInsideScreen: Bool { !isInsideTmux && !variable("STY").isEmpty }

  /// The name of the terminal multiplexer that the process runs in.
  package var multiplexer: String? { isInsideTmux ? "tmux" : isInsideScreen ? "screen" : nil }

  /// Whether queries are safe; kernel consoles would display them.
  var maySendQueries: Bool {
    !isDumb && !isInsideScreen && !["linux", "cons25", "ansi", "vt52"].contains(term)
  }

  /// Whether the terminal identifies itself as one with inline images. SSH forwards `LC_TERMINAL`.
  var namesInlineImages: Bool {
    !isInsideTmux
      && (["iTerm.app", "WezTerm", "mintty"].contains(variable("TERM_PROGRAM"))
        || variable("LC_TERMINAL") == "iTerm2")
  }

  /// The palette according to `NO_COLOR`, `COLORTERM` and `TERM`.
  public var colors: TerminalColors {
    if wantsNoColor || isDumb { return .monochrome }
    if ["truecolor", "24bit"].contains(variable("COLORTERM")) { return .trueColor }
    if term.hasSuffix("-direct") || Self.trueColorTerms.contains(where: term.hasPrefix) { return .trueColor }
    return term.hasSuffix("256color") ? .indexed256 : .indexed16
  }

  private static let trueColorTerms = [
    "xterm-kitty", "xterm-ghostty", "wezterm", "foot", "alacritty", "contour",
  ]
}
