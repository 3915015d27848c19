package enum Key: Sendable, Hashable {
  case character(Character)
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

package struct MouseInput: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// The main button: pressed, moved while pressed, released.
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

package enum TerminalInput: Sendable, Hashable {
  case key(Key)
  case mouse(MouseInput)
  /// Pasted text, up to `InputDecoder.pasteLimit` bytes.
  case paste(String)
}
