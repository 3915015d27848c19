/// Finds the name that was meant by a word with a slip.
package enum NearestName {
  /// The longest word that is looked at, in characters.
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
