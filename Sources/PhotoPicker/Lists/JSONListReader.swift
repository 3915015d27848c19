import PhotoFormats

/// Reads the paths in JSON arrays and JSON lines (RFC 8259): records with either set of keys, plain paths, and output
/// of `watch`, whose changes are applied.
struct JSONListReader: PathListReader {
  private var json: JSONReader
  private let hasLines: Bool
  /// The line where the current value starts.
  private var firstLine = 1

  init(_ bytes: ByteWindow, hasLines: Bool) {
    json = JSONReader(bytes)
    self.hasLines = hasLines
  }

  var form: String { hasLines ? "JSON" : "a JSON array" }

  var line: Int? { hasLines ? firstLine : nil }

  mutating func read(_ take: Take) throws {
    // Results may be concatenated.
    while let kind = try json.kind() {
      guard kind == .array || kind == .object else { throw ByteWindow.Failure.malformed }
      firstLine = json.line
      try Self.readEntries(&json, areRemoved: false, take)
    }
  }

  /// Reads an entry or an array of entries.
  ///
  /// - Parameter areRemoved: `true` if the photos left the list.
  private static func readEntries(_ json: inout JSONReader, areRemoved: Bool, _ take: Take) throws {
    guard try json.kind() == .array else { return try readEntry(&json, isRemoved: areRemoved, take) }
    try json.elements { try readEntry(&$0, isRemoved: areRemoved, take) }
  }

  private static func readEntry(_ json: inout JSONReader, isRemoved: Bool, _ take: Take) throws {
    switch try json.kind() {
    case .object?:
      if let entry = try record(&json, isRemoved: isRemoved, take) { try pass(entry, isRemoved, take) }
    case .string?:
      let text = try json.string(limit: PathRecord.textLimit) ?? []
      try pass(.path(PathRecord.path(text)), isRemoved, take)
    case .array?, .literal?: throw PathListError(.noPath, line: nil)
    case nil: throw ByteWindow.Failure.malformed
    }
  }

  private static func pass(_ entry: PathListEntry, _ isRemoved: Bool, _ take: Take) throws {
    if case .path(let path) = entry, isRemoved { try take(.removed(path)) } else { try take(entry) }
  }

  /// Reads a record, and passes on any nested entries.
  ///
  /// - Returns: The record's own entry, or `nil` if it only contains nested ones.
  private static func record(_ json: inout JSONReader, isRemoved: Bool, _ take: Take) throws -> PathListEntry?
  {
    var record = PathRecord()
    var isEvent = false
    try json.members { key, json in
      if let index = PathRecord.index(of: key), try json.kind() == .string {
        return record.take(try json.string(limit: PathRecord.textLimit) ?? [], under: index)
      }
      switch key {
      case "sections", "items", "item", "insertedItems", "updatedItems", "deletedItems":
        isEvent = true
        try readEntries(&json, areRemoved: isRemoved || key == "deletedItems", take)
      case "event":
        isEvent = true
        try json.skipValue()
      default: try json.skipValue()
      }
    }
    guard record.entry != nil || isEvent else { throw PathListError(.noPath, line: nil) }
    return record.entry
  }
}
