import FoundationEssentials
import PhotoFiles
import PhotoPortal
import Synchronization
import SystemPackage

/// Shows a request of an app: `photopick pick` in a browser window or in a terminal.
struct PortalWindow: Sendable {
  let settings: PortalSettings

  /// Starts `pick`, and calls back when it has ended. The result ends it.
  func show(
    _ request: ChooserRequest, _ done: @escaping @Sendable (ChooserOutcome) -> Void
  ) -> @Sendable () -> Void {
    let box = Box()
    WorkerThread.start { [self] in
      do {
        done(try outcome(of: request, box))
      } catch {
        done(.failed("the request of an app can't be shown: \(error)"))
      }
    }
    return { box.close() }
  }

  /// The program that shows a request, until the request is closed.
  final class Box: Sendable {
    private struct State {
      var running: (program: RunningProgram, request: FileDescriptor)?
      var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts the program, and locks the file of its request until the request is closed. Returns `nil` if it is closed.
    func start(_ program: Program, for request: FileDescriptor) throws(Errno) -> RunningProgram? {
      try state.withLock { state throws(Errno) in
        guard !state.isClosed else { return nil }
        try request.lock(.exclusive)
        let running = try program.start(error: .standardError)
        state.running = (running, request)
        return running
      }
    }

    /// Ends the program. If a terminal's server started `pick`, the signal doesn't reach it; unlocking the request ends it
    /// (`PortalDialog`).
    func close() {
      state.withLock { state in
        state.isClosed = true
        state.running?.program.signal(SIGTERM)
        state.running?.request.unlock()
      }
    }

    /// Forgets the program, which has ended, and its request.
    func finish() { state.withLock { $0.running = nil } }
  }

  private func outcome(of request: ChooserRequest, _ box: Box) throws -> ChooserOutcome {
    let (folder, place) = try AddressFile.privateFolder(.current)
    let file = try PendingFile(in: folder, mode: 0o600)
    guard let path = file.hiddenPath(in: place) else { throw Errno.invalidArgument }
    try file.write(Array(try JSONEncoder().encode(request)))
    let answerFile = PortalDialog.answerFile(of: path)
    defer { try? answerFile.removeFile() }
    guard let photopick = try Program.own?.resolved() else { throw Errno.noSuchFileOrDirectory }
    let face = request.isForSaving ? .page : settings.face
    let arguments =
      ["pick", "--dialog", path.string] + (face == .page ? ["--web"] : []) + settings.roots.map(\.string)
    let program: Program
    switch face {
    case .page: program = Program(photopick, arguments: arguments.map { Array($0.utf8) })
    case .terminal:
      guard let terminal = settings.terminalProgram() else {
        throw CommandFailure(.problems, "no terminal was found; set terminal in \(settings.file)")
      }
      program = Program(
        terminal.path,
        arguments: terminal.arguments + [photopick.fileSystemBytes] + arguments.map { Array($0.utf8) })
    }
    let end = try withExtendedLifetime(file) { () throws(Errno) -> ProgramEnd? in
      let running = try box.start(program, for: file.descriptor)
      defer { box.finish() }
      return running?.wait()
    }
    guard let end else { return .cancelled }
    guard let bytes = try OwnFile(answerFile).contents(limit: 64 << 20) else {
      // A terminal may return any status.
      if face == .page, case .exited(let status) = end, status != ExitStatus.cancelled.rawValue {
        return .failed("the request of an app was not shown: photopick pick: \(end)")
      }
      return .cancelled
    }
    return .chosen(try JSONDecoder().decode(ChooserAnswer.self, from: Data(bytes)))
  }
}

/// The user's settings: `$XDG_CONFIG_HOME/photopick/portal.conf`.
struct PortalSettings: Sendable {
  enum Face: String, Sendable {
    case page, terminal
  }

  let file: FilePath
  private(set) var face = Face.page
  /// The terminal's program and options, before the command.
  private(set) var terminal: [String] = []
  /// The folders to show: by default the library, or the user's folder of pictures.
  private(set) var roots: [FilePath] = []
  private(set) var mistakes: [ConfigurationMistake]

  static func ofUser() throws(HomeUnknown) -> PortalSettings {
    let (config, home) = (try UserFolders.current.config, try UserFolders.current.home)
    var settings = PortalSettings(config.appending("portal.conf"), home: home)
    if settings.roots.isEmpty {
      let usual = LibraryFolder.named ?? pictures(config.containingFolder, home: home)
      // The bus determines the current folder.
      settings.roots = [(try? FileStatus(usual)) == nil && !usual.isRemote ? home : usual]
    }
    return settings
  }

  /// The folder of pictures in `user-dirs.dirs` (xdg-user-dirs), by default `~/Pictures`.
  private static func pictures(_ config: FilePath, home: FilePath) -> FilePath {
    let file = SettingsFile(config.appending("user-dirs.dirs"))
    let entry =
      file.entries.first { $0.key == "XDG_PICTURES_DIR" }?.value.filter { $0 != "\"" } ?? "$HOME/Pictures"
    return entry.hasPrefix("$HOME/") ? home.appending(String(entry.dropFirst(6))) : FilePath(entry)
  }

  init(_ path: FilePath, home: FilePath) {
    file = path
    let settings = SettingsFile(path)
    mistakes = settings.mistakes
    for entry in settings.entries {
      var reason: String?
      switch entry.key {
      case "face":
        if let face = Face(rawValue: entry.value) {
          self.face = face
        } else {
          reason = "face is page or terminal"
        }
      case "terminal": terminal = entry.value.split(separator: " ").map(String.init)
      case "roots":
        for text in entry.value.split(separator: " : ") {
          let root =
            text.hasPrefix("~/")
            ? home.appending(String(text.dropFirst(2))) : FilePath(fileSystemBytes: Array(text.utf8))
          if root.isAbsolute || root.isRemote {
            roots.append(root)
          } else {
            reason = "roots are absolute paths, separated by ' : '"
          }
        }
      default: reason = "there is no setting \(entry.key)"
      }
      if let reason { mistakes.append(.init(file: path, line: entry.line, reason: reason)) }
    }
  }

  /// Terminals, and the options before a command. Each stays until the command has ended.
  private static let terminals: [[String]] = [
    ["x-terminal-emulator", "-e"], ["foot"], ["kitty"], ["alacritty", "-e"],
    ["wezterm", "start", "--always-new-process", "--"],
    ["ghostty", "-e"], ["konsole", "-e"], ["gnome-terminal", "--wait", "--"],
    ["xfce4-terminal", "--disable-server", "-x"],
    ["xterm", "-e"],
  ]

  /// Returns the user's terminal, else the first known one that is installed.
  func terminalProgram() -> (path: FilePath, arguments: [[UInt8]])? {
    let all = terminal.isEmpty ? Self.terminals : [terminal]
    for words in all {
      guard let name = words.first else { continue }
      let path = name.hasPrefix("/") ? FilePath(name) : Program.find(FileName(unchecked: Array(name.utf8)))
      if let path { return (path, words.dropFirst().map { Array($0.utf8) }) }
    }
    return nil
  }
}
