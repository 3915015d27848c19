import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folders of a catalog by the values of their photos: an inverted index.
///
/// It is rebuilt when a quarter of the photos are in folders that changed since; until then, such a folder may contain any value.
struct FieldIndex {
  /// A field in the index.
  struct Part {
    /// The number in the table; `MetadataField` numbers header fields.
    let number: UInt8
    let kind: FieldKind

    static let camera = Part(number: 0, kind: .text)
    /// The name of the folder.
    static let album = Part(number: 0xFD, kind: .text)
    /// The file names with a zero for each run of digits, so that numbered files have few names.
    static let name = Part(number: 0xFE, kind: .text)
    /// Set for photos that may be named by their coordinates.
    static let isLocated = Part(number: 0xFF, kind: .flag)

    static let all = [camera, album, name, isLocated] + MetadataField.allCases.map(Part.init)
  }

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns the folders that may contain matching photos, or `nil` if every folder may.
  func folders(_ condition: AssetCondition) throws -> Set<Int64>? {
    try indexedFolders(condition)?.union(unindexedFolders())
  }

  /// Returns the values of a field, each with its folders and possibly more. Returns `nil` if the field isn't indexed.
  func values(of field: AssetField) throws -> [FieldValue: [Int64]]? {
    var values: [FieldValue: [Int64]] = [:]
    guard let part = Part(field), try forEachValue(of: part, { values[$0] = try $1() }) else { return nil }
    var builder = FieldIndexBuilder()
    for folder in try unindexedFolders().sorted() { try builder.add(folder, db) }
    guard let others = builder.folders(of: part) else { return nil }
    for (bytes, list) in others {
      let value = bytes.withUnsafeBytes { FieldValue($0, part.kind) }
      if let value { values[value, default: []] += try list.folders() }
    }
    return values
  }

  private func unindexedFolders() throws -> Set<Int64> {
    try Int64.fetchSet(db.cachedStatement(sql: "SELECT folder FROM unindexed"))
  }

  /// Returns the indexed folders that may contain matching photos, or `nil` if every folder may.
  private func indexedFolders(_ condition: AssetCondition) throws -> Set<Int64>? {
    switch condition {
    case .all(let conditions):
      try conditions.reduce(nil) { known, next in
        guard let folders = try indexedFolders(next) else { return known }
        return known?.intersection(folders) ?? folders
      }
    case .any(let conditions):
      try conditions.reduce([]) { known, next in
        guard let known, let folders = try indexedFolders(next) else { return nil }
        return known.union(folders)
      }
    case .test(let test) where test.field == .date: try folders(of: test.values)
    case .test(let test):
      // A photo without a value isn't in the index.
      test.values.contains(.none)
        ? nil : try Part(test.field).flatMap { try folders(of: [$0], where: test.matches) }
    case .words(let test): try folders(of: test)
    case .not, .near, .trait: nil
    }
  }

  /// Returns the folders with dates in some ranges, by the sums in their rows.
  private func folders(of dates: [ValueTest]) throws -> Set<Int64>? {
    let find = try db.cachedStatement(
      sql: "SELECT id FROM folder WHERE other > 0 OR (first <= ? AND last >= ?)")
    var folders = Set<Int64>()
    for test in dates {
      guard case .dates(let range) = test else { return nil }
      folders.formUnion(
        try Int64.fetchSet(find, arguments: [range.last?.seconds ?? .max, range.first?.seconds ?? .min]))
    }
    return folders
  }

  private func folders(of words: WordTest) throws -> Set<Int64>? {
    // The index contains no digits of file names.
    guard !words.text.folded.contains(where: \.isDigit) else { return nil }
    let parts = [Part.camera, .album, .name] + WordTest.headerFields.map(Part.init)
    guard let matching = try folders(of: parts, where: words.matches),
      let located = try folders(of: [.isLocated], where: { _ in true })
    else { return nil }
    return matching.union(located)
  }

  /// Returns the folders of photos with a value that meets a condition, or `nil` if a part isn't indexed.
  private func folders(of parts: [Part], where isWanted: (FieldValue) -> Bool) throws -> Set<Int64>? {
    var folders = Set<Int64>()
    for part in parts {
      let isIndexed = try forEachValue(of: part) { value, list in
        if isWanted(value) { folders.formUnion(try list()) }
      }
      guard isIndexed else { return nil }
    }
    return folders
  }

  /// Calls `body` with each value, and a function that returns its folders in ascending order.
  ///
  /// - Returns: `false` if the part isn't indexed.
  private func forEachValue(
    of part: Part, _ body: (FieldValue, _ folders: () throws -> [Int64]) throws -> Void
  ) throws -> Bool {
    let find = try db.cachedStatement(sql: "SELECT record FROM fieldIndex WHERE field = ?")
    return try StatementRow.first(of: find, arguments: [part.number]) {
      try Self.forEachValue(of: part, in: $0.bytes(at: 0), body)
    } ?? false
  }

  private static func forEachValue(
    of part: Part, in record: UnsafeRawBufferPointer,
    _ body: (FieldValue, _ folders: () throws -> [Int64]) throws -> Void
  ) throws -> Bool {
    guard FileRecord.isWhole(record, folder: Int64(part.number), name: []) else { throw DatabaseError.damage }
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: record.dropLast(8)))
    do {
      guard try input.integer(UInt8.self) != 0 else { return false }
      while input.remaining > 0 {
        guard let value = FieldValue(try input.part(), part.kind) else { throw DatabaseError.damage }
        let folders = try input.data()
        try body(value) { try FolderList(folders).folders() }
      }
    } catch is RecordDamage {
      throw DatabaseError.damage
    }
    return true
  }
}

extension FieldIndex.Part {
  init(_ field: MetadataField) { self.init(number: field.rawValue, kind: field.kind) }

  /// Returns `nil` if the values of a field aren't indexed.
  init?(_ field: AssetField) {
    switch field {
    case .camera: self = .camera
    case .album: self = .album
    default:
      // The names of places depend on data outside of the catalog.
      guard !field.namesPlaces, let field = MetadataField.allCases.first(where: { $0.key == field.name })
      else {
        return nil
      }
      self.init(field)
    }
  }
}

extension FieldIndex {
  /// Notes that the photos of a folder changed.
  static func noteChange(of folder: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO unindexed (folder) VALUES (?)").execute(arguments: [
      folder
    ])
  }

  /// Builds the index if a quarter of the photos or more are in folders that changed since.
  static func update(_ db: Database) throws {
    let changed = "SELECT coalesce(sum(count), 0) FROM unindexed JOIN folder ON id = unindexed.folder"
    let count = try Int.fetchOne(db, sql: changed) ?? 0
    if count > 0, try count >= CatalogSchema.photoCount(db) / 4 { try build(db) }
  }

  /// Builds the index from all records.
  static func build(_ db: Database) throws {
    var builder = FieldIndexBuilder()
    for folder in try Int64.fetchAll(db, sql: "SELECT id FROM folder WHERE count > 0 ORDER BY id") {
      try builder.add(folder, db)
      try Task.checkCancellation()
    }
    try db.execute(sql: "DELETE FROM unindexed; DELETE FROM fieldIndex")
    try builder.write(db)
  }
}
