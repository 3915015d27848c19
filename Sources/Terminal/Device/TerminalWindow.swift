import CTerminal
import PhotoFiles
import SystemPackage

/// What the system knows of the size of a terminal.
package struct TerminalWindow: Sendable {
  private let window: photo_terminal_window

  /// The window behind a descriptor; `nil` if that is no terminal.
  package init?(of descriptor: FileDescriptor) {
    var window = photo_terminal_window()
    guard photo_terminal_size(descriptor.rawValue, &window) else { return nil }
    self.window = window
  }

  /// The width in cells; `nil` if the terminal does not tell.
  package var columns: Int? { window.columns > 0 ? Int(window.columns) : nil }

  /// The size in cells; `nil` if the terminal does not tell.
  package var size: TerminalSize? {
    guard window.columns > 0, window.rows > 0 else { return nil }
    return TerminalSize(columns: Int(window.columns), rows: Int(window.rows))
  }

  /// The size of a cell; `nil` if the terminal does not tell its size in pixels.
  package var cellSize: CellSize? {
    guard let size else { return nil }
    return CellSize(
      width: Int(window.pixel_width) / size.columns, height: Int(window.pixel_height) / size.rows)
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
