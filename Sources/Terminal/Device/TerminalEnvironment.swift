import PhotoFiles

/// The colours of text on a terminal.
public enum TerminalColors: Sendable, Hashable {
  /// 24 bits.
  case trueColor
  /// The palette of 256 colours.
  case indexed256
  /// The 16 colours of the terminal's palette.
  case indexed16
  /// None, as `NO_COLOR` asks.
  case monochrome
}

/// What the environment tells about the terminal.
///
///     TerminalEnvironment.ofProcess
///     TerminalEnvironment(["TERM": "xterm-kitty"])  // of somebody who is served over a network
public struct TerminalEnvironment: Sendable {
  private let variable: @Sendable (String) -> String

  public init(_ variables: [String: String]) { variable = { variables[$0] ?? "" } }

  private init(variable: @escaping @Sendable (String) -> String) { self.variable = variable }

  public static let ofProcess = TerminalEnvironment { name in getenv(name).map { String(cString: $0) } ?? "" }

  private var term: String { variable("TERM") }

  /// True for terminals that can't move the cursor.
  public var isDumb: Bool { term.isEmpty || term == "dumb" }

  /// True if `TERM=dumb` says that the terminal shows nothing but text.
  package var isNamedDumb: Bool { term == "dumb" }

  /// True if the user wants no colours (no-color.org).
  public var wantsNoColor: Bool { !variable("NO_COLOR").isEmpty }

  /// The width that `COLUMNS` gives; `nil` if it gives none.
  package var columns: Int? { UInt16(variable("COLUMNS")).map(Int.init) }

  /// True if the terminal is reached over SSH (ssh(1), "ENVIRONMENT").
  package var isRemote: Bool { !variable("SSH_CONNECTION").isEmpty || !variable("SSH_TTY").isEmpty }

  /// What ssh(1) needs to come to this machine, such as `-p 2222 me@192.168.1.5`; `nil` if that is not known.
  package var remoteLogin: String? {
    // The addresses and ports of the client and the server.
    let parts = variable("SSH_CONNECTION").split(separator: " ")
    guard parts.count == 4 else { return nil }
    let user = variable("USER")
    return (parts[3] == "22" ? "" : "-p \(parts[3]) ") + (user.isEmpty ? "" : "\(user)@") + parts[2]
  }

  /// True if tmux stands between the program and the terminal.
  var isInsideTmux: Bool { !variable("TMUX").isEmpty }

  /// True if GNU Screen does; it answers for itself and lets no pictures through.
  var isInsideScreen: Bool { !isInsideTmux && !variable("STY").isEmpty }

  /// True if the terminal may be asked. The consoles of kernels would show the questions.
  var maySendQueries: Bool {
    !isDumb && !isInsideScreen && !["linux", "cons25", "ansi", "vt52"].contains(term)
  }

  /// True if a terminal with iTerm2's images says its name. `LC_TERMINAL` comes along with SSH.
  var namesInlineImages: Bool {
    !isInsideTmux
      && (["iTerm.app", "WezTerm", "mintty"].contains(variable("TERM_PROGRAM"))
        || variable("LC_TERMINAL") == "iTerm2")
  }

  /// The colours that `NO_COLOR`, `COLORTERM` and `TERM` tell.
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
