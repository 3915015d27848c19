import PhotoFiles
import SystemPackage

/// What one marker did, recorded before each sidecar is written: fields that end in NUL.
final class MarkJournal {
  /// What becomes of one sidecar.
  struct Entry: Equatable {
    let sidecar: FilePath
    /// The checksum of the sidecar before; `nil` if there was none.
    var before: UInt64?
    /// The checksum of the sidecar as it was written.
    let after: UInt64
    /// What turns the written sidecar into the one before.
    let inverse: [Splice]
    var values: MarkedValues
    /// Whether the sidecar goes once nothing else is in it.
    var isMade: Bool
    /// Whether an amendment has changed the entry, so that the bytes before it are no longer those to restore.
    var isAmended = false
  }

  /// A correction of the entries of a sidecar, for another journal's mark was taken back first although it was made before
  /// them: what they found came from that mark.
  struct Amendment: Equatable {
    let sidecar: FilePath
    /// The checksums of the sidecar before and after the mark that was taken back: the next mark follows the one before.
    let before: UInt64?
    let after: UInt64
    let isMade: Bool
    /// What entries found, and what they find now. Of a list, items that entries found no longer, and those that they find
    /// besides.
    let steps: [MarkedValues.Step]

    /// Corrects the entries of the sidecar.
    func apply(to entries: inout [Entry]) {
      for index in entries.indices where entries[index].sidecar == sidecar { entries[index].amend(self) }
    }
  }

  private enum Record: String { case mark, amendment }

  static let signature = "photopick marks 2"
  /// How many bytes of a journal are read.
  static let sizeLimit = 1 << 30

  private let file: FileDescriptor

  /// Takes over a file that was made for it.
  init(owning file: FileDescriptor) throws(Errno) {
    self.file = file
    try append(Self.head)
  }

  /// Takes over an open journal.
  init(continuing file: FileDescriptor) { self.file = file }

  deinit { try? file.close() }

  /// Adds an entry.
  func append(_ entry: Entry) throws(Errno) { try append(Self.bytes(entry)) }

  /// Adds an amendment.
  func append(_ amendment: Amendment) throws(Errno) {
    var fields = Fields()
    fields.add(Record.amendment.rawValue)
    fields.add(amendment.sidecar.fileSystemBytes)
    fields.add(amendment.before)
    fields.add(String(amendment.after, radix: 16))
    fields.add(amendment.isMade ? "1" : "0")
    fields.add(amendment.steps)
    try append(fields.record)
  }

  /// Whether the journal has been removed, as taking it back does: what is appended then is lost.
  var isRemoved: Bool { (try? FileStatus(file))?.linkCount == 0 }

  /// Appends a record, or nothing: no record after half a one could be read.
  private func append(_ bytes: [UInt8]) throws(Errno) {
    let end = try FileStatus(file).size
    do throws(Errno) {
      try withErrno { _ = try file.writeAll(bytes) }
    } catch {
      try? file.resize(to: end, retryOnInterrupt: true)
      throw error
    }
  }

  /// Removes half a record from the end, which a killed process left there.
  ///
  /// - Parameter bytes: the content.
  func repair(_ bytes: [UInt8]) throws(Errno) {
    let end = Self.records(bytes).end
    if end < bytes.count { try withErrno { try file.resize(to: Int64(end), retryOnInterrupt: true) } }
  }

  private static let head = Array((signature + "\0").utf8)

  /// The bytes of a whole journal.
  static func bytes(_ entries: [Entry]) -> [UInt8] { head + entries.flatMap { bytes($0) } }

  private static func bytes(_ entry: Entry) -> [UInt8] {
    var fields = Fields()
    fields.add(Record.mark.rawValue)
    fields.add(entry.sidecar.fileSystemBytes)
    fields.add(entry.before)
    fields.add(String(entry.after, radix: 16))
    fields.add(entry.isMade ? "1" : "0")
    fields.add(String(entry.inverse.count))
    for splice in entry.inverse {
      fields.add(String(splice.range.lowerBound))
      fields.add(String(splice.range.upperBound))
      fields.add(splice.bytes.hexadecimal)
    }
    fields.add(entry.values.steps)
    return fields.record
  }

  /// The whole entries of a journal, in order; `nil` if it is none.
  static func entries(_ bytes: [UInt8]) -> [Entry]? {
    bytes.starts(with: head) ? records(bytes).entries : nil
  }

