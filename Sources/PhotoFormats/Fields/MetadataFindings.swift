/// What the sources of a file say for the declared fields: for each field the value of its best source so far.
///
/// Sources may be met in any order; `MetadataField.Declaration.sources` decides between them.
package struct MetadataFindings: Sendable, Hashable {
  private struct Finding: Sendable, Hashable {
    let field: MetadataField
    /// The place of the source in the declaration; the lowest wins.
    let rank: Int
    let value: FieldValue
  }

  private var findings: [Finding] = []

  package init() {}

  /// True if no field has a value.
  package var isEmpty: Bool { findings.isEmpty }

  /// Takes a value, unless a source of the same or a better rank has said something already.
  package mutating func offer(_ value: FieldValue, for field: MetadataField, rank: Int) {
    add(Finding(field: field, rank: rank, value: value))
  }

  /// Takes a value that a header reader found on its own.
  package mutating func offer(_ value: FieldValue, for field: MetadataField) {
    let sources = field.declaration.sources
    let rank = sources.firstIndex { if case .reader = $0 { true } else { false } }
    add(Finding(field: field, rank: rank ?? sources.count, value: value))
  }

  /// Takes what another block says.
  package mutating func merge(_ other: MetadataFindings) {
    for finding in other.findings { add(finding) }
  }

  private mutating func add(_ finding: Finding) {
    guard let value = finding.value.accepted(by: finding.field.declaration) else { return }
    let finding = Finding(field: finding.field, rank: finding.rank, value: value)
    guard let index = findings.firstIndex(where: { $0.field == finding.field }) else {
      findings.append(finding)
      return
    }
    if finding.rank < findings[index].rank { findings[index] = finding }
  }

  /// The values that won.
  package var values: MetadataValues {
    MetadataValues(
      ascending: findings.filter { $0.value.kind == $0.field.kind }
        .sorted { $0.field.rawValue < $1.field.rawValue }.map { ($0.field, $0.value) })
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
    /// The place of the source among those of the field.
    package let rank: Int
  }

  /// All of them, in the order of the fields.
  package let places: [Place]

  /// The sources for which `name` returns a name.
  package init(_ name: (MetadataSource) -> Name?) {
    places = MetadataField.allCases.flatMap { field in
      field.declaration.sources.enumerated().compactMap { rank, source in
        name(source).map { Place(name: $0, field: field, rank: rank) }
      }
    }
  }
}
