import PhotoFiles

/// A mistake in how a query is written.
public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake, in characters from 1.
  public let column: Int
  /// What is wrong, and what would be right.
  public let message: String
  /// True if nothing is wrong with how the query is written: it asks for what this version does not know yet.
  public let isUnsupported: Bool

  init(column: Int, message: String, isUnsupported: Bool = false) {
    self.column = column
    self.message = message
    self.isUnsupported = isUnsupported
  }

  /// One line, such as `column 3: there is no field "camra"; did you mean camera?`.
  public var description: String {
    let text = SafeText.escaping(message)
    return isUnsupported ? text : "column \(column): \(text)"
  }
}
