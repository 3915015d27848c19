/// Formats sizes and durations for people.
package enum ByteText {
  /// Returns a size such as `950 B`, `3.4 MB` or `12 MB`: two or three digits in decimal units.
  package static func size(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(max(bytes, 0)) B" }
    var value = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    let tenths = Int((value * 10).rounded())
    let text = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return "\(text) \(units.first ?? "")"
  }

  /// Returns a duration such as `14 s`, `3 min` or `2 h`.
  package static func time(seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(max(0, seconds).rounded(.up))) s"
    case ..<6000: "\(Int((seconds / 60).rounded(.up))) min"
    case ..<3_600_000: "\(Int((seconds / 3600).rounded(.up))) h"
    default: "long"
    }
  }
}

extension BinaryInteger {
  /// The digits of the number, with zeros before them up to a width.
  package func digits(_ width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
