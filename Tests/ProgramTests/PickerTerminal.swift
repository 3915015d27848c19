import Foundation
import SystemPackage

/// A picker on a pseudoterminal that tests read and type on.
final class PickerTerminal {
  /// A failure of the test itself.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The reply of a text-only terminal.
  private static let noPictures = "\u{1B}[?62;22c"

  private let master: FileDescriptor
  private let slave: FileDescriptor
  private let process: ChildProcess
  private let before: termios
  private let folder: FilePath
  private let answer: String
  private(set) var screen: TerminalScreen
  /// All bytes written to the terminal.
  private(set) var written: [UInt8] = []
  /// The bytes as a string.
  var writtenText: String { String(decoding: written, as: UTF8.self) }
  private var status: Int?

  /// Starts photopick with a controlling terminal.
  ///
  /// - Parameters:
  ///   - redirection: The shell's redirection of stdout, by default to a file.
  ///   - command: The subcommand.
  ///   - answer: The terminal's reply to queries; no reply if it is empty.
  ///   - cell: The size of a cell in pixels.
  convenience init(
    _ photopick: Photopick, _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
    redirection: String = ">out", command: String = "pick", answer: String = PickerTerminal.noPictures,
    cell: (width: UInt16, height: UInt16) = (0, 0)
  ) throws {
    let line = "exec \"$PHOTOPICK\" \"$@\" \(redirection) 2>err"
    try self.init(
      photopick, running: ["/bin/sh", "-c", line, "sh", command] + arguments, columns: columns, rows: rows,
      answer: answer, cell: cell)
  }

  /// Starts an interactive shell with job control that announces stopped jobs immediately.
  convenience init(shellFor photopick: Photopick) throws {
    // Readline would change the terminal's mode.
    try self.init(photopick, running: ["bash", "--norc", "--noprofile", "--noediting", "-i"], rows: 40)
    try type("PS1='$ '; set -b; echo rea''dy\n")
    try wait(for: "ready")
  }

  private init(
    _ photopick: Photopick, running arguments: [String], columns: UInt16 = 80, rows: UInt16,
    answer: String = PickerTerminal.noPictures, cell: (width: UInt16, height: UInt16) = (0, 0)
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize(
      ws_row: rows, ws_col: columns, ws_xpixel: columns * cell.width, ws_ypixel: rows * cell.height)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Errno(rawValue: errno) }
    _ = (fcntl(master, F_SETFD, FD_CLOEXEC), fcntl(slave, F_SETFD, FD_CLOEXEC))
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    self.master = FileDescriptor(rawValue: master)
    self.slave = FileDescriptor(rawValue: slave)
    self.answer = answer
    var mode = termios()
    tcgetattr(slave, &mode)
    before = mode
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    let place = FilePath("pick-\(UInt64.random(in: 0...UInt64.max))")
    try photopick.user.folder(place)
    folder = photopick.user.at(place)
    process = try ChildProcess(
      arguments, environment: photopick.environment, folder: folder,
      controlledBy: FilePath(platformString: name))
  }

  deinit {
    if status == nil {
      process.send(SIGKILL)
      _ = process.wait()
    }
    try? master.close()
    try? slave.close()
  }

  /// Types text, including control sequences.
  func type(_ text: String) throws { try master.writeAll(text.utf8) }

  func send(_ signal: Int32) { process.send(signal) }

  /// Resizes the terminal.
  ///
  /// - Parameter cell: The size of a cell in pixels.
  func resize(columns: UInt16, rows: UInt16, cell: (width: UInt16, height: UInt16) = (0, 0)) {
    screen = TerminalScreen(columns: Int(columns), rows: Int(rows))
    var size = winsize(
      ws_row: rows, ws_col: columns, ws_xpixel: columns * cell.width, ws_ypixel: rows * cell.height)
    _ = ioctl(master.rawValue, UInt(TIOCSWINSZ), &size)
  }

  /// Expects a screen within a minute.
  func wait(_ what: String, until isExpected: (TerminalScreen) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      read()
      if isExpected(screen) { return }
      usleep(5000)
    } while ContinuousClock.now < end
    throw Failure(description: "\(what) was not seen; the screen:\n\(screen.text)\n\(errors)")
  }

  /// Expects text within a minute.
  func wait(for text: String) throws { try wait(text) { $0.text.contains(text) } }

  /// Blocks until text was written to the terminal this number of times.
  func wait(for text: String, times count: Int) throws {
    try wait("\(text), \(count) times") { [self] _ in
      writtenText.components(separatedBy: text).count > count
    }
  }

  /// Reads the output and replies to queries.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while let count = try? buffer.withUnsafeMutableBytes({ try master.read(into: $0) }), count > 0 {
      let asked = screen.questionCount
      screen.take(buffer[..<count])
      written += buffer[..<count]
      if screen.questionCount > asked { _ = try? master.writeAll(answer.utf8) }
    }
  }

  /// Blocks until a signal stops photopick.
  func waitUntilStopped() throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if process.hasStopped() {
        read()
        return
      }
      read()
      usleep(5000)
    }
    throw Failure(description: "the picker did not stop")
  }

  /// Returns the exit status, or 128 plus the signal number.
  func end() throws -> Int {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      status = process.statusIfEnded()
      read()
      if let status { return status }
      usleep(5000)
    }
    throw Failure(description: "no end; the screen:\n\(screen.text)")
  }

  /// The output on stdout.
  var output: String { text("out") }
  /// The output on stderr.
  var errors: String { text("err") }

  /// The contents of a file in the working directory.
  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: folder.appending(name).string).map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  /// Whether the terminal has the initial state.
  var isRestored: Bool {
    var now = termios()
    guard tcgetattr(slave.rawValue, &now) == 0 else { return false }
    return screen.modes.isDisjoint(with: [1049, 1002, 1006, 2004]) && screen.modes.contains(25)
      && now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
  }
}
