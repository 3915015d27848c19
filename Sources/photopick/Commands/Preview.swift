import ArgumentParser
import PhotoFiles
import PhotoImaging
import SystemPackage
import Terminal
import TerminalPicker

struct Preview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Draw one picture, for the preview pane of another program.",
    discussion: """
      The picture is the thumbnail in the shared cache, which is made if it is missing. Without --at, it is drawn at \
      the cursor, which then is on the line below. The terminal isn't queried, since the other program reads its replies: \
      --form chooses the protocol if the environment doesn't name the terminal.

      Examples:
        fzf --preview 'photopick preview -- {}'
        photopick preview IMG_0012.JPG --cells 40x20 --at 60,1
        photopick preview --clear --cells 40x20 --at 60,1
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case kitty, iterm2, sixel, symbols

    fileprivate var mode: TerminalGraphics.Mode {
      switch self {
      case .kitty: .kitty
      case .iterm2: .iterm2
      case .sixel: .sixel
      case .symbols: .symbols
      }
    }
  }

  struct Cells: DescribedOptionValue {
    static let form = "columns and rows, such as 80x24"

    let columns: Int
    let rows: Int

    init?(argument: String) { self.init(argument, separator: "x", in: 1...TerminalGraphics.cellLimit) }

    fileprivate init?(_ text: String, separator: Character, in range: ClosedRange<Int>) {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1], range.contains(columns),
        range.contains(rows)
      else { return nil }
      (self.columns, self.rows) = (columns, rows)
    }
  }

  struct Place: DescribedOptionValue {
    static let form = "a column and a row, such as 0,10"

    let cells: Cells

    init?(argument: String) {
      guard let cells = Cells(argument, separator: ",", in: 0...4096) else { return nil }
      self.cells = cells
    }
  }

  @Argument(help: ArgumentHelp("The photo or video.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The size of the area in columns and rows (default: fzf's pane, or the terminal).", valueName: "WxH"),
    transform: Cells.read)
  var cells: Cells?

  @Option(
    help: ArgumentHelp("The top left cell of the area: column and row, from 0.", valueName: "X,Y"),
    transform: Place.read)
  var at: Place?

  @Option(help: "How to draw: by a protocol for pictures, or by colored characters.")
  var form: Form?

  @Flag(help: "Clear the area instead of drawing.")
  var clear = false

  func validate() throws {
    guard clear == (file == nil) else { throw ValidationError("Give a file to draw, or --clear.") }
  }

  func run() throws {
    let environment = TerminalEnvironment.ofProcess
    let mode = form?.mode ?? (environment.pictureMode ?? TerminalGraphics(environment).mode)
    guard mode != .none else {
      throw CommandFailure(.usage, "this terminal (TERM=dumb) shows no pictures; --form chooses a protocol")
    }
    let graphics = TerminalGraphics(mode: mode, colors: environment.colors, cellSize: Self.cellSize)
    let size = cells.map { TerminalSize(columns: $0.columns, rows: $0.rows) } ?? Self.usualSize
    let drawing: TerminalDrawing
    if let file {
      drawing = try draw(RawArguments.place(file), with: PictureTerminal(graphics: graphics, size: size))
    } else {
      drawing = TerminalDrawing(text: "", columns: size.columns, rows: size.rows)
    }
    let clearing = clear && mode == .kitty ? TerminalGraphics.bytesToClear : []
    try ResultOutput().write(clearing + bytes(of: drawing))
  }

  private func bytes(of drawing: TerminalDrawing) -> [UInt8] {
    if let at { return drawing.bytes(at: at.cells) }
    guard Self.paneOfFzf != nil else { return DrawingRow([drawing]).bytes }
    // fzf passes pictures to the terminal, removes other control sequences, and counts lines.
    return switch drawing.content {
    case .lines(let lines): Array(lines.joined(separator: "\n").utf8)
    case .bytes(let bytes): bytes.replacingCursorRestores(with: [])
    }
  }

  /// - Throws: `CommandFailure` for a file that isn't a photo or video, so that scripts show it in another way.
  private func draw(_ path: FilePath, with terminal: PictureTerminal) throws -> TerminalDrawing {
    let drawer = PhotoDrawer(terminal, columns: terminal.size.columns, rows: terminal.size.rows)
    do throws(ImagingError) {
      return try drawer.picture(of: path)
    } catch {
      throw CommandFailure(.problems, "\(path): \(error.brief)")
    }
  }

  /// The cell size of the terminal, which the other program may have kept from standard output.
  private static var cellSize: CellSize? {
    guard let terminal = try? OpenFile("/dev/tty") else { return nil }
    return withExtendedLifetime(terminal) { TerminalWindow(of: terminal.descriptor)?.cellSize }
  }

  /// fzf's pane, otherwise the terminal, without the last line, in which a picture would scroll.
  private static var usualSize: TerminalSize {
    let size = paneOfFzf ?? TerminalDevice(behind: .standardOutput).size
    return TerminalSize(columns: size.columns, rows: max(size.rows - 1, 1))
  }

  private static var paneOfFzf: TerminalSize? {
    func number(_ name: String) -> Int? {
      getenv(name).flatMap { Int(String(cString: $0)) }.map { min(max($0, 1), TerminalGraphics.cellLimit) }
    }
    guard let columns = number("FZF_PREVIEW_COLUMNS"), let rows = number("FZF_PREVIEW_LINES") else {
      return nil
    }
    return TerminalSize(columns: columns, rows: rows)
  }
}

extension TerminalDrawing {
  /// Returns the bytes that draw from this cell on and restore the cursor.
  ///
  /// Terminals save a single cursor position, so drawings in it must not save theirs.
  fileprivate func bytes(at place: Preview.Cells) -> [UInt8] {
    func move(_ row: Int) -> String { "\u{1B}[\(place.rows + row + 1);\(place.columns + 1)H" }
    let drawn =
      switch content {
      case .lines(let lines): Array(lines.enumerated().map { move($0) + $1 }.joined().utf8)
      case .bytes(let bytes): Array(move(0).utf8) + bytes.replacingCursorRestores(with: move(0).utf8)
      }
    return Array("\u{1B}7".utf8) + drawn + "\u{1B}8".utf8
  }
}

extension [UInt8] {
  /// Removes saves of the cursor (DECSC), and replaces the restores (DECRC). Pictures don't contain their bytes.
  fileprivate func replacingCursorRestores(with bytes: some Collection<UInt8>) -> [UInt8] {
    replacing("\u{1B}7".utf8, with: []).replacing("\u{1B}8".utf8, with: bytes)
  }
}

/// The code for shells that `photopick shell` prints.
struct Shell: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Print code for a shell, in which Ctrl-X p then inserts picked paths.",
    discussion: """
      Ctrl-X p opens photopick pick, and inserts the quoted paths of the picked photos at the cursor.

      Examples:
        eval "$(photopick shell bash)"     in ~/.bashrc
        eval "$(photopick shell zsh)"      in ~/.zshrc
        photopick shell fish | source      in ~/.config/fish/config.fish
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.") var kind: Kind

  func run() throws {
    let code =
      switch kind {
      case .bash: Self.bash
      case .zsh: Self.zsh
      case .fish: Self.fish
      }
    try ResultOutput().announce { $0.append(code) }
  }

  private static let bash = #"""
    # Ctrl-X p inserts the paths of photos that are picked with photopick.
    __photopick_insert() {
      local text
      text=$(photopick pick -0 | while IFS= read -r -d '' path; do printf '%q ' "$path"; done)
      [ -z "$text" ] && return
      READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$text${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((READLINE_POINT + ${#text}))
    }
    bind -x '"\C-xp": __photopick_insert'
    """#

  private static let zsh = #"""
    # Ctrl-X p inserts the paths of photos that are picked with photopick.
    __photopick_insert() {
      local -a paths
      paths=("${(@0)$(photopick pick -0 </dev/tty)}")
      paths=(${paths:#})
      (( $#paths )) && LBUFFER+="${(j: :)${(@q)paths}} "
      zle reset-prompt
    }
    zle -N __photopick_insert
    bindkey '^Xp' __photopick_insert
    """#

  private static let fish = #"""
    # Ctrl-X p inserts the paths of photos that are picked with photopick.
    function __photopick_insert
        set -l paths (photopick pick -0 | string split0)
        if test (count $paths) -gt 0
            set paths (string escape --no-quoted -- $paths)
            # The C1 controls, which some terminals obey, are printed as they are by string escape.
            for code in (printf '%02x\n' (seq 128 159))
                set paths (string replace --all (printf "\u00$code") "\\u00$code" -- $paths)
            end
            commandline -i -- (string join ' ' -- $paths)' '
        end
        commandline -f repaint
    end
    bind \cxp __photopick_insert
    """#
}
