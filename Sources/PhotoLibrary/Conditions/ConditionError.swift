import PhotoFiles

public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The 1-based column of the error in characters.
  public let column: Int
  public let message: String
  /// A Boolean value indicating a valid query that requires a feature of a newer version.
  public internal(set) var isUnsupported = false

  /// A single line, such as `column 3: there is no field "camra"; did you mean camera?`.
  public var description: String {
    let text = SafeText.escaping(message)
    return isUnsupported ? text : "column \(column): \(text)"
  }
}

package enum NearestName {
  private static let longest = 60
  private static let mostChanges = 3

  /// Returns the name with the smallest edit distance, or `nil` if it differs too much. The shorter the word, the
  /// fewer edits are allowed.
  package static func of(_ word: String, in names: some Sequence<String>) -> String? {
    let word = word.lowercased()
    guard word.count <= longest else { return nil }
    func distance(_ name: String) -> Int { name.lowercased().difference(from: word).count }
    guard let near = names.min(by: { distance($0) < distance($1) }) else { return nil }
    return distance(near) <= min(mostChanges, word.count / 2) ? near : nil
  }
}
