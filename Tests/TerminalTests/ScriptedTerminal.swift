import PhotoFiles
import Synchronization
import SystemPackage

/// A pseudoterminal that replies to queries from a script.
final class ScriptedTerminal: Sendable {
  /// The application's side.
  let device: FileDescriptor
  private let screen: FileDescriptor
  private let received = Mutex<[UInt8]>([])

  /// Creates a terminal that sends `answer` this long after a request for device attributes.
  init(answer: String, after delay: Duration = .zero, columns: UInt16 = 100, rows: UInt16 = 50) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Errno(rawValue: errno) }
    device = FileDescriptor(rawValue: slave)
    screen = FileDescriptor(rawValue: master)
    WorkerThread.start { [self] in serve(Array(answer.utf8), delay) }
  }

  /// The bytes received from the application.
  var output: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

  /// The terminal's modes.
  var modes: [tcflag_t] {
    var mode = termios()
    tcgetattr(device.rawValue, &mode)
    return [mode.c_lflag, mode.c_iflag, mode.c_oflag]
  }

  /// Returns the unread input, including incomplete lines.
  func unreadInput() -> [UInt8] {
    var mode = termios()
    tcgetattr(device.rawValue, &mode)
    mode.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(device.rawValue, TCSANOW, &mode)
    var poller = pollfd(fd: device.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 50) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = (try? buffer.withUnsafeMutableBytes { try device.read(into: $0) }) ?? 0
    return Array(buffer[..<count])
  }

  /// Whether input arrives within this number of milliseconds.
  func isReadable(within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: device.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, milliseconds) > 0
  }

  func close() { try? device.close() }

  private func serve(_ answer: [UInt8], _ delay: Duration) {
    var isAsked = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let count = try? buffer.withUnsafeMutableBytes({ try screen.read(into: $0) }), count > 0 {
      let new = Array(buffer[..<count])
      received.withLock { $0 += new }
      guard !isAsked, output.contains("\u{1B}[c") else { continue }
      isAsked = true
      usleep(UInt32(delay / .microseconds(1)))
      _ = try? screen.writeAll(answer)
    }
    try? screen.close()
  }
}
