/// Numbers of bytes and lengths of time as progress shows them.
package enum ByteText {
  /// A number of bytes in the unit a person would use.
  package static func size(_ bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(units[unit])"
  }

  /// A length of time: `14 s`, `3 min`, `2 h`.
  package static func time(seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(max(0, seconds).rounded(.up))) s"
    case ..<6000: "\(Int((seconds / 60).rounded(.up))) min"
    case ..<3_600_000: "\(Int((seconds / 3600).rounded(.up))) h"
    default: "long"
    }
  }
}
