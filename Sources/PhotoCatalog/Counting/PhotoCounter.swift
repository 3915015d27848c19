import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Counts the rows that a statement shows it, by what decides the groups of their photos.
///
/// SQL calls it for each of a million rows: it counts inside the call, so that no row leaves the statement, and opens
/// no record. `result` then asks one photo of each key for its groups.
final class PhotoCounter: RowFunction {
  /// A photo that has a key.
  private struct Example {
    let folder: Int64
    let name: ColumnBytes
  }

  /// The keys by one grouping in the order in which they were seen.
  private struct Keys {
    let key: GroupKey
    private(set) var examples: [Example] = []
    private var numbers: [Int64?: Int] = [:]
    /// Rows stand in the order of dates, so that the key is often the one before.
    private var last: (key: Int64?, number: Int)?

    init(_ key: GroupKey) { self.key = key }

    /// The number of a row's key.
    mutating func number(of row: PhotoRow) -> Int {
      let key = key.read(row)
      if let last, last.key == key { return last.number }
      let number = numbers[key] ?? add(key, row)
      last = (key, number)
      return number
    }

    private mutating func add(_ key: Int64?, _ row: PhotoRow) -> Int {
      let number = examples.count
      numbers[key] = number
      examples.append(Example(folder: row.folder, name: ColumnBytes(Array(row.name))))
      return number
    }
  }

  /// The numbers of a row's keys.
  private struct Place: Hashable {
    let row: Int
    let column: Int
  }

  private let program: PhotoProgram
  private let includesHidden: Bool
  private var rows: Keys
  private var columns: Keys?
  private var places: [Place: Int] = [:]
  private var tallies: [(place: Place, tally: AssetStatistics.Tally)] = []

  override var call: String { PhotoRow.call(Set(PhotoRow.Column.allCases)) }

  /// Counts by one grouping or two the photos that pass.
  ///
  /// - Parameter clocks: the clocks of the one who asks.
  init?(
    _ groupings: [AssetQuery.Grouping], passing program: PhotoProgram, includesHidden: Bool,
    _ clocks: LibraryClocks
  ) {
    guard let first = groupings.first else { return nil }
    (self.program, self.includesHidden) = (program, includesHidden)
    rows = Keys(GroupKey(first, clocks))
    columns = groupings.dropFirst().first.map { Keys(GroupKey($0, clocks)) }
  }

  /// Counts a row that passes; it need not be shown to anyone else.
  override func passes(_ values: RowValues) -> Bool {
    guard program.passes(values) else { return false }
    let row = PhotoRow(values)
    guard includesHidden || row.name.first != UInt8(ascii: ".") else { return false }
    let tally = AssetStatistics.Tally(fileSize: row.facts.integer(.size) ?? 0)
    let place = Place(row: rows.number(of: row), column: columns?.number(of: row) ?? 0)
    // By one grouping, keys and tallies have the same numbers.
    let index = columns == nil ? place.row : places[place] ?? tallies.count
    if index < tallies.count {
      tallies[index].tally.add(tally)
    } else {
      if columns != nil { places[place] = index }
      tallies.append((place, tally))
    }
    return false
  }

  /// Adds what was counted to a counter.
  ///
  /// - Throws: `DatabaseError` if the catalog is damaged.
  func report(to counter: inout AssetCounter, _ asset: AssetLoading) throws {
    func combinations(_ keys: Keys, _ index: Int) throws -> [Int] {
      try keys.examples.map { example in
        counter.combination(of: try asset(example.name, example.folder), by: index)
      }
    }
    let found = (rows: try combinations(rows, 0), columns: try columns.map { try combinations($0, 1) })
    for (place, tally) in tallies {
      counter.add([found.rows[place.row]] + (found.columns.map { [$0[place.column]] } ?? []), tally)
    }
  }

  /// Loads the asset of a name in a folder.
  typealias AssetLoading = (ColumnBytes, Int64) throws -> Asset
}
