/// What the sources of a file say for the declared fields: for each field the value of its best source so far.
///
/// Sources may be met in any order; `MetadataField.Declaration.sources` decides between them.
package struct MetadataFindings: Sendable, Hashable {
  private struct Finding: Sendable, Hashable {
    let field: MetadataField
    /// The place of the source in the declaration; the lowest wins.
    let rank: Int
    /// A value that the field accepts, or `nil` if the source settles that there is none.
    let value: FieldValue?
  }

  /// In ascending order of the fields' numbers, each field once.
  private var findings: [Finding] = []

  package init() {}

  /// True if no field has a value.
  package var isEmpty: Bool { findings.allSatisfy { $0.value == nil } }

  /// The value of a field so far.
  package subscript(field: MetadataField) -> FieldValue? {
    let place = place(of: field)
    return place.isTaken ? findings[place.index].value : nil
  }

  /// True if a field has a value.
  package func has(_ field: MetadataField) -> Bool { self[field] != nil }

  /// Whether no source of the same or a better rank has said something of a field.
  func isOpen(_ field: MetadataField, to rank: Int) -> Bool {
    let place = place(of: field)
    return !place.isTaken || rank < findings[place.index].rank
  }

  /// Takes a value, unless a source of the same or a better rank has said something already.
  package mutating func offer(_ value: FieldValue, for field: MetadataField, rank: Int) {
    let place = place(of: field)
    guard !place.isTaken || rank < findings[place.index].rank,
      let accepted = value.accepted(by: field.declaration)
    else { return }
    put(Finding(field: field, rank: rank, value: accepted), at: place)
  }

  /// Takes a value that a header reader found on its own.
  package mutating func offer(_ value: FieldValue, for field: MetadataField) {
    offer(value, for: field, rank: field.declaration.readerRank)
  }

  /// Takes what a source says that has the last word before those of a worse rank, even if it says nothing.
  package mutating func settle(_ value: FieldValue, for field: MetadataField, rank: Int) {
    let place = place(of: field)
    guard !place.isTaken || rank < findings[place.index].rank else { return }
    put(Finding(field: field, rank: rank, value: value.accepted(by: field.declaration)), at: place)
  }

  /// Takes what another block says.
  package mutating func merge(_ other: MetadataFindings) {
    guard !findings.isEmpty else {
      findings = other.findings
      return
    }
    for finding in other.findings {
      let place = place(of: finding.field)
      if !place.isTaken || finding.rank < findings[place.index].rank { put(finding, at: place) }
    }
  }

  /// Where the finding of a field stands or belongs.
  private func place(of field: MetadataField) -> (index: Int, isTaken: Bool) {
    // Sources are asked in the order of the fields, so most findings belong to the end.
    var index = findings.count
    while index > 0, findings[index - 1].field.rawValue > field.rawValue { index -= 1 }
    return index > 0 && findings[index - 1].field == field ? (index - 1, true) : (index, false)
  }

  private mutating func put(_ finding: Finding, at place: (index: Int, isTaken: Bool)) {
    if place.isTaken {
      findings[place.index] = finding
    } else {
      if findings.isEmpty { findings.reserveCapacity(Self.usualCount) }
      findings.insert(finding, at: place.index)
    }
  }

  /// How many fields a photo of a camera has as a rule.
  private static let usualCount = 16

  /// The values that won.
  package var values: MetadataValues {
    MetadataValues(
      ascending: findings.lazy.compactMap { finding in
        finding.value.flatMap { $0.kind == finding.field.kind ? (finding.field, $0) : nil }
      })
  }
}

/// The declared fields that one kind of source may fill, so that its reader looks for nothing else.
package struct DeclaredSources<Name: Sendable>: Sendable {
  /// A field, and where its declaration puts the source.
  package struct Place: Sendable {
    /// What the source is called in its block: a tag, a property, a keyword.
    package let name: Name
    /// The field.
    package let field: MetadataField
    /// The kind of its values.
    package let kind: FieldKind
    /// The place of the source among those of the field.
    package let rank: Int
  }

  /// All of them, in the order of the fields.
  package let places: [Place]

  /// The sources for which `name` returns a name.
  package init(_ name: (MetadataSource) -> Name?) {
    places = MetadataField.allCases.flatMap { field in
      field.declaration.sources.enumerated().compactMap { rank, source in
        name(source).map { Place(name: $0, field: field, kind: field.kind, rank: rank) }
      }
    }
  }
}
