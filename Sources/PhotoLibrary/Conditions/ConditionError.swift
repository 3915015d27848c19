import Terminal

/// A mistake in how a query is written.
public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake, in characters from 1.
  public let column: Int
  /// What is wrong, and what would be right.
  public let message: String

  /// One line, such as `column 3: there is no field "camra"; did you mean camera?`.
  public var description: String { "column \(column): \(TerminalText.safe(message))" }
}
