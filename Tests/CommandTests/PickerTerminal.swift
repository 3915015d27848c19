import Foundation
import SystemPackage

/// A picker that runs on a terminal of its own, which the test looks at and types on.
final class PickerTerminal {
  /// What went wrong in the test itself.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  #if canImport(Darwin)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
    // POSIX_SPAWN_SETSID, which spawn.h shows to C programs with GNU extensions only.
    private static let newSession: Int16 = 0x80
  #endif

  private let master: FileDescriptor
  private let slave: FileDescriptor
  private let process: pid_t
  private let before: termios
  private let folder: FilePath
  private let answers: Bool
  private(set) var screen: TerminalScreen
  /// All bytes that the program wrote to the terminal.
  private(set) var written: [UInt8] = []
  private var status: Int32?

  /// Starts the program with a terminal of so many cells that controls it.
  ///
  /// - Parameters:
  ///   - redirection: what a shell does with stdout; by default it goes to a file.
  ///   - command: the subcommand.
  ///   - answers: whether the terminal answers questions.
  init(
    _ photopick: Photopick, _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
    redirection: String = ">out", command: String = "pick", answers: Bool = true
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Errno(rawValue: errno) }
    _ = (fcntl(master, F_SETFD, FD_CLOEXEC), fcntl(slave, F_SETFD, FD_CLOEXEC))
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    self.master = FileDescriptor(rawValue: master)
    self.slave = FileDescriptor(rawValue: slave)
    self.answers = answers
    var mode = termios()
    tcgetattr(slave, &mode)
    before = mode
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    let place = FilePath("pick-\(UInt64.random(in: 0...UInt64.max))")
    try photopick.user.folder(place)
    folder = photopick.user.at(place)
    process = try Self.spawn(
      photopick, [command] + arguments, FilePath(platformString: name), folder, redirection)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    try? master.close()
    try? slave.close()
  }

  private static func spawn(
    _ photopick: Photopick, _ arguments: [String], _ terminal: FilePath, _ folder: FilePath,
    _ redirection: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The first terminal that the leader of a new session opens controls it.
    posix_spawnattr_setflags(&attributes, newSession)
    posix_spawn_file_actions_addopen(&actions, 0, terminal.string, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let line = "exec \"$PHOTOPICK\" \"$@\" \(redirection) 2>err"
    let command =
      ["/bin/sh", "-c", "cd \"$0\" && eval '\(line)'", folder.string] + arguments
    var argv = command.map { strdup($0) } + [nil]
    var envp = photopick.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process = pid_t()
    let error = posix_spawn(&process, command[0], &actions, &attributes, &argv, &envp)
    guard error == 0 else { throw Errno(rawValue: error) }
    return process
  }

  /// Types text, control sequences among it.
  func type(_ text: String) throws { try master.writeAll(text.utf8) }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Gives the terminal another size.
  func resize(columns: UInt16, rows: UInt16) {
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master.rawValue, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until the screen is as a test expects, at most 20 seconds.
  func wait(_ what: String, until isExpected: (TerminalScreen) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      read()
      if isExpected(screen) { return }
      usleep(5000)
    } while ContinuousClock.now < end
    throw Failure(description: "\(what) was not seen; the screen:\n\(screen.text)\n\(errors)")
  }

  /// Waits for a text on the screen.
  func wait(for text: String) throws { try wait(text) { $0.text.contains(text) } }

  /// Takes what was written; answers what a terminal is asked, as one that knows no pictures.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while let count = try? buffer.withUnsafeMutableBytes({ try master.read(into: $0) }), count > 0 {
      let asked = screen.questionCount
      screen.take(buffer[..<count])
      written += buffer[..<count]
      if answers, screen.questionCount > asked { _ = try? master.writeAll("\u{1B}[?62;22c".utf8) }
    }
  }

  /// Waits until the process was stopped by a signal.
  func waitUntilStopped() throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      var state: Int32 = 0
      if waitpid(process, &state, WUNTRACED | WNOHANG) == process, state & 0xFF == 0x7F {
        read()
        return
      }
      read()
      usleep(5000)
    }
    throw Failure(description: "the picker did not stop")
  }

  /// Waits for the end: the exit status, or 128 and the number of the signal.
  func end() throws -> Int {
    let end = ContinuousClock.now + .seconds(60)
    var state: Int32 = 0
    while waitpid(process, &state, WNOHANG) == 0 {
      guard ContinuousClock.now < end else {
        throw Failure(description: "no end; the screen:\n\(screen.text)")
      }
      read()
      usleep(5000)
    }
    read()
    status = state
    return state & 0x7F == 0 ? Int(state >> 8 & 0xFF) : 128 + Int(state & 0x7F)
  }

  /// What the program wrote to stdout.
  var output: String { text("out") }
  /// What the program wrote to stderr.
  var errors: String { text("err") }

  private func text(_ name: String) -> String {
    FileManager.default.contents(atPath: folder.appending(name).string).map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  /// True if the terminal is as it was before the program began.
  var isRestored: Bool {
    var now = termios()
    guard tcgetattr(slave.rawValue, &now) == 0 else { return false }
    return screen.modes.isDisjoint(with: [1049, 1002, 1006, 2004]) && screen.modes.contains(25)
      && now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
  }
}
