import PhotoFiles
import SystemPackage

/// What one marker did, written down before each sidecar is written: fields that end in NUL.
final class MarkJournal {
  /// What becomes of one sidecar.
  struct Entry: Equatable {
    let sidecar: FilePath
    /// The checksum of a sidecar that is made; `nil` for one that was there.
    let made: UInt64?
    let values: MarkedValues
  }

  static let signature = "photopick marks 1"
  /// How many bytes of a journal are read.
  static let sizeLimit = 256 << 20

  private let file: FileDescriptor

  /// Takes over a file that was made for it.
  init(owning file: FileDescriptor) throws(Errno) {
    self.file = file
    try append(Array((Self.signature + "\0").utf8))
  }

  deinit { try? file.close() }

  /// Adds an entry.
  func append(_ entry: Entry) throws(Errno) { try append(Self.bytes(entry)) }

  private func append(_ bytes: [UInt8]) throws(Errno) { try withErrno { _ = try file.writeAll(bytes) } }

  /// An entry: its size in fields first, so that half of one is told.
  private static func bytes(_ entry: Entry) -> [UInt8] {
    var fields = [
      entry.sidecar.fileSystemBytes, Array((entry.made.map { String($0, radix: 16) } ?? "-").utf8),
    ]
    for step in entry.values.steps {
      fields.append(Array(step.property.rawValue.utf8))
      for values in [step.before, step.after] {
        fields.append(Array(String(values.count).utf8))
        fields += values.map { Array($0.utf8) }
      }
    }
    return ([Array(String(fields.count).utf8)] + fields).flatMap { $0 + [0] }
  }

  /// The whole entries of a journal, in order; `nil` if it is none.
  static func entries(_ bytes: [UInt8]) -> [Entry]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    guard fields.popFirst().map({ String(decoding: $0, as: UTF8.self) }) == signature else { return nil }
    var entries: [Entry] = []
    while let count = fields.popFirst().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }), count > 1,
      // Behind the last NUL stands one more, empty field.
      count < fields.count, let entry = Entry(fields.prefix(count))
    {
      entries.append(entry)
      fields = fields.dropFirst(count)
    }
    return entries
  }
}

extension MarkJournal.Entry {
  /// An entry from its fields; `nil` if they are no whole entry.
  fileprivate init?(_ fields: ArraySlice<ArraySlice<UInt8>>) {
    var fields = fields
    guard let sidecar = fields.popFirst(), let made = fields.popFirst() else { return nil }
    var steps: [MarkedValues.Step] = []
    while let name = fields.popFirst() {
      guard let property = MarkProperty(rawValue: String(decoding: name, as: UTF8.self)),
        let before = fields.popTexts(), let after = fields.popTexts()
      else { return nil }
      steps.append(MarkedValues.Step(property: property, before: before, after: after))
    }
    self.sidecar = FilePath(fileSystemBytes: Array(sidecar))
    self.made = UInt64(String(decoding: made, as: UTF8.self), radix: 16)
    values = MarkedValues(steps)
  }
}

extension ArraySlice<ArraySlice<UInt8>> {
  /// Takes away a number and so many texts.
  fileprivate mutating func popTexts() -> [String]? {
    guard let count = popFirst().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }), count >= 0,
      count <= self.count
    else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count).map { String(decoding: $0, as: UTF8.self) }
  }
}
