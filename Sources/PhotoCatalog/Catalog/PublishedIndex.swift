import PhotoFiles
import PhotoFormats
import SystemPackage

/// The list of the published catalogs of a folder, a JSON file.
///
///     {"version":1,"catalogs":[
///     {"name":"catalog-00c1ee1a8b7e6f31.sqlite","size":1048576,"photos":4096,"checksum":"00c1ee1a8b7e6f31",
///     "hash":"53c2b3a0e01f0a56","modulus":16}
///     ]}
struct PublishedIndex: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    let name: String
    /// Bytes.
    let size: Int64
    let photos: Int64
    let checksum: UInt64
    let residue: PathResidue?
  }

  static let name = "index.json"
  private static let version = "1"
  /// The maximum size of an index in bytes, and of its catalogs.
  private static let sizeLimit = 4 << 20
  static let entryLimit = 10_000

  /// The catalogs in order of publication.
  private(set) var entries: [Entry] = []

  init() {}

  /// Adds a catalog. Returns `false` if the index contains it.
  mutating func add(_ entry: Entry) -> Bool {
    guard !entries.contains(where: { $0.name == entry.name }) else { return false }
    entries.append(entry)
    return true
  }

  /// Whether a file starts like an index.
  static func isIndex(_ path: FilePath) throws -> Bool {
    guard try FileStatus(path).kind == .regular else { return false }
    let file = try OpenFile(path)
    let window = ByteWindow(try file.content())
    // The bytes belong to the window.
    return try withExtendedLifetime((file, window)) {
      try window.look(1).prefix(64).first { !ByteWindow.isBlank($0) } == UInt8(ascii: "{")
    }
  }

  /// Reads an index. Returns `nil` if the file doesn't exist.
  ///
  /// - Throws: `CatalogUnavailable` if it is invalid; `Errno`.
  init?(contentsOf path: FilePath) throws {
    do {
      try self.init(OpenFile(path), path)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  /// Reads an index.
  ///
  /// - Parameter path: The path for the error message.
  /// - Throws: `CatalogUnavailable` if it is invalid; `Errno`.
  init(_ file: OpenFile, _ path: FilePath) throws {
    let bytes = try withExtendedLifetime(file) { () throws(Errno) in
      try file.content().readAll(limit: Self.sizeLimit + 1)
    }
    guard bytes.count <= Self.sizeLimit, let index = try? PublishedIndex(bytes) else {
      throw CatalogUnavailable("\(path.string) is not a valid index of catalogs")
    }
    self = index
  }

  init(_ bytes: [UInt8]) throws {
    var json = JSONReader(bytes)
    var (entries, isKnown) = ([Entry](), false)
    try json.members { key, json in
      switch key {
      case "version": isKnown = try json.text() == Self.version
      case "catalogs":
        try json.elements { json in
          guard entries.count < Self.entryLimit else { throw ByteWindow.Failure.malformed }
          entries.append(try Self.entry(&json))
        }
      default: try json.skipValue()
      }
    }
    try json.end()
    guard isKnown else { throw ByteWindow.Failure.malformed }
    self.entries = entries
  }

  private static func entry(_ json: inout JSONReader) throws -> Entry {
    var values: [String: String] = [:]
    try json.members { key, json in
      if ["name", "size", "photos", "checksum", "hash", "modulus"].contains(key) {
        values[key] = try json.text()
      } else {
        try json.skipValue()
      }
    }
    guard let text = values["checksum"], let checksum = UInt64(text, radix: 16),
      values["name"] == PublishedIndex.name(checksum), let size = values["size"].flatMap({ Int64($0) }),
      size > 0,
      let photos = values["photos"].flatMap({ Int64($0) }), photos >= 0
    else { throw ByteWindow.Failure.malformed }
    var residue: PathResidue?
    if let hash = values["hash"].flatMap({ UInt64($0, radix: 16) }),
      let modulus = values["modulus"].flatMap({ UInt64($0) })
    {
      residue = PathResidue(hash: hash, modulus: modulus)
    }
    return Entry(
      name: PublishedIndex.name(checksum), size: size, photos: photos, checksum: checksum, residue: residue)
  }

  /// The bytes of the file. Names need no escapes.
  var bytes: [UInt8] {
    let lines = entries.map { entry in
      "{\"name\":\"\(entry.name)\",\"size\":\(entry.size),\"photos\":\(entry.photos),"
        + "\"checksum\":\"\(PublishedIndex.digits(entry.checksum))\"\(Self.members(entry.residue))}"
    }
    return Array("{\"version\":\(Self.version),\"catalogs\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
  }

  private static func members(_ residue: PathResidue?) -> String {
    residue.map { ",\"hash\":\"\(digits($0.hash))\",\"modulus\":\($0.modulus)" } ?? ""
  }
}

// MARK: - Names

extension PublishedIndex {
  private static let start = "catalog-"
  private static let end = ".sqlite"

  static func digits(_ checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The name of the catalog with a checksum.
  static func name(_ checksum: UInt64) -> String { start + digits(checksum) + end }

  /// Returns `true` if a file has the name of a published catalog.
  static func isName(_ file: FilePath) -> Bool {
    guard let name = file.lastComponent?.string, name.hasPrefix(start), name.hasSuffix(end) else {
      return false
    }
    let digits = name.dropFirst(start.count).dropLast(end.count)
    return UInt64(digits, radix: 16).map { Self.name($0) == name } ?? false
  }
}
