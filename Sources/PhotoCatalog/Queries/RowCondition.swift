import PhotoFiles

/// A condition on photos as SQL. `AssetCondition.matches` decides where the two expressions differ.
struct RowCondition: Sendable, Equatable {
  /// Holds for every photo that matches, and possibly for others.
  let possible: String
  /// Holds only for photos that match, possibly not for all.
  let certain: String

  static let always = RowCondition("1")
  static let never = RowCondition("0")
  /// SQL can't tell.
  static let unknown = RowCondition(possible: "1", certain: "0")

  init(possible: String, certain: String) { (self.possible, self.certain) = (possible, certain) }

  /// Creates a condition that SQL decides.
  init(_ exact: String) { self.init(possible: exact, certain: exact) }

  static func all(_ conditions: [RowCondition]) -> RowCondition {
    RowCondition(
      possible: and(conditions.map(\.possible)), certain: and(conditions.map(\.certain)))
  }

  static func any(_ conditions: [RowCondition]) -> RowCondition {
    RowCondition(possible: or(conditions.map(\.possible)), certain: or(conditions.map(\.certain)))
  }

  static prefix func ! (condition: RowCondition) -> RowCondition {
    RowCondition(possible: not(condition.certain), certain: not(condition.possible))
  }

  static func and(_ parts: [String]) -> String {
    let parts = parts.filter { $0 != "1" }.uniqued()
    if parts.contains("0") { return "0" }
    return parts.isEmpty ? "1" : parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " AND ")))"
  }

  static func or(_ parts: [String]) -> String {
    let parts = parts.filter { $0 != "0" }.uniqued()
    if parts.contains("1") { return "1" }
    return parts.isEmpty ? "0" : parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " OR ")))"
  }

  /// Comparisons with NULL are NULL, not false.
  static func not(_ part: String) -> String {
    switch part {
    case "0": "1"
    case "1": "0"
    default: "NOT ifnull(\(part), 0)"
    }
  }
}
