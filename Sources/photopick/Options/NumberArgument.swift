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

  /// The values of `-j`: how many files are worked on at the same time.
  static let jobs = 1...64

  /// Checks the value of `-j`.
  ///
  /// - Throws: `ValidationError` if it is out of range.
  static func check(jobs: Int) throws {
    guard !Self.jobs.contains(jobs) else { return }
    throw ValidationError("-j takes \(text(of: Self.jobs)), not \(jobs).")
  }

  /// A range in words: `1 to 64`.
  static func text(of range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
