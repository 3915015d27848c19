import Foundation
import SystemPackage

/// A process with files as standard streams.
///
/// After five minutes the process group is terminated, so that a test fails instead of hanging.
struct ChildProcess {
  /// The process identifier, which is also the identifier of the process group.
  let identifier: pid_t
  private let limit: DispatchWorkItem

  private static let queue = DispatchQueue(label: "programs that take too long")

  #if canImport(Darwin)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
    // POSIX_SPAWN_SETSID, which spawn.h declares only for C with GNU extensions.
    private static let newSession: Int16 = 0x80
  #endif

  /// Starts a program; `files` are its standard streams.
  init(_ arguments: [String], environment: [String: String], folder: FilePath, files: [FilePath]) throws {
    try self.init(arguments, environment, folder, flags: Int16(POSIX_SPAWN_SETPGROUP)) { actions in
      for (number, file) in files.enumerated() {
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_NOCTTY
        posix_spawn_file_actions_addopen(&actions, Int32(number), file.string, flags, 0o600)
      }
    }
  }

  /// Starts a program in a new session with a controlling terminal.
  init(
    _ arguments: [String], environment: [String: String], folder: FilePath, controlledBy terminal: FilePath
  ) throws {
    // The first terminal that the leader of a session opens becomes the controlling terminal.
    try self.init(arguments, environment, folder, flags: Self.newSession) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, terminal.string, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
  #else
    private typealias FileActions = posix_spawn_file_actions_t
  #endif

  private init(
    _ arguments: [String], _ environment: [String: String], _ folder: FilePath, flags: Int16,
    open: (inout FileActions) -> Void
  ) throws {
    #if canImport(Darwin)
      var actions: FileActions
      var attributes: posix_spawnattr_t?
    #else
      var actions = FileActions()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    // Test threads block nearly all signals, including SIGCHLD, which a shell needs.
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Tests may run in the background, where shells ignore SIGINT for child processes; and libcurl ignores SIGPIPE in
    // the whole process while it transfers.
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | flags)
    open(&actions)
    // Don't inherit descriptors of concurrent tests, which would count towards the limit of open files.
    for number in 3..<Int32(1024) { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    // Not every system declares the file action that changes the folder, so use a shell.
    let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.string] + arguments
    var argv = command.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var identifier = pid_t()
    let error = posix_spawn(&identifier, command[0], &actions, &attributes, &argv, &envp)
    guard error == 0 else { throw Errno(rawValue: error) }
    self.identifier = identifier
    limit = DispatchWorkItem { [identifier] in kill(-identifier, SIGKILL) }
    Self.queue.asyncAfter(deadline: .now() + .seconds(300), execute: limit)
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Returns the exit status, or 128 plus the signal; `nil` while it is running.
  func statusIfEnded() -> Int? { status(WNOHANG) }

  /// Returns `true` if a signal stopped it; returns each stop once.
  func hasStopped() -> Bool {
    var status: Int32 = 0
    return waitpid(identifier, &status, WUNTRACED | WNOHANG) == identifier && status & 0xFF == 0x7F
  }

  /// Waits for the end and returns the exit status, or 128 plus the signal.
  func wait() -> Int { status(0) ?? -1 }

  /// Must not be called again after it returns a status.
  private func status(_ options: Int32) -> Int? {
    var status: Int32 = 0
    var ended: pid_t
    repeat { ended = waitpid(identifier, &status, options) } while ended < 0 && errno == EINTR
    guard ended == identifier else { return nil }
    limit.cancel()
    let signal = status & 0x7F
    return signal == 0 ? Int(status >> 8 & 0xFF) : 128 + Int(signal)
  }
}

/// A pseudoterminal whose output the test reads.
struct PseudoTerminal {
  /// The path of the device.
  let path: FilePath
  private let screen: FileDescriptor
  private let device: FileDescriptor

  init(columns: UInt16) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Errno(rawValue: errno) }
    // Prevent children of concurrent tests from inheriting the terminal.
    _ = (fcntl(master, F_SETFD, FD_CLOEXEC), fcntl(slave, F_SETFD, FD_CLOEXEC))
    path = FilePath(platformString: name)
    screen = FileDescriptor(rawValue: master)
    device = FileDescriptor(rawValue: slave)
  }

  /// Returns all output until the terminal was closed everywhere, with untranslated line ends.
  func readToEnd() -> [UInt8] {
    try? device.close()
    var shown = [UInt8]()
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Reading fails when the terminal is open nowhere.
    while let count = try? buffer.withUnsafeMutableBytes({ try screen.read(into: $0) }), count > 0 {
      shown += buffer[..<count]
    }
    try? screen.close()
    return shown.filter { $0 != UInt8(ascii: "\r") }
  }
}
