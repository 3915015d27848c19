/// The unit of a field's numbers.
public enum FieldUnit: Sendable, Hashable, CaseIterable {
  case seconds
  case millimetres
  case metres
  case fNumber
  case exposureValue
  case degrees
  case kilometresPerHour
  /// Pictures per second.
  case framesPerSecond
  case pixels
  case bytes

  /// The symbols of a kind of unit in lowercase, with their factors to this unit.
  package var symbols: [String: Double] {
    switch self {
    case .seconds: ["s": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600]
    case .millimetres: ["mm": 1, "cm": 10]
    case .metres: ["m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344]
    case .fNumber: [:]
    case .exposureValue: ["ev": 1]
    case .degrees: ["°": 1]
    case .kilometresPerHour: ["km/h": 1, "m/s": 3.6, "mph": 1.609344]
    case .framesPerSecond: ["fps": 1]
    case .pixels: ["px": 1]
    case .bytes:
      [
        "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1_024, "mib": 1_048_576,
        "gib": 1_073_741_824, "tib": 1_099_511_627_776,
      ]
    }
  }

  /// The prefixes of a number in lowercase.
  package var prefixes: [String] { self == .fNumber ? ["f/", "ƒ/", "f", "ƒ"] : [] }

  /// A number as precise as people distinguish photos by it: 1/250 s, 85 mm, f/2.8.
  package func rounded(_ number: Double) -> Double {
    switch self {
    case .seconds where number > 0 && number < Self.longestFraction: 1 / (1 / number).rounded()
    case .seconds where abs(number) < 10: (number * 10).rounded() / 10
    case .fNumber, .exposureValue: (number * 10).rounded() / 10
    case .framesPerSecond: (number * 100).rounded() / 100
    case .bytes: (number / 1e6).rounded() * 1e6
    case .seconds, .millimetres, .metres, .degrees, .kilometresPerHour, .pixels: number.rounded()
    }
  }

  /// Shorter exposures are written as fractions, at most 1/4.
  private static let longestFraction = 1 / 3.5

  /// A rounded number without its unit: `1/250`, `85`, `2.8`.
  package func shortText(_ number: Double) -> String {
    let number = rounded(number)
    if self == .seconds, number > 0, number < Self.longestFraction {
      return Int64(exactly: (1 / number).rounded()).map { "1/\($0)" } ?? number.shortestText
    }
    return number.shortestText
  }

  /// A rounded number with its unit: "1/250 s", "85 mm", "f/2.8".
  package func text(_ number: Double) -> String {
    switch self {
    case .fNumber: "f/" + shortText(number)
    case .degrees: shortText(number) + "°"
    case .bytes: "\(Int64(exactly: (number / 1e6).rounded()) ?? 0) MB"
    case .seconds: shortText(number) + " s"
    case .millimetres: shortText(number) + " mm"
    case .metres: shortText(number) + " m"
    case .exposureValue: shortText(number) + " EV"
    case .kilometresPerHour: shortText(number) + " km/h"
    case .framesPerSecond: shortText(number) + " fps"
    case .pixels: shortText(number) + " px"
    }
  }
}
