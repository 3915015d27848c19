package enum Key: Sendable, Hashable {
  case character(Character)
  /// A letter with Ctrl.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

/// What a mouse did over a cell of the terminal.
package struct MouseInput: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// The main button went down, moved while it was down, and went up.
    case press, drag, release
    case wheelUp, wheelDown
  }

  package let action: Action
  package let column: Int
  package let row: Int

  package init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}

/// What a person did at the terminal.
package enum TerminalInput: Sendable, Hashable {
  case key(Key)
  case mouse(MouseInput)
  /// Text that was pasted; at most `InputDecoder.pasteLimit` bytes of it.
  case paste(String)
}
