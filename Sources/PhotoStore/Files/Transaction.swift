import PhotoFiles

enum StoreArea: String, Sendable, CaseIterable {
  case staging
  case files
  case thumbnails
}

struct StorePlace: Sendable, Hashable {
  var area: StoreArea
  var name: StoreName
}

/// An idempotent change of a name in a folder.
enum TransactionStep: Sendable, Hashable {
  case create(from: StorePlace, at: StorePlace)
  case replace(from: StorePlace, at: StorePlace)
  case remove(StorePlace)

  var isReversible: Bool {
    if case .create = self { true } else { false }
  }

  /// The name that is added, replaced or removed.
  var changed: StorePlace {
    switch self {
    case .create(_, let target), .replace(_, let target): target
    case .remove(let place): place
    }
  }
}

/// Changes to a store that are done together or not at all.
///
/// The steps that may fail for lack of space come first, and can be undone. Once a file has been replaced or removed,
/// no further step needs space.
struct Transaction: Sendable, Hashable {
  let steps: [TransactionStep]

  /// The steps in an order for a server, where a kill may separate them: no file ever has the thumbnail of another.
  var stepsOnServer: [TransactionStep] {
    let ofThumbnails = steps.filter { $0.changed.area == .thumbnails }
    let removals = ofThumbnails.compactMap { step -> TransactionStep? in
      if case .create = step { nil } else { .remove(step.changed) }
    }
    let additions = ofThumbnails.filter { if case .remove = $0 { false } else { true } }
    return removals + steps.filter { $0.changed.area != .thumbnails } + additions
  }

  var emptied: [StorePlace] {
    steps.compactMap { step in
      switch step {
      case .create(let from, _), .replace(let from, _): from.area == .staging ? nil : from
      case .remove(let place): place
      }
    }
  }

  init(_ steps: [TransactionStep]) {
    self.steps = steps.filter(\.isReversible) + steps.filter { !$0.isReversible }
  }
}

// MARK: - Coding

/// The journal of a store contains one record. The names are validated like any others, so it can't lead out of the
/// store.
extension Transaction: StoredRecord {
  static let signature = "photopick store journal 2"

  func encode(to output: inout RecordEncoder) { output.append(each: steps) }

  init(from input: inout RecordDecoder) throws(RecordDamage) { self.init(try input.array()) }
}

extension TransactionStep: RecordCodable {
  private enum Kind: UInt8 { case create, replace, remove }

  func encode(to output: inout RecordEncoder) {
    func append(_ kind: Kind, _ places: StorePlace...) {
      output.append(kind.rawValue)
      for place in places { place.encode(to: &output) }
    }
    switch self {
    case .create(let from, let target): append(.create, from, target)
    case .replace(let from, let target): append(.replace, from, target)
    case .remove(let place): append(.remove, place)
    }
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    guard let kind = Kind(rawValue: try input.integer()) else { throw RecordDamage() }
    let place = try StorePlace(from: &input)
    switch kind {
    case .create: self = .create(from: place, at: try StorePlace(from: &input))
    case .replace: self = .replace(from: place, at: try StorePlace(from: &input))
    case .remove: self = .remove(place)
    }
  }
}

extension StorePlace: RecordCodable {
  func encode(to output: inout RecordEncoder) {
    output.append(area.rawValue)
    output.append(bytes: name.bytes)
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    guard let area = StoreArea(rawValue: try input.text()) else { throw RecordDamage() }
    let bytes = try input.data()
    let name: StoreName? =
      switch area {
      case .staging: FileName(bytes: bytes).flatMap { StoreName(staged: $0) }
      case .files, .thumbnails: try? StoreName(bytes: bytes)
      }
    guard let name else { throw RecordDamage() }
    self.init(area: area, name: name)
  }
}
