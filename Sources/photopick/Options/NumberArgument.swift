import ArgumentParser

/// Reads numbers. Their options take the next word whatever it begins with, so that `-1` gets an answer of its own.
enum NumberArgument {
  /// Reads a whole number; its option checks the range.
  ///
  /// - Throws: `ValidationError` for anything else, and for what is beyond all numbers.
  @Sendable static func whole<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    if let number = Number(SelectionArguments.written(text)) { return number }
    throw ValidationError("write a whole number")
  }
}
