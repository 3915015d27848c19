/// What the environment tells about the terminal.
struct TerminalEnvironment {
  private let environment: [String: String]
  private let term: String

  init(_ environment: [String: String]) {
    self.environment = environment
    term = environment["TERM"] ?? ""
  }

  /// True for terminals that can't move the cursor.
  var isDumb: Bool { term.isEmpty || term == "dumb" }

  /// True where tmux stands between the program and the terminal.
  var isInsideTmux: Bool { environment["TMUX"]?.isEmpty == false }

  /// True where GNU Screen does; it answers for itself and lets no pictures through.
  var isInsideScreen: Bool { !isInsideTmux && environment["STY"]?.isEmpty == false }

  /// True where the terminal may be asked. The consoles of kernels would show the questions.
  var maySendQueries: Bool {
    !isDumb && !isInsideScreen && !["linux", "cons25", "ansi", "vt52"].contains(term)
  }

  /// True where a terminal with iTerm2's images says its name. `LC_TERMINAL` comes along with SSH.
  var namesInlineImages: Bool {
    !isInsideTmux
      && (["iTerm.app", "WezTerm", "mintty"].contains(environment["TERM_PROGRAM"] ?? "")
        || environment["LC_TERMINAL"] == "iTerm2")
  }

  /// True where the user wants no colours (no-color.org).
  var wantsNoColor: Bool { environment["NO_COLOR"]?.isEmpty == false }

  /// The colours that `NO_COLOR`, `COLORTERM` and `TERM` tell.
  var colors: TerminalGraphics.Colors {
    if wantsNoColor || isDumb { return .monochrome }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColor }
    if term.hasSuffix("-direct") || Self.trueColorTerms.contains(where: term.hasPrefix) { return .trueColor }
    return term.hasSuffix("256color") ? .indexed256 : .indexed16
  }

  private static let trueColorTerms = [
    "xterm-kitty", "xterm-ghostty", "wezterm", "foot", "alacritty", "contour",
  ]
}
