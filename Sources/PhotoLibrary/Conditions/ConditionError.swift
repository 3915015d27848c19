import PhotoFiles

/// A mistake in how a query is written.
public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake, in characters from 1.
  public let column: Int
  public let message: String
  /// True if nothing is wrong with how the query is written: it asks for what this version does not know yet.
  public internal(set) var isUnsupported = false

  /// One line, such as `column 3: there is no field "camra"; did you mean camera?`.
  public var description: String {
    let text = SafeText.escaping(message)
    return isUnsupported ? text : "column \(column): \(text)"
  }
}

/// Finds the name that was meant by a word with a slip.
package enum NearestName {
  private static let longest = 60
  /// More letters that differ are no slip.
  private static let mostChanges = 3

  /// The name that differs from a word by the fewest letters, or `nil` if none is near: a short word with two or three
  /// other letters is no misspelling.
  package static func of(_ word: String, in names: some Sequence<String>) -> String? {
    let word = word.lowercased()
    guard word.count <= longest else { return nil }
    func distance(_ name: String) -> Int { name.lowercased().difference(from: word).count }
    guard let near = names.min(by: { distance($0) < distance($1) }) else { return nil }
    return distance(near) <= min(mostChanges, word.count / 2) ? near : nil
  }
}
