import GRDB
import PhotoFormats
import PhotoLibrary

/// What rows tell of the photos that a query shows: all of these pass, and others only if the query has a predicate.
struct PhotoQuestion {
  /// What SQL asks of each row.
  let program: PhotoProgram
  private let condition: PhotoCondition
  /// The formats that can pass.
  let formats: [PhotoFormat]
  /// The seconds between which the column `date` can lie, wall-clock or universal; `nil` if any or no date will do.
  let dateBounds: ClosedRange<Int64>?
  /// How the values of fields were understood.
  let notes: [String]

  /// The question of a query about folders, which are all that the catalog knows or some.
  ///
  /// - Throws: `ConditionReader.UnknownField`, and `DatabaseError` if the catalog is damaged.
  init(_ query: AssetQuery, _ scope: CatalogScope, _ clocks: LibraryClocks, _ db: Database) throws {
    // Empty groups are made of what is left out. Which of two copies is shown is settled before anything else is looked
    // at, and whether there is such an album.
    let isOpen = query.keepsEmptyGroups || query.isUnique || query.album != nil
    let asked = isOpen ? AssetCondition.all([]) : query.kindsAndCondition
    formats = PhotoFormat.allCases.filter { asked.outlook(for: $0).isPossible }
    let dates = query.keepsEmptyGroups || query.album != nil ? DateLimitsFilter() : query.dates
    let bounds = AssetCondition.intersection(dates.seconds, asked.dateSeconds)
    dateBounds = bounds?.inAllZones
    let folders = scope.folders.mapValues(\.folder)
    var reader = ConditionReader(db, folders: folders, clocks: clocks)
    var parts = [try reader.condition(asked)]
    if dates != DateLimitsFilter() {
      parts.insert(.test(DateTest(clocks) { $0.map(dates.includes) ?? false }), at: 0)
    }
    if scope.count < scope.knownCount {
      var asked = IdentifierSet()
      for id in folders.keys { try asked.insert(id) }
      parts.insert(.test(FolderTest(asked)), at: 0)
    }
    condition = .all(parts)
    program = PhotoProgram(condition)
    notes = reader.notes
  }

  /// What SQL asks of each row, and one thing more of those that pass.
  func program(_ last: PhotoTest) -> PhotoProgram { PhotoProgram(.all([condition, .test(last)])) }
}

extension AssetQuery {
  /// The kinds and the condition in one.
  fileprivate var kindsAndCondition: AssetCondition {
    func any(_ kinds: Set<AssetKind>) -> AssetCondition { .any(kinds.map { .trait(.kind($0)) }) }
    var parts: [AssetCondition] = kinds.included.isEmpty ? [] : [any(kinds.included)]
    if !kinds.excluded.isEmpty { parts.append(.not(any(kinds.excluded))) }
    if let condition { parts.append(condition) }
    return .all(parts)
  }
}

extension DateLimitsFilter {
  /// True if a time of the wall clock lies between the limits.
  fileprivate func includes(_ time: CivilTime) -> Bool {
    (since.map { $0 <= time } ?? true) && (until.map { $0 >= time } ?? true)
  }

  /// The seconds of the wall clock between the limits; `nil` if there are none.
  fileprivate var seconds: ClosedRange<Int64>? {
    self == DateLimitsFilter() ? nil : .init(since?.seconds, until?.seconds)
  }
}

// MARK: - What a condition tells beforehand

extension AssetCondition {
  /// Whether it can hold for photos of a format, and whether it does in any case.
  fileprivate func outlook(for format: PhotoFormat) -> (isPossible: Bool, isCertain: Bool) {
    switch self {
    case .all(let conditions):
      let all = conditions.map { $0.outlook(for: format) }
      return (all.allSatisfy(\.isPossible), all.allSatisfy(\.isCertain))
    case .any(let conditions):
      let all = conditions.map { $0.outlook(for: format) }
      return (all.contains(where: \.isPossible), all.contains(where: \.isCertain))
    case .not(let condition):
      let outlook = condition.outlook(for: format)
      return (!outlook.isCertain, !outlook.isPossible)
    case .trait(.kind(let kind)): return kind.outlook(for: format)
    case .trait, .test, .words, .near: return (true, false)
    }
  }

  /// The seconds of the wall clock between which it can hold; `nil` if any or no date will do.
  fileprivate var dateSeconds: ClosedRange<Int64>? {
    switch self {
    case .all(let conditions):
      return conditions.map(\.dateSeconds).reduce(nil) { Self.intersection($0, $1) }
    case .any(let conditions): return .union(conditions.map(\.dateSeconds))
    case .test(let test) where test.field == .date: return test.dateSeconds
    case .test, .not, .words, .near, .trait: return nil
    }
  }

  /// What lies in both ranges; one number if nothing does.
  fileprivate static func intersection(
    _ left: ClosedRange<Int64>?, _ right: ClosedRange<Int64>?
  ) -> ClosedRange<Int64>? {
    guard let left, let right else { return left ?? right }
    return ClosedRange(max(left.lowerBound, right.lowerBound), min(left.upperBound, right.upperBound))
  }
}

extension AssetKind {
  /// Whether assets of a format can be of this kind, and whether all are.
  fileprivate func outlook(for format: PhotoFormat) -> (isPossible: Bool, isCertain: Bool) {
    switch self {
    case .screenshot, .damaged: return (true, false)
    case .format(let wanted): return (format == wanted, format == wanted)
    case .photo, .video:
      let types = PhotoFileType.allCases.filter { $0.format == format }
      let wanted: MediaType = self == .video ? .video : .image
      return (types.contains { $0.mediaType == wanted }, types.allSatisfy { $0.mediaType == wanted })
    }
  }
}
