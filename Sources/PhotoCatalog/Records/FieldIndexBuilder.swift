import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Collects the values of photos for a `FieldIndex`, folder by folder.
struct FieldIndexBuilder {
  /// The approximate size in memory at which a part is omitted from the index, such as one of unique captions.
  private static let sizeLimit = 8 << 20
  /// The approximate size of a value in addition to its bytes.
  private static let sizeOfValue = 32

  private struct Values {
    var folders: [[UInt8]: FolderList] = [:]
    var size = 0
    var isComplete = true
  }

  /// The values by the number of the part.
  private var parts = Array(repeating: Values(), count: Int(UInt8.max) + 1)

  /// Returns the folders by value, or `nil` if a part is omitted.
  func folders(of part: FieldIndex.Part) -> [[UInt8]: FolderList]? {
    let values = parts[Int(part.number)]
    return values.isComplete ? values.folders : nil
  }

  /// Adds the photos of a folder.
  ///
  /// - Parameter folder: A folder with a higher number than those before it.
  mutating func add(_ folder: Int64, _ db: Database) throws {
    let find = try db.cachedStatement(sql: "SELECT path FROM folder WHERE id = ?")
    if let path = try StatementRow.first(of: find, arguments: [folder], { try $0.path(at: 0) }) {
      add(Array(Folder(path).name.utf8), of: .album, in: folder)
    }
    let select = try db.cachedStatement(sql: "SELECT name, record FROM main.photo WHERE folder = ?")
    let rows = try StatementRow.fetchCursor(select, arguments: [folder])
    while let row = try rows.next() {
      let name = Array(try row.shortBytes(at: 0))
      guard let record = FileRecord(row.bytes(at: 1), folder: folder, name: name) else {
        throw DatabaseError.damage
      }
      add(Self.withoutDigits(name), of: .name, in: folder)
      if let metadata = record.file.metadata?.complete { add(metadata, in: folder) }
    }
  }

  private static func withoutDigits(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in name where !byte.isDigit || result.last != UInt8(ascii: "0") {
      result.append(byte.isDigit ? UInt8(ascii: "0") : byte)
    }
    return result
  }

  mutating func add(_ metadata: PhotoMetadata, in folder: Int64) {
    if let camera = metadata.camera { add(Array(camera.name.utf8), of: .camera, in: folder) }
    if metadata.location != nil { add([1], of: .isLocated, in: folder) }
    metadata.values.forEachEncoded { add(Array($1), of: FieldIndex.Part($0), in: folder) }
  }

  private mutating func add(_ value: [UInt8], of part: FieldIndex.Part, in folder: Int64) {
    let index = Int(part.number)
    guard parts[index].isComplete else { return }
    let growth = parts[index].folders[value, default: FolderList()].append(folder)
    parts[index].size += growth.isFirst ? growth.size + value.count + Self.sizeOfValue : growth.size
    if parts[index].size > Self.sizeLimit { parts[index] = Values(isComplete: false) }
  }

  /// Writes the index to an empty table.
  func write(_ db: Database) throws {
    let insert = try db.cachedStatement(sql: "INSERT INTO fieldIndex (field, record) VALUES (?, ?)")
    for part in FieldIndex.Part.all {
      let values = folders(of: part)
      var output = RecordEncoder()
      output.append(values != nil)
      let sorted = (values ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
      for (value, folders) in sorted {
        output.append(bytes: value)
        output.append(bytes: folders.bytes)
      }
      output.append(
        output.bytes.withUnsafeBytes {
          FileRecord.checksum(of: $0[...], folder: Int64(part.number), name: [])
        })
      try insert.execute(arguments: [part.number, Data(output.bytes)])
    }
  }
}

/// Numbers of folders in ascending order, coded as their differences.
struct FolderList {
  private var differences = RecordEncoder(reserving: 0)
  private var last: Int64?

  init() {}

  init(_ bytes: [UInt8]) { differences.bytes = bytes }

  var bytes: [UInt8] { differences.bytes }

  /// Appends a folder, unless it is the last one.
  ///
  /// - Returns: Whether it is the first one, and the number of added bytes.
  mutating func append(_ folder: Int64) -> (isFirst: Bool, size: Int) {
    guard last != folder else { return (false, 0) }
    let (isFirst, count) = (last == nil, differences.bytes.count)
    differences.append(compact: UInt64(bitPattern: folder &- (last ?? 0)))
    last = folder
    return (isFirst, differences.bytes.count - count)
  }

  func folders() throws -> [Int64] {
    try differences.bytes.withUnsafeBytes { bytes in
      var (input, folders, last) = (RecordDecoder(bytes), [Int64](), Int64(0))
      while input.remaining > 0 {
        last &+= Int64(bitPattern: try input.compact())
        folders.append(last)
      }
      return folders
    }
  }
}
