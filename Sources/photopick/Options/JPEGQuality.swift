import ArgumentParser

/// The quality of a JPEG: `0.5`, or `50` in per cent.
struct JPEGQuality: ExpressibleByArgument, Equatable {
  /// What can be written, for help texts.
  static let range = "0 to 1, or 2 to 100 per cent"

  /// The quality, 0 (smallest file) to 1 (best picture).
  let value: Double

  /// Reads a number; a whole one above 1 counts per cent.
  init?(argument: String) {
    guard let number = Double(argument) else { return nil }
    if (0...1).contains(number) {
      value = number
    } else if (2...100).contains(number), number == number.rounded() {
      value = number / 100
    } else {
      return nil
    }
  }
}
