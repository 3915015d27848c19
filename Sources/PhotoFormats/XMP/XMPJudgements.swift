/// Labels and ratings that applications write besides, or instead of, `xmp:Label` and `xmp:Rating`.
extension XMPFields {
  mutating func addJudgements(_ values: XMPValues, _ names: XMPVocabulary) {
    let label =
      values.number(names.colorLabel).flatMap(LabelNumbers.digiKam.label)
      ?? values.number(names.darktableLabels).flatMap(LabelNumbers.darktable.label)
      ?? values.number(names.colorClass).flatMap(LabelNumbers.photoMechanic.label)
    if let label { findings.offer(.text(label), for: .label) }
    if let percent = values.number(names.percentRating).flatMap({ FieldValue.stars(percent: $0) }) {
      findings.offer(percent, for: .rating)
    }
    // digiKam rejects a photo by another property than stars: 1 is rejected, 2 pending, 3 accepted. Stars outweigh it,
    // since applications that don't know it may have given them later.
    if values.number(names.pickLabel) == 1, findings[.rating].map({ $0 == .integer(0) }) ?? true {
      findings.offer(.integer(-1), for: .rating, rank: -1)
    }
  }
}

/// The numbers that an application stores for the colors of labels.
package struct LabelNumbers: Sendable {
  /// `digiKam:ColorLabel`; 0 is no label.
  package static let digiKam = LabelNumbers(
    from: 1, ["Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White"],
    synonyms: ["Purple": "Magenta"])
  /// `darktable:colorlabels`. A photo may have several, of which the first counts.
  package static let darktable = LabelNumbers(from: 0, ["Red", "Yellow", "Green", "Blue", "Purple"])
  /// `photomechanic:ColorClass` with the default names of Photo Mechanic; 0 is no label.
  static let photoMechanic = LabelNumbers(
    from: 1, ["Magenta", "Red", "Orange", "Yellow", "Green", "Cyan", "Blue", "Gray"])

  private let first: Int
  private let labels: [String]
  /// The names of other applications.
  private let synonyms: [String: String]

  private init(from first: Int, _ labels: [String], synonyms: [String: String] = [:]) {
    (self.first, self.labels, self.synonyms) = (first, labels, synonyms)
  }

  func label(_ number: Double) -> String? {
    guard let index = Int(exactly: number - Double(first)), labels.indices.contains(index) else { return nil }
    return labels[index]
  }

  /// Returns the number of a label; `nil` if the application has no such color.
  package func number(_ label: String) -> Int? {
    labels.firstIndex(of: synonyms[label] ?? label).map { $0 + first }
  }
}
