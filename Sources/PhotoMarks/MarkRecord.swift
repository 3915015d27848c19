import PhotoFiles
import PhotoFormats
import SystemPackage

/// A journal entry of a marker, written before the sidecar.
enum MarkRecord {
  case mark(MarkEntry)
  case amendment(MarkAmendment)
  case embedding(EmbeddingEntry)

  static func entries(of records: [MarkRecord]) -> MarkEntries {
    var entries = MarkEntries()
    for record in records {
      switch record {
      case .mark(let entry): entries.append(entry)
      case .amendment(let amendment): entries.apply(amendment)
      case .embedding: break
      }
    }
    return entries
  }

  /// The marks in photos, which are independent of sidecars.
  static func embeddings(of records: [MarkRecord]) -> [EmbeddingEntry] {
    records.compactMap { if case .embedding(let entry) = $0 { entry } else { nil } }
  }

  private enum Kind: UInt8 {
    case mark, amendment, embedding
  }
}

struct MarkEntry: Equatable {
  let sidecar: FilePath
  /// The checksum of the original sidecar, or `nil` for a new sidecar.
  var before: UInt64?
  let after: UInt64
  let inverse: [Splice]
  var values: MarkedValues
  /// Whether undo removes the sidecar if nothing else was added.
  var isMade: Bool
  /// Whether an amendment changed the entry, so that undo must not restore the original bytes.
  var isAmended = false
}

/// The entries of a journal, which are found by sidecar.
struct MarkEntries {
  private(set) var all: [MarkEntry] = []
  private var positions: [FilePath: [Int]] = [:]

  var sidecars: some Collection<FilePath> { positions.keys }

  mutating func append(_ entry: MarkEntry) {
    positions[entry.sidecar, default: []].append(all.count)
    all.append(entry)
  }

  /// Returns the entries of a sidecar in the order of the marks.
  func entries(of sidecar: FilePath) -> [MarkEntry] { positions[sidecar, default: []].map { all[$0] } }

  mutating func apply(_ amendment: MarkAmendment) {
    for index in positions[amendment.sidecar, default: []] { amendment.apply(to: &all[index]) }
  }
}

/// A correction of the entries of a sidecar after undoing a preceding change: the entries found values of the undone
/// change.
struct MarkAmendment: Equatable {
  let sidecar: FilePath
  /// The checksums of the sidecar around the undone mark, which the next entry follows.
  let before: UInt64?
  let after: UInt64
  let isMade: Bool
  /// The values to replace. For arrays, the items to remove and to add.
  let steps: [MarkedValues.Step]

  fileprivate func apply(to entry: inout MarkEntry) {
    let old = (entry.isMade, entry.values, entry.before)
    entry.isMade = entry.isMade || isMade
    if entry.before == after { entry.before = before }
    for step in steps {
      for index in entry.values.steps.indices { entry.values.steps[index].amend(step) }
    }
    entry.isAmended = entry.isAmended || old != (entry.isMade, entry.values, entry.before)
  }
}

extension MarkRecord: StoredRecord {
  static let signature = "photopick marks 4"

  func encode(to output: inout RecordEncoder) {
    switch self {
    case .mark(let entry):
      output.append(Kind.mark.rawValue)
      output.append(entry.sidecar)
      output.append(optional: entry.before)
      output.append(entry.after)
      output.append(each: entry.inverse)
      output.append(each: entry.values.steps)
      output.append(entry.isMade)
      output.append(entry.isAmended)
    case .amendment(let amendment):
      output.append(Kind.amendment.rawValue)
      output.append(amendment.sidecar)
      output.append(optional: amendment.before)
      output.append(amendment.after)
      output.append(amendment.isMade)
      output.append(each: amendment.steps)
    case .embedding(let entry):
      output.append(Kind.embedding.rawValue)
      output.append(entry.photo)
      output.append(entry.before)
      output.append(entry.after)
      output.append(each: entry.inverse)
    }
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    guard let kind = Kind(rawValue: try input.integer()) else { throw RecordDamage() }
    let path = try input.path()
    switch kind {
    case .mark:
      self = .mark(
        MarkEntry(
          sidecar: path, before: try input.optional(), after: try input.integer(),
          inverse: try input.array(), values: MarkedValues(try input.array()), isMade: try input.bool(),
          isAmended: try input.bool()))
    case .amendment:
      self = .amendment(
        MarkAmendment(
          sidecar: path, before: try input.optional(), after: try input.integer(),
          isMade: try input.bool(), steps: try input.array()))
    case .embedding:
      self = .embedding(
        EmbeddingEntry(
          photo: path, before: try input.integer(), after: try input.integer(), inverse: try input.array()))
    }
  }
}

extension Splice: RecordCodable {
  package func encode(to output: inout RecordEncoder) {
    output.append(count: range.lowerBound)
    output.append(count: range.count)
    output.append(bytes: bytes)
  }

  package init(from input: inout RecordDecoder) throws(RecordDamage) {
    let start = try input.index(below: .max)
    let count = try input.index(below: .max - start)
    self.init(range: start..<start + count, bytes: try input.data())
  }
}

extension MarkedValues.Step: RecordCodable {
  func encode(to output: inout RecordEncoder) {
    output.append(property.rawValue)
    output.append(each: before)
    output.append(each: after)
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    guard let property = MarkProperty(rawValue: try input.text()) else { throw RecordDamage() }
    self.init(property: property, before: try input.array(), after: try input.array())
  }
}
