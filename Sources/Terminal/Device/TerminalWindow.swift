import PhotoFiles
import SystemPackage

/// The terminal size known to the system.
package struct TerminalWindow: Sendable {
  private let window: winsize

  /// Reads the size of the terminal behind a descriptor; `nil` if it isn't a terminal.
  package init?(of descriptor: FileDescriptor) {
    var window = winsize()
    guard ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
    self.window = window
  }

  /// The width in cells, if known.
  package var columns: Int? { window.ws_col > 0 ? Int(window.ws_col) : nil }

  /// The size in cells, if known.
  package var size: TerminalSize? {
    guard window.ws_col > 0, window.ws_row > 0 else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// The size of a cell, if the size in pixels is known.
  package var cellSize: CellSize? {
    guard let size else { return nil }
    return CellSize(width: Int(window.ws_xpixel) / size.columns, height: Int(window.ws_ypixel) / size.rows)
  }
}

extension FileDescriptor {
  /// `true` for the controlling terminal, with another job in the foreground.
  var isTerminalOfAnotherJob: Bool {
    // Other terminals have no foreground group and never stop a job.
    let foreground = tcgetpgrp(rawValue)
    return foreground > 0 && foreground != getpgrp()
  }
}
