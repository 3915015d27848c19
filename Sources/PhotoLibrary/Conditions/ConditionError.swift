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

  /// The minimum length of a word that is suggested as a part of a name.
  private static let shortestPart = 3
  /// Common words for fields that have other names.
  private static let synonyms = [
    "folder": "dir", "directory": "dir", "day": "date", "time": "date", "taken": "date",
    "zoom": "focalLength",
    "mm": "focalLength", "fstop": "aperture", "fnumber": "aperture", "f": "aperture", "comment": "caption",
    "description": "caption", "author": "creators", "artist": "creators", "photographer": "creators",
    "file": "name",
    "kind": "format", "type": "format", "suffix": "ext", "color": "label", "colour": "label",
    "length": "duration",
    "resolution": "pixelWidth",
  ]

  /// Returns the name with the smallest edit distance; if it differs too much, a synonym or the shortest name that
  /// begins with the word or contains it; otherwise `nil`. The shorter the word, the fewer edits are allowed.
  package static func of(_ word: String, in names: some Sequence<String>) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty, word.count <= longest else { return nil }
    let names = names.map { (name: $0, lowercase: $0.lowercased()) }
    func distance(_ name: String) -> Int { name.difference(from: word).count }
    let near = names.map { (name: $0.name, distance: distance($0.lowercase)) }.min {
      $0.distance < $1.distance
    }
    if let near, near.distance <= min(mostChanges, word.count / 2) { return near.name }
    if let meant = synonyms[word], names.contains(where: { $0.name == meant }) { return meant }
    guard word.count >= shortestPart else { return nil }
    return
      (names.filter { $0.lowercase.hasPrefix(word) }.min { $0.name.count < $1.name.count }
      ?? names.filter { $0.lowercase.contains(word) }.min { $0.name.count < $1.name.count })?.name
  }
}
