import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// What in a row decides the groups of its photo: photos with the same key stand in the same groups.
///
/// So one photo of each key is asked for its groups, and the record of no other is opened. If nothing is known to decide
/// them, each photo has a key of its own.
struct GroupKey {
  /// The key of a row, `nil` for rows that lack what decides.
  let read: (PhotoRow) -> Int64?

  /// The keys for a grouping, on the clocks of the one who asks.
  init(_ grouping: AssetQuery.Grouping, _ clocks: LibraryClocks) {
    func fact(_ fact: PhotoFacts.Fact) -> (PhotoRow) -> Int64? { { $0.facts.integer(fact) } }
    func period(_ period: DateGrouping.Period) -> (PhotoRow) -> Int64? {
      let grouping = DateGrouping(period)
      return { $0.wallTime(clocks).map { grouping.bucket(of: $0) } }
    }
    func round(_ round: ClockGrouping.Round) -> (PhotoRow) -> Int64? {
      let grouping = ClockGrouping(round)
      return { $0.wallTime(clocks).map { Int64(grouping.bucket(of: $0)) } }
    }
    read =
      switch grouping {
      case .all: { _ in 0 }
      case .year: period(.year)
      case .month: period(.month)
      case .week: period(.week)
      case .day: period(.day)
      case .hour: period(.hour)
      case .weekday: round(.weekday)
      case .hourOfDay: round(.hourOfDay)
      case .album: \.folder
      case .camera: fact(.camera)
      case .format: fact(.fileType)
      case .field(let field): Self.key(of: field, clocks)
      }
  }

  private static func key(of field: AssetField, _ clocks: LibraryClocks) -> (PhotoRow) -> Int64? {
    if let fact = PhotoFacts.number(of: field) {
      switch field.kind {
      case .integer: return { row in row.facts.integer(fact).map { number(Double($0), field.unit) } }
      case .number: return { row in row.facts.number(fact).map { number($0, field.unit) } }
      case .text, .list, .regions, .flag: return { $0.facts.integer(fact) }
      case .date: break
      }
    }
    switch field {
    case .date: return { row in row.writtenTime(clocks)?.dayNumber }
    case .modified: return { row in row.facts.integer(.modified).map { CivilTime(seconds: $0).dayNumber } }
    case .album, .directory: return \.folder
    case .fileExtension: return suffixes()
    default: return unique()
    }
  }

  /// A number as coarse as groups tell it apart.
  private static func number(_ number: Double, _ unit: FieldUnit?) -> Int64 {
    Int64(bitPattern: (unit?.rounded(number) ?? number).bitPattern)
  }

  /// Short extensions are keys themselves.
  private static func suffixes() -> (PhotoRow) -> Int64? {
    let unique = unique()
    return { row in
      let name = row.name.bindMemory(to: UInt8.self)
      let suffix = name.dropFirst(FileName.stem(of: name).count + 1)
      guard suffix.count < 8 else { return unique(row) }
      return suffix.reduce(1) { $0 << 8 | Int64($1) }
    }
  }

  /// Keys that no other photo has: below all that `suffixes` makes.
  private static func unique() -> (PhotoRow) -> Int64? {
    var last = Int64.min
    return { _ in
      last += 1
      return last
    }
  }
}
