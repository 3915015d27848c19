import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The number and size of the photos in a folder by format, camera and day, coded as bytes with a checksum.
///
/// It omits photos that are hidden, have a UTC date or have several paths, since options decide whether and when they count.
enum FolderTally {
  typealias Tally = AssetStatistics.Tally

  /// A format, and a row of the table `camera`.
  struct Kind: Hashable {
    let format: PhotoFormat
    let camera: Int64?

    /// A camera rarely writes several formats, and hashing the name of a format takes longer than all else.
    func hash(into hasher: inout Hasher) { hasher.combine(camera) }
  }

  /// Calls `body` with the tally of each kind and day, the days of a kind in succession.
  ///
  /// - Parameter body: The day is the number of days since 1970-01-01; `nil` for photos without a date.
  /// - Throws: `DatabaseError` if the tally is corrupt, or if it is missing and the folder contains photos.
  static func read(
    _ folder: Int64, _ db: Database, _ body: (Kind, _ day: Int32?, Tally) throws -> Void
  ) throws {
    // Folders without photos, such as ancestors, have no tally.
    let find = try db.cachedStatement(
      sql: "SELECT record FROM folder LEFT JOIN tally ON folder = id WHERE id = ? AND count > 0")
    try StatementRow.first(of: find, arguments: [folder]) { try read(folder, $0.bytes(at: 0), body) }
  }

  private static func read(
    _ folder: Int64, _ record: UnsafeRawBufferPointer, _ body: (Kind, _ day: Int32?, Tally) throws -> Void
  ) throws {
    guard FileRecord.isWhole(record, folder: folder, name: []) else { throw DatabaseError.damage }
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: record.dropLast(8)))
    do {
      guard try input.integer(UInt8.self) == version else { throw DatabaseError.damage }
      var last: (bytes: UnsafeRawBufferPointer, format: PhotoFormat)?
      while input.remaining > 0 {
        let bytes = try input.part()
        let known = last.flatMap { $0.bytes.elementsEqual(bytes) ? $0.format : nil }
        guard let format = known ?? PhotoFormat(rawValue: String(decoding: bytes, as: UTF8.self)) else {
          throw DatabaseError.damage
        }
        last = (bytes, format)
        let camera = Int64(bitPattern: try input.compact())
        let kind = Kind(format: format, camera: camera == noCamera ? nil : camera)
        for _ in 0..<(try input.count()) {
          let day = try input.integer(Int32.self)
          var tally = Tally()
          tally.count = Int(truncatingIfNeeded: try input.compact() & UInt64(UInt32.max))
          tally.fileSize = Int64(clamping: try input.compact())
          try body(kind, day == noDay ? nil : day, tally)
        }
      }
    } catch is RecordDamage {
      throw DatabaseError.damage
    }
  }

  /// Updates the sums in the row of a folder, and its tally.
  static func update(_ folder: Int64, _ db: Database) throws {
    let select = try db.cachedStatement(
      sql: """
        SELECT isShared, \(CatalogSchema.isOther), format, camera, date, size FROM main.photo WHERE folder = ?
        """)
    var (count, shared, other) = (0, 0, 0)
    var dates: ClosedRange<Int64>?
    var days: [Kind: [Int32: Tally]] = [:]
    let rows = try StatementRow.fetchCursor(select, arguments: [folder])
    while let row = try rows.next() {
      count += 1
      let isShared = try row.number(at: 0) != 0
      if isShared { shared += 1 }
      guard try row.number(at: 1) == 0 else {
        other += 1
        continue
      }
      let date = try row.numberOrNull(at: 4)
      if let date { dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date) }
      guard !isShared else { continue }
      guard let format = PhotoFormat(rawValue: try row.text(at: 2)),
        let day = date.map({ Int32(exactly: CivilTime(seconds: $0).dayNumber) }) ?? noDay
      else { throw DatabaseError.damage }
      let kind = Kind(format: format, camera: try row.numberOrNull(at: 3))
      days[kind, default: [:]][day, default: Tally()].add(Tally(fileSize: try row.number(at: 5)))
    }
    try db.cachedStatement(
      sql: "UPDATE folder SET (count, shared, other, first, last) = (?, ?, ?, ?, ?) WHERE id = ?"
    ).execute(arguments: [count, shared, other, dates?.lowerBound, dates?.upperBound, folder])
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO tally (folder, record) VALUES (?, ?)")
      .execute(arguments: [folder, Data(encoded(days, of: folder))])
  }

  private static func encoded(_ days: [Kind: [Int32: Tally]], of folder: Int64) -> [UInt8] {
    var output = RecordEncoder()
    output.append(version)
    // Merged catalogs with equal photos have equal bytes.
    for (kind, days) in days.sorted(by: { $0.key.order < $1.key.order }) {
      output.append(kind.format.rawValue)
      output.append(compact: UInt64(bitPattern: kind.camera ?? noCamera))
      output.append(count: days.count)
      for (day, tally) in days.sorted(by: { $0.key < $1.key }) {
        output.append(day)
        output.append(count: tally.count)
        output.append(compact: UInt64(bitPattern: tally.fileSize))
      }
    }
    output.append(output.bytes.withUnsafeBytes { FileRecord.checksum(of: $0[...], folder: folder, name: []) })
    return output.bytes
  }

  private static let version: UInt8 = 1
  /// SQLite's identifiers of rows start at 1.
  private static let noCamera: Int64 = 0
  private static let noDay = Int32.min
}

extension FolderTally.Kind {
  fileprivate var order: (String, Int64) { (format.rawValue, camera ?? 0) }
}
