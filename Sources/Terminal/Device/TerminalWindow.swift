import PhotoFiles
import SystemPackage

/// What the system knows of the size of a terminal.
package struct TerminalWindow: Sendable {
  private let window: winsize

  /// The window behind a descriptor; `nil` if that is no terminal.
  package init?(of descriptor: FileDescriptor) {
    var window = winsize()
    guard ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    self.window = window
  }

  /// The width in cells; `nil` if the terminal does not tell.
  package var columns: Int? { window.ws_col > 0 ? Int(window.ws_col) : nil }

  /// The size in cells; `nil` if the terminal does not tell.
  package var size: TerminalSize? {
    guard window.ws_col > 0, window.ws_row > 0 else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// The size of a cell; `nil` if the terminal does not tell its size in pixels.
  package var cellSize: CellSize? {
    guard let size else { return nil }
    return CellSize(
      width: Int(window.ws_xpixel) / size.columns, height: Int(window.ws_ypixel) / size.rows)
  }
}

extension FileDescriptor {
  /// True for the terminal that controls this process while another job has it in the foreground.
  var isTerminalOfAnotherJob: Bool {
    // A terminal that does not control the process tells no foreground group, and nothing stops the process.
    let foreground = tcgetpgrp(rawValue)
    return foreground > 0 && foreground != getpgrp()
  }
}
