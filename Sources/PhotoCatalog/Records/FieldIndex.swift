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
/// Merging catalogs writes it. It applies until the catalog changes.
struct FieldIndex {
  /// The number of the camera's name; `MetadataField` numbers the other fields.
  private static let camera: UInt8 = 0
  /// The largest number of values of a field. A field with more values, such as a serial number, isn't indexed.
  private static let valueLimit = 1 << 16

  private let db: Database

  /// Returns `nil` if the catalog has no index, or if it has changed since.
  init?(_ db: Database) throws {
    let applies = "SELECT EXISTS (SELECT 1 FROM fieldIndex JOIN revision ON number = fieldIndex.revision)"
    guard try CatalogSchema.hasFieldIndex(db), try Bool.fetchOne(db, sql: applies) == true else { return nil }
    self.db = db
  }

  /// Returns the folders that may contain matching photos, or `nil` if every folder may.
  func folders(_ condition: AssetCondition) throws -> Set<Int64>? {
    switch condition {
    case .all(let conditions):
      try conditions.reduce(nil) { known, next in
        guard let folders = try folders(next) else { return known }
        return known?.intersection(folders) ?? folders
      }
    case .any(let conditions):
      try conditions.reduce([]) { known, next in
        guard let known, let folders = try folders(next) else { return nil }
        return known.union(folders)
      }
    case .test(let test):
      // A photo without a value isn't in the index.
      test.values.contains(.none) ? nil : try folders(of: test.field, where: test.matches)
    case .not, .words, .near, .trait: nil
    }
  }

  /// Returns the folders of photos with a value that meets a condition, or `nil` if the field isn't indexed.
  private func folders(of field: AssetField, where isWanted: (FieldValue) -> Bool) throws -> Set<Int64>? {
    var folders = Set<Int64>()
    let isIndexed = try forEachValue(of: field) { value, list in
      if isWanted(value) { folders.formUnion(try list()) }
    }
    return isIndexed ? folders : nil
  }

  /// Calls `body` with each value of a field, and a function that returns its folders in ascending order.
  ///
  /// - Returns: `false` if the field isn't indexed.
  func forEachValue(
    of field: AssetField, _ body: (FieldValue, _ folders: () throws -> [Int64]) throws -> Void
  ) throws -> Bool {
    guard let number = Self.number(of: field) else { return false }
    let find = try db.cachedStatement(sql: "SELECT record FROM fieldIndex WHERE field = ?")
    let rows = try StatementRow.fetchCursor(find, arguments: [number])
    guard let record = try rows.next()?.bytes(at: 0) else { return false }
    guard FileRecord.isWhole(record, folder: Int64(number), name: []) else { throw DatabaseError.damage }
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: record.dropLast(8)))
    do {
      guard try input.integer(UInt8.self) != 0 else { return false }
      while input.remaining > 0 {
        guard let value = FieldValue(try input.part(), field.kind) else { throw DatabaseError.damage }
        let folders = RecordDecoder(try input.part())
        try body(value) { try Self.decoded(folders) }
      }
    } catch is RecordDamage {
      throw DatabaseError.damage
    }
    return true
  }

  /// Returns the numbers whose differences are coded.
  private static func decoded(_ differences: RecordDecoder) throws(RecordDamage) -> [Int64] {
    var (input, folders, last) = (differences, [Int64](), Int64(0))
    while input.remaining > 0 {
      last &+= Int64(bitPattern: try input.compact())
      folders.append(last)
    }
    return folders
  }

  /// Returns the number of a field, or `nil` if its values aren't indexed.
  private static func number(of field: AssetField) -> UInt8? {
    if field == .camera { return camera }
    // The names of places depend on data outside of the catalog.
    guard !field.namesPlaces else { return nil }
    return MetadataField.allCases.first { $0.key == field.name }?.rawValue
  }
}

extension FieldIndex {
  /// Collects the values of photos, folder by folder.
  struct Builder {
    /// The folders by value, in ascending order; `nil` for a field with too many values.
    private var fields: [[[UInt8]: [Int64]]?] = Array(repeating: [:], count: Int(UInt8.max) + 1)

    /// Adds a photo.
    ///
    /// - Parameter folder: The number of its folder, at least that of the photo before.
    mutating func add(_ metadata: PhotoMetadata, in folder: Int64) {
      if let camera = metadata.camera {
        add(FieldValue.text(CameraName(camera).name).encoded, of: FieldIndex.camera, in: folder)
      }
      metadata.values.forEachEncoded { add(Array($1), of: $0.rawValue, in: folder) }
    }

    private mutating func add(_ value: [UInt8], of field: UInt8, in folder: Int64) {
      let index = Int(field)
      guard fields[index] != nil else { return }
      let last = fields[index]?[value]?.last
      guard last != folder else { return }
      fields[index]?[value, default: []].append(folder)
      if last == nil, (fields[index]?.count ?? 0) > FieldIndex.valueLimit { fields[index] = nil }
    }

    /// Writes the index of a complete catalog.
    func write(_ db: Database) throws {
      try CatalogSchema.makeFieldIndex(db)
      let insert = try db.cachedStatement(
        sql: "INSERT INTO fieldIndex (field, revision, record) SELECT ?, number, ? FROM revision")
      for number in [FieldIndex.camera] + MetadataField.allCases.map(\.rawValue) {
        let values = fields[Int(number)]
        var output = RecordEncoder()
        output.append(values == nil ? 0 : 1 as UInt8)
        let sorted = (values ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (value, folders) in sorted {
          output.append(bytes: value)
          var differences = RecordEncoder()
          var last: Int64 = 0
          for folder in folders {
            differences.append(compact: UInt64(folder - last))
            last = folder
          }
          output.append(bytes: differences.bytes)
        }
        output.append(
          output.bytes.withUnsafeBytes { FileRecord.checksum(of: $0[...], folder: Int64(number), name: []) })
        try insert.execute(arguments: [number, Data(output.bytes)])
      }
    }
  }
}
