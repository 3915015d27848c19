import PhotoFiles

/// The folders of a store between which files move.
enum StoreArea: String, Sendable, CaseIterable {
  /// Files written to their end and not yet kept.
  case staging
  /// The files that are kept.
  case files
  /// The thumbnails of those files.
  case thumbnails
}

/// A name in one of the folders of a store.
struct StorePlace: Sendable, Hashable {
  var area: StoreArea
  var name: StoreName
}

/// A change of one name in a folder, which can be made a second time without harm.
enum TransactionStep: Sendable, Hashable {
  /// Moves a file to a name that is free.
  case create(from: StorePlace, at: StorePlace)
  /// Moves a file over the one that has the name.
  case replace(from: StorePlace, at: StorePlace)
  /// Removes a file.
  case remove(StorePlace)

  /// True if a step only adds a name, so that it can be taken back.
  var isReversible: Bool {
    if case .create = self { true } else { false }
  }
}

/// Changes to a store that happen together or not at all.
///
/// The steps that may fail for want of room come first, and can be taken back. Once a file has been replaced or
/// removed, no other step needs room.
struct Transaction: Sendable, Hashable {
  let steps: [TransactionStep]

  /// The places of files that have gone after it.
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

/// The form of a transaction in a store's journal: a line per step, and a last line with a checksum.
///
/// Names hold no control characters, so tabs and newlines separate them. A journal that ends too early or
/// was altered reads as `nil`; its names are checked like any other, so it can't lead out of the store.
extension Transaction {
  private static let heading = "photopick store journal 1"

  /// The journal's bytes.
  var journal: [UInt8] {
    var bytes = Array("\(Transaction.heading)\n".utf8)
    for step in steps {
      switch step {
      case .create(let from, let target): bytes += Transaction.line("create", [from, target])
      case .replace(let from, let target): bytes += Transaction.line("replace", [from, target])
      case .remove(let place): bytes += Transaction.line("remove", [place])
      }
    }
    return bytes + Array("end \(Transaction.checksum(bytes))\n".utf8)
  }

  /// Reads a journal; `nil` if it is not whole.
  init?(journal: [UInt8]) {
    var lines = journal.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let end = lines.popLast(), let first = lines.first,
      first.elementsEqual(Transaction.heading.utf8)
    else { return nil }
    let body = Array(journal[..<end.startIndex])
    guard end.elementsEqual("end \(Transaction.checksum(body))".utf8) else { return nil }
    var steps: [TransactionStep] = []
    for line in lines.dropFirst() {
      guard let step = Transaction.step(line) else { return nil }
      steps.append(step)
    }
    self.init(steps)
  }

  private static func line(_ verb: String, _ places: [StorePlace]) -> [UInt8] {
    var line = Array(verb.utf8)
    for place in places {
      line += Array("\t\(place.area.rawValue)\t".utf8)
      line += place.name.bytes
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func step(_ line: ArraySlice<UInt8>) -> TransactionStep? {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard fields.count >= 3, let first = place(fields[1], fields[2]) else { return nil }
    let verb = String(decoding: fields[0], as: UTF8.self)
    if verb == "remove", fields.count == 3 { return .remove(first) }
    guard fields.count == 5, let second = place(fields[3], fields[4]) else { return nil }
    switch verb {
    case "create": return .create(from: first, at: second)
    case "replace": return .replace(from: first, at: second)
    default: return nil
    }
  }

  private static func place(_ area: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> StorePlace? {
    guard let area = StoreArea(rawValue: String(decoding: area, as: UTF8.self)),
      let name = try? StoreName(bytes: Array(name))
    else { return nil }
    return StorePlace(area: area, name: name)
  }

  /// The 64-bit FNV-1a checksum in hexadecimal: it shows that a journal is damaged, it is no signature.
  private static func checksum(_ bytes: [UInt8]) -> String {
    String(Checksum.fnv1a(bytes), radix: 16)
  }
}
