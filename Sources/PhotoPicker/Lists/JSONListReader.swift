import PhotoFormats

/// Reads the paths in JSON arrays and JSON lines (RFC 8259): records with either set of keys, plain paths, and output
/// of `watch`, whose changes are applied; also the objects of a bucket (`aws s3api list-objects-v2`) and the manifest of an
/// S3 Inventory.
struct JSONListReader: PathListReader {
  private var json: JSONReader
  private let origin: ListOrigin
  private let hasLines: Bool
  /// The line where the current value starts.
  private var firstLine = 1

  init(_ bytes: ByteWindow, _ origin: ListOrigin, hasLines: Bool) {
    json = JSONReader(bytes)
    self.origin = origin
    self.hasLines = hasLines
  }

  var form: String { hasLines ? "JSON" : "a JSON array" }

  var line: Int? { hasLines ? firstLine : nil }

  mutating func read(_ take: Take) throws {
    // Results may be concatenated.
    while let kind = try json.kind() {
      guard kind == .array || kind == .object else { throw ByteWindow.Failure.malformed }
      firstLine = json.line
      try Self.readEntries(&json, origin, areRemoved: false, take)
    }
  }

  /// Reads an entry or an array of entries.
  ///
  /// - Parameter areRemoved: `true` if the photos left the list.
  private static func readEntries(
    _ json: inout JSONReader, _ origin: ListOrigin, areRemoved: Bool, _ take: Take
  ) throws {
    guard try json.kind() == .array else { return try readEntry(&json, origin, isRemoved: areRemoved, take) }
    try json.elements { try readEntry(&$0, origin, isRemoved: areRemoved, take) }
  }

  private static func readEntry(
    _ json: inout JSONReader, _ origin: ListOrigin, isRemoved: Bool, _ take: Take
  ) throws {
    switch try json.kind() {
    case .object?:
      if let entry = try record(&json, origin, isRemoved: isRemoved, take) {
        try pass(entry, isRemoved, take)
      }
    case .string?:
      let text = try json.string(limit: PathRecord.textLimit) ?? []
      try pass(.path(PathRecord.path(text)), isRemoved, take)
    case .array?, .literal?: throw PathListError(.noPath, line: nil)
    case nil: throw ByteWindow.Failure.malformed
    }
  }

  private static func pass(_ entry: PathListEntry, _ isRemoved: Bool, _ take: Take) throws {
    switch entry {
    case .path(let path) where isRemoved, .object(let path, _) where isRemoved: try take(.removed(path))
    default: try take(entry)
    }
  }

  /// Reads a record, and passes on any nested entries.
  ///
  /// - Returns: The record's own entry, or `nil` if it only contains nested ones.
  private static func record(
    _ json: inout JSONReader, _ origin: ListOrigin, isRemoved: Bool, _ take: Take
  ) throws -> PathListEntry? {
    var record = PathRecord()
    var objects = ObjectListing(bucket: origin.bucket)
    var inventory = InventoryManifest()
    var isEvent = false
    try json.members { key, json in
      let kind = try json.kind()
      if let index = PathRecord.index(of: key), PathRecord.isText(index) == (kind == .string) {
        guard PathRecord.isText(index) else {
          if let number = try json.text() { record.take(Array(number.utf8), under: index) }
          return
        }
        return record.take(try json.string(limit: PathRecord.textLimit) ?? [], under: index)
      }
      switch key {
      case "sections", "items", "item", "insertedItems", "updatedItems", "deletedItems":
        isEvent = true
        try readEntries(&json, origin, areRemoved: isRemoved || key == "deletedItems", take)
      case "event":
        isEvent = true
        try json.skipValue()
      case "Contents" where kind == .array:
        isEvent = true
        try objects.read(&json) { try pass($0, isRemoved, take) }
      case "Name" where kind == .string:
        try objects.setName(try json.string(limit: ListOrigin.longestBucket)) {
          try pass($0, isRemoved, take)
        }
      case "fileSchema" where kind == .string: inventory.schema = try json.text()
      case "fileFormat" where kind == .string: inventory.format = try json.text()
      case "files" where kind == .array: try inventory.readFiles(&json)
      default: try json.skipValue()
      }
    }
    try objects.finish()
    if inventory.isComplete {
      isEvent = true
      try inventory.read(in: origin.folder) { try pass($0, isRemoved, take) }
    }
    guard record.entry != nil || isEvent else { throw PathListError(.noPath, line: nil) }
    return record.entry
  }
}
