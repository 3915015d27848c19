/// The values of declared fields from the best sources read so far, in any order.
package struct MetadataFindings: Sendable, Hashable {
  private struct Finding: Sendable, Hashable {
    let field: MetadataField
    /// The index of the source in the declaration; the lowest wins.
    let rank: Int
    /// An accepted value, or `nil` if the source rules out a value.
    let value: FieldValue?
  }

  /// In ascending order of field numbers, each field once.
  private var findings: [Finding] = []

  package init() {}

  package var isEmpty: Bool { findings.allSatisfy { $0.value == nil } }

  package subscript(field: MetadataField) -> FieldValue? {
    let place = place(of: field)
    return place.isTaken ? findings[place.index].value : nil
  }

  package func has(_ field: MetadataField) -> Bool { self[field] != nil }

  /// Whether a source of this rank would be the best one so far.
  func isOpen(_ field: MetadataField, to rank: Int) -> Bool {
    let place = place(of: field)
    return !place.isTaken || rank < findings[place.index].rank
  }

  /// Takes a value, unless a source of the same or a better rank has one.
  ///
  /// - Parameters:
  ///   - isFinal: `true` if the source overrides worse ranks even with a value that the field doesn't accept.
  ///   - camera: The camera of the photo, if it's known: strings that it writes into every photo aren't accepted.
  package mutating func offer(
    _ value: FieldValue, for field: MetadataField, rank: Int, isFinal: Bool = false, of camera: Camera? = nil
  ) {
    let place = place(of: field)
    guard !place.isTaken || rank < findings[place.index].rank else { return }
    let accepted = value.accepted(by: field.declaration, of: camera)
    if accepted != nil || isFinal { put(Finding(field: field, rank: rank, value: accepted), at: place) }
  }

  /// Takes a value that a header reader found.
  package mutating func offer(_ value: FieldValue?, for field: MetadataField) {
    if let value { offer(value, for: field, rank: field.declaration.readerRank) }
  }

  /// Takes a number of frames or pages that a header reader found, if there are several.
  mutating func offer(several count: Int?, for field: MetadataField) {
    if let count, count > 1 { offer(.integer(Int64(count)), for: field) }
  }

  /// Takes the findings from another source of the same photo.
  ///
  /// - Parameter camera: The camera of the photo: strings that it writes into every photo aren't accepted.
  package mutating func merge(_ other: MetadataFindings, of camera: Camera? = nil) {
    guard !findings.isEmpty || camera != nil else {
      findings = other.findings
      return
    }
    for finding in other.findings {
      let place = place(of: finding.field)
      guard !place.isTaken || finding.rank < findings[place.index].rank else { continue }
      if let camera, case .text(let text)? = finding.value, finding.field.declaration.isIgnored(text, camera)
      {
        continue
      }
      put(finding, at: place)
    }
  }

  private func place(of field: MetadataField) -> (index: Int, isTaken: Bool) {
    // Readers go through fields in order, so most findings belong at the end.
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

  /// The number of fields of most photos.
  private static let usualCount = 16

  package var values: MetadataValues { MetadataValues(ascending: all) }

  /// All values, including those that a photo without a value gets, such as a rating of 0.
  var all: some Sequence<(field: MetadataField, value: FieldValue)> {
    findings.lazy.compactMap { finding in
      finding.value.flatMap { $0.kind == finding.field.kind ? (finding.field, $0) : nil }
    }
  }
}

/// The declared fields that have a kind of source.
package struct DeclaredSources<Name: Sendable>: Sendable {
  package struct Place: Sendable {
    /// The name of the source in its block: a tag, a property, a keyword.
    package let name: Name
    package let field: MetadataField
    package let kind: FieldKind
    /// The rank of the source.
    package let rank: Int
  }

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
