import PhotoFiles
import PhotoFormats
import SystemPackage

/// The manifest of an S3 Inventory, and the lists of objects that it names (Amazon S3 User Guide, "Locating your inventory
/// list").
struct InventoryManifest {
  private static let fileLimit = 100_000
  private static let longestKey = 4096

  /// The names of the columns, separated by commas.
  var schema: String?
  var format: String?
  /// The names of the lists, without folders.
  private var files: [FileName] = []

  var isComplete: Bool { schema != nil && !files.isEmpty }

  mutating func readFiles(_ json: inout JSONReader) throws {
    try json.elements { json in
      guard try json.kind() == .object else { return try json.skipValue() }
      try json.members { key, json in
        guard key == "key", try json.kind() == .string else { return try json.skipValue() }
        let path = try json.string(limit: Self.longestKey) ?? []
        let last = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
        guard let name = FileName(bytes: last), last != Array("..".utf8), last != Array(".".utf8),
          files.count < Self.fileLimit
        else { throw PathListError(.noPath, line: nil) }
        files.append(name)
      }
    }
  }

  /// Reads the lists, which are next to the manifest, in its folder `data`, or in the folder `data` next to its folder, as in
  /// the bucket.
  func read(in folder: FilePath, _ take: PathListReader.Take) throws {
    guard let schema, format == nil || format == "CSV" else {
      throw PathListError(.inventoryFormat(format ?? ""), line: nil)
    }
    let columns = InventoryColumns(schema)
    guard columns.key != nil, columns.bucket != nil else { throw PathListError(.noPath, line: nil) }
    for name in files {
      let file = try Self.open(name, near: folder)
      try withExtendedLifetime(file) {
        let bytes = try ListText.decoded(ByteWindow(following: file.descriptor) {}) { true }
        while try bytes.peek() != nil { if let entry = try columns.entry(in: bytes) { try take(entry) } }
      }
    }
  }

  private static func open(_ name: FileName, near folder: FilePath) throws -> OpenFile {
    for place in [".", "data", "../data"] as [FilePath] {
      let file: OpenFile
      let path = Folder(folder.pushing(place)).path(of: name)
      do throws(Errno) {
        file = try OpenFile(path)
      } catch {
        guard error == .noSuchFileOrDirectory || error == .notDirectory else {
          throw PathListError(
            .unreadable("\(name): \(RemoteFiles.reason(for: path) ?? "\(error)")"), line: nil)
        }
        continue
      }
      // The user hasn't named the file, and reading a pipe may wait forever.
      guard file.status.kind == .regular else {
        throw PathListError(.unreadable("\(name): not a regular file"), line: nil)
      }
      return file
    }
    throw PathListError(.unreadable("\(name): not found next to the manifest or in data"), line: nil)
  }
}

/// The columns of a list of an inventory.
private struct InventoryColumns {
  private(set) var bucket: Int?
  private(set) var key: Int?
  private var isLatest: Int?
  private var isDeleteMarker: Int?
  private var size: Int?
  private var modified: Int?
  private var tag: Int?

  init(_ schema: String) {
    for (index, column) in schema.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      switch column.filter({ $0 != " " }) {
      case "Bucket": bucket = index
      case "Key": key = index
      case "IsLatest": isLatest = index
      case "IsDeleteMarker": isDeleteMarker = index
      case "Size": size = index
      case "LastModifiedDate": modified = index
      case "ETag": tag = index
      default: break
      }
    }
  }

  /// Reads a row. Returns `nil` if the object is deleted, an old version, or the marker of a folder.
  func entry(in bytes: ByteWindow) throws -> PathListEntry? {
    var object = ObjectTexts()
    var (names, isCurrent, isBlank) = ((bucket: [UInt8](), key: [UInt8]()), true, true)
    var (column, isLast) = (0, false)
    while !isLast {
      let field = try CSVListReader.field(bytes, keepsText: true)
      switch Optional(column) {
      case bucket: names.bucket = field.text
      case key: names.key = try Self.decoded(field.text)
      case isLatest: isCurrent = isCurrent && field.text != Array("false".utf8)
      case isDeleteMarker: isCurrent = isCurrent && field.text != Array("true".utf8)
      case size: object.size = String(decoding: field.text, as: UTF8.self)
      case modified: object.modified = String(decoding: field.text, as: UTF8.self)
      case tag: object.tag = String(decoding: field.text, as: UTF8.self)
      default: break
      }
      isBlank = isBlank && field.text.isEmpty
      (column, isLast) = (column + 1, field.isLast)
    }
    guard isCurrent, !isBlank else { return nil }
    return try ListOrigin.url(names.bucket, names.key).map(object.entry)
  }

  /// Decodes a key, in which bytes are percent-encoded and spaces may be plus signs.
  private static func decoded(_ text: [UInt8]) throws -> [UInt8] {
    let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    guard let key = FileURL.unescaped(spaced) else { throw PathListError(.noPath, line: nil) }
    return key
  }
}
