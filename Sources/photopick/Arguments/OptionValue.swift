import ArgumentParser

/// Parses numbers. The options use unconditional parsing, so that `-1` gets a specific error message.
enum NumberArgument {
  /// Parses a whole number; the option validates the range.
  ///
  /// - Throws: `ValidationError` unless the string is a number in range.
  @Sendable static func whole<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    let text = RawArguments.written(text)
    if let number = Number(text) { return number }
    let isTooLarge = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    throw ValidationError("write a whole number\(isTooLarge ? " of at most \(Number.max)" : "")")
  }

  /// The valid values of `-j`, the number of concurrent files.
  static let jobs = 1...64

  /// - Throws: `ValidationError` unless the value is in range.
  static func check(jobs: Int) throws {
    guard !Self.jobs.contains(jobs) else { return }
    throw ValidationError("-j takes \(text(of: Self.jobs)), not \(jobs).")
  }

  static func text(of range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}

/// A value of an option, such as `800x600`, whose error message says what to write.
protocol DescribedOptionValue {
  /// What to write, such as `800x600 for a width and a height`.
  static var form: String { get }

  /// Parses the value; returns `nil` for any other string.
  init?(argument: String)
}

extension DescribedOptionValue {
  /// Parses the value of an option.
  ///
  /// - Throws: `ValidationError` with the form.
  static func read(_ text: String) throws -> Self {
    if let value = Self(argument: text) { return value }
    throw ValidationError("write \(form)")
  }
}