  /// The entries of whole records, and where these end.
  private static func records(_ bytes: [UInt8]) -> (entries: [Entry], end: Int) {
    guard bytes.starts(with: head) else { return ([], bytes.count) }
    var fields = Fields.Reader(bytes[head.count...])
    var entries: [Entry] = []
    var end = fields.position
    // A record that a kill cut in two is the last one.
    while var record = fields.nextRecord() {
      switch record.text().flatMap(Record.init(rawValue:)) {
      case .mark:
        guard let entry = Entry(&record) else { return (entries, end) }
        entries.append(entry)
      case .amendment:
        guard let amendment = Amendment(&record) else { return (entries, end) }
        amendment.apply(to: &entries)
      case nil: return (entries, end)
      }
      end = fields.position
    }
    return (entries, end)
  }
}

extension MarkJournal.Entry {
  fileprivate init?(_ fields: inout Fields.Reader) {
    guard let sidecar = fields.next(), let before = fields.text(), let after = fields.number(radix: 16),
      let made = fields.text(), let count = fields.count()
    else { return nil }
    var inverse: [Splice] = []
    for _ in 0..<count {
      guard let start = fields.count(), let end = fields.count(), start <= end,
        let bytes = fields.next().flatMap({ [UInt8](hexadecimal: $0) })
      else { return nil }
      inverse.append(Splice(range: start..<end, bytes: bytes))
    }
    guard let steps = fields.steps() else { return nil }
    self.init(
      sidecar: FilePath(fileSystemBytes: Array(sidecar)), before: UInt64(before, radix: 16), after: after,
      inverse: inverse, values: MarkedValues(steps), isMade: made == "1")
  }

  fileprivate mutating func amend(_ amendment: MarkJournal.Amendment) {
    let old = (isMade, values, before)
    isMade = isMade || amendment.isMade
    if before == amendment.after { before = amendment.before }
    for step in amendment.steps {
      for index in values.steps.indices { values.steps[index].amend(step) }
    }
    isAmended = isAmended || old != (isMade, values, before)
  }
}

extension MarkJournal.Amendment {
  fileprivate init?(_ fields: inout Fields.Reader) {
    guard let sidecar = fields.next(), let before = fields.text(), let after = fields.number(radix: 16),
      let made = fields.text(), let steps = fields.steps()
    else { return nil }
    self.init(
      sidecar: FilePath(fileSystemBytes: Array(sidecar)), before: UInt64(before, radix: 16), after: after,
      isMade: made == "1", steps: steps)
  }
}

/// The fields of a record, each ended by NUL.
private struct Fields {
  private var count = 0
  private var bytes: [UInt8] = []

  mutating func add(_ field: some Sequence<UInt8>) {
    bytes += field
    bytes.append(0)
    count += 1
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ checksum: UInt64?) { add(checksum.map { String($0, radix: 16) } ?? "-") }

  mutating func add(_ steps: [MarkedValues.Step]) {
    for step in steps {
      add(step.property.rawValue)
      for values in [step.before, step.after] {
        add(String(values.count))
        for value in values { add(value) }
      }
    }
  }

  /// The record: the number of fields first, so that half a record is noticed.
  var record: [UInt8] { Array("\(count)\0".utf8) + bytes }

  struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The offset of the next field.
    var position: Int { rest.startIndex }

    /// The next field; `nil` at the end, and if it lacks its NUL.
    mutating func next() -> ArraySlice<UInt8>? {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }

    mutating func text() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }

    mutating func number(radix: Int) -> UInt64? { text().flatMap { UInt64($0, radix: radix) } }

    mutating func count() -> Int? { text().flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// The fields of the next record; `nil` if it is not whole.
    mutating func nextRecord() -> Reader? {
      guard let count = count(), count > 0 else { return nil }
      let record = rest
      for _ in 0..<count {
        guard next() != nil else { return nil }
      }
      return Reader(record[..<rest.startIndex])
    }

    mutating func steps() -> [MarkedValues.Step]? {
      var steps: [MarkedValues.Step] = []
      while let name = text() {
        guard let property = MarkProperty(rawValue: name), let before = texts(), let after = texts() else {
          return nil
        }
        steps.append(MarkedValues.Step(property: property, before: before, after: after))
      }
      return steps
    }

    private mutating func texts() -> [String]? {
      guard let count = count(), count <= rest.count else { return nil }
      var texts: [String] = []
      for _ in 0..<count {
        guard let text = text() else { return nil }
        texts.append(text)
      }
      return texts
    }
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  fileprivate init?(hexadecimal text: ArraySlice<UInt8>) {
    guard text.count % 2 == 0 else { return nil }
    self = []
    var index = text.startIndex
    while index < text.endIndex {
      guard let high = Self.digit(text[index]), let low = Self.digit(text[index + 1]) else { return nil }
      append(high << 4 | low)
      index += 2
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
