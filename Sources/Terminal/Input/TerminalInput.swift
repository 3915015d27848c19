/// A key of the keyboard.
package enum Key: Sendable, Hashable {
  /// A key that writes a character.
  case character(Character)
  /// A letter with Ctrl.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

/// What a mouse did over a cell of the terminal.
package struct MouseInput: Sendable, Hashable {
  /// What the mouse did.
  package enum Action: Sendable, Hashable {
    /// The main button went down, moved while it was down, and went up.
    case press, drag, release
    case wheelUp, wheelDown
  }

  /// What it did.
  package let action: Action
  /// The column from 0.
  package let column: Int
  /// The row from 0.
  package let row: Int

  /// What a mouse did at a place.
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
