import PhotoFiles

/// The rows of a folder in several catalogs, in order of name. Of several rows with one name, the one counts whose file
/// or sidecars changed last, and that of the last catalog if the times are equal.
struct MergedRows {
  /// A row, valid until `next()` is called again.
  struct Entry {
    /// The columns name and record.
    let row: StatementRow
    fileprivate(set) var name: UnsafeRawBufferPointer
    /// The folder in the catalog of the row.
    let place: CatalogScope.Place
    /// Whether the row is in the table of photos.
    let isPhoto: Bool
    fileprivate let rows: Statement

    /// Returns `true` if this row replaces another one of the same name.
    fileprivate func isNewer(than other: Entry) -> Bool {
      EntryAge(row.bytes(at: 1), in: place) > EntryAge(other.row.bytes(at: 1), in: other.place)
    }
  }

  /// A binary heap by name, the row that counts first.
  private var heap: [Entry] = []
  private var hasCurrent = false
  private var last: [UInt8] = []

  init(_ places: [CatalogScope.Place], _ dbs: [Connection]) throws {
    for place in places {
      let db = dbs[place.catalog]
      for table in [PhotoRow.withRecords, "otherFile"] {
        let rows = try db.rows(
          "SELECT name, record FROM \(table) WHERE folder = ? ORDER BY CAST(name AS BLOB)",
          [.integer(place.folder)])
        guard let row = try rows.next() else { continue }
        heap.append(
          Entry(
            row: row, name: try row.shortBytes(at: 0), place: place, isPhoto: table != "otherFile",
            rows: rows))
      }
    }
    for index in heap.indices.reversed() { sink(index) }
  }

  /// Returns the next row that counts, or `nil` at the end.
  mutating func next() throws -> Entry? {
    if hasCurrent {
      last.removeAll(keepingCapacity: true)
      last.append(contentsOf: heap[0].name)
      repeat { try advance() } while isLast(heap.first)
    }
    hasCurrent = !heap.isEmpty
    return heap.first
  }

  private func isLast(_ entry: Entry?) -> Bool {
    guard let entry else { return false }
    return last.withUnsafeBytes { Self.order(entry.name, $0) == 0 }
  }

  private mutating func advance() throws {
    if try heap[0].rows.next() != nil {
      heap[0].name = try heap[0].row.shortBytes(at: 0)
    } else {
      let end = heap.removeLast()
      if heap.isEmpty { return }
      heap[0] = end
    }
    sink(0)
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && precedes(child, first) {
        first = child
      }
      guard first != index else { return }
      heap.swapAt(index, first)
      index = first
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let order = Self.order(heap[left].name, heap[right].name)
    return order == 0 ? heap[left].isNewer(than: heap[right]) : order < 0
  }

  /// The order of names in an index (SQLite, "Datatypes In SQLite", 7).
  private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let left = left.baseAddress, let right = right.baseAddress {
      let order = memcmp(left, right, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}

/// The age of a row, by which one of several rows of a file counts.
struct EntryAge: Comparable {
  private let change: FileStatus.Time?
  private let catalog: Int

  init(_ record: UnsafeRawBufferPointer, in place: CatalogScope.Place) {
    change = FileRecord.lastChange(record)
    catalog = place.catalog
  }

  static func < (left: EntryAge, right: EntryAge) -> Bool { left.key < right.key }

  /// A record of another version is the oldest.
  private var key: (Int64, Int32, Int) { (change?.seconds ?? .min, change?.nanoseconds ?? 0, catalog) }

  /// Whether a row of another catalog counts instead of a row of a folder.
  ///
  /// - Parameter places: The rows of the folder.
  static func isSuperseded(
    _ row: StatementRow, in place: CatalogScope.Place, of places: [CatalogScope.Place], _ dbs: [Connection]
  ) throws -> Bool {
    guard places.count > 1 else { return false }
    let name = SQLiteValue(path: Array(try row.shortBytes(at: 0)))
    let age = EntryAge(row.bytes(at: 1), in: place)
    for other in places where other.catalog != place.catalog {
      for table in [PhotoRow.withRecords, "otherFile"] {
        let found = try dbs[other.catalog].first(
          "SELECT record FROM \(table) WHERE folder = ? AND name = ?", [.integer(other.folder), name]
        ) { EntryAge($0.bytes(at: 0), in: other) }
        if let found, found > age { return true }
      }
    }
    return false
  }
}
