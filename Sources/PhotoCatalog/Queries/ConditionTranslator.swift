import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Translates conditions to SQL for the photos of one catalog.
struct ConditionTranslator {
  private let db: Connection
  /// The folders of the query with rows in the catalog.
  private let folders: [(number: Int64, folder: Folder)]
  private(set) var tests = RowTests()
  /// The expression of the local time of a photo, in seconds.
  let localDate: String

  /// The largest offset of a time zone from UTC, in seconds (RFC 9636, 3.2).
  static let mostOffset: Int64 = 26 * 3600

  /// - Parameter clocks: The clocks for UTC dates.
  init(_ db: Connection, _ folders: [(number: Int64, folder: Folder)], _ clocks: LibraryClocks) {
    (self.db, self.folders) = (db, folders)
    let wall = tests.rank("date, clock, latitude, longitude") { row in
      guard let date = row.number(at: 0) else { return nil }
      if row.number(at: 1) == DateClock.file.rawValue { return clocks.fileTime(date)?.seconds }
      let location = row.quantity(at: 2).flatMap { latitude in
        row.quantity(at: 3).flatMap { GeoLocation(latitude: latitude, longitude: $0, altitude: nil) }
      }
      return clocks.videoTime(date, at: location).seconds
    }
    localDate = "iif(clock = 0, date, \(wall))"
  }

  /// Returns the condition that the filters of a query are, without its album.
  mutating func condition(_ query: AssetQuery) throws -> RowCondition {
    var parts = [date(DateRange(first: query.dates.since, last: query.dates.until))]
    if query.dates == DateLimitsFilter() { parts = [] }
    if !query.kinds.included.isEmpty { parts.append(.any(query.kinds.included.map { kind($0) })) }
    parts += query.kinds.excluded.map { !kind($0) }
    if let condition = query.condition { parts.append(try self.condition(condition)) }
    if query.predicate != nil { parts.append(.unknown) }
    return .all(parts)
  }

  mutating func condition(_ condition: AssetCondition) throws -> RowCondition {
    switch condition {
    case .all(let conditions): return .all(try conditions.map { try self.condition($0) })
    case .any(let conditions): return .any(try conditions.map { try self.condition($0) })
    case .not(let condition): return !(try self.condition(condition))
    case .test(let test): return try self.condition(test)
    case .words(let test): return try words(test)
    case .near(let test): return near(test)
    case .trait(let trait): return self.trait(trait)
    }
  }

  // MARK: - Tests of fields

  private mutating func condition(_ test: FieldTest) throws -> RowCondition {
    let testsText = test.values.allSatisfy(\.testsText)
    switch test.field.name {
    case "date": return .any(test.values.map { date($0) })
    case "modified": return .any(test.values.map { modified($0) })
    case "screenshot":
      return .any([
        test.matches(.flag(true)) ? RowCondition("screenshot") : .never,
        test.matches(nil) ? RowCondition("NOT screenshot") : .never,
      ])
    case "album", "dir": return RowCondition(membership { test.matches($0) })
    case "camera", "make", "model": return RowCondition(try cameras { test.matches($0) })
    case "format", "typeIdentifier", "mediaType": return RowCondition(fileTypes { test.matches($0) })
    case "name" where testsText:
      let values = test.values
      return RowCondition(
        tests.add("name") { row in
          let name = row.bytes(at: 0)
          return values.contains { $0.matches(text: name) }
        })
    case "path" where testsText: return RowCondition(paths(test.values))
    case "path", "url", "name", "stem", "ext": return RowCondition(paths { test.matches($0) })
    default: break
    }
    guard let storage = PhotoRow.storage(of: test.field) else { return .unknown }
    let condition = RowCondition(.or(try test.values.map { try sql($0, storage) }))
    guard test.field.namesPlaces, PlaceNames.source != nil else { return condition }
    return RowCondition(
      possible: .or([condition.possible, Self.mayHavePlace]),
      certain: .and([condition.certain, "NOT \(Self.mayHavePlace)"]))
  }

  /// Holds for photos that may be named by their coordinates.
  static let mayHavePlace =
    "(latitude IS NOT NULL AND \(PlaceNames.fields.map { "\($0.key) IS NULL" }.joined(separator: " AND ")))"

  private mutating func sql(_ test: ValueTest, _ storage: PhotoRow.Storage) throws -> String {
    switch storage {
    case .value(let column):
      switch test {
      case .none: return "\(column) IS NULL"
      case .any: return "\(column) IS NOT NULL"
      case .flag(let wanted): return "\(column) = \(wanted ? 1 : 0)"
      case .numbers(let range): return sql(range, column)
      case .contains, .equals, .wildcard, .below, .pattern, .texts, .dates: return "0"
      }
    case .string(let column):
      switch test {
      case .none: return "\(column) IS NULL"
      case .any: return "\(column) IS NOT NULL"
      case .numbers, .flag, .dates: return "0"
      case .contains, .equals, .wildcard, .below, .pattern, .texts:
        return tests.membership(column, of: try strings { test.matches(text: $0) })
      }
    case .list(let field):
      let rows = "SELECT photo FROM list WHERE field = \(field)"
      switch test {
      case .none: return "id NOT IN (\(rows))"
      case .any: return "id IN (\(rows))"
      case .numbers, .flag, .dates: return "0"
      case .contains, .equals, .wildcard, .below, .pattern, .texts:
        let strings = tests.membership("string", of: try strings { test.matches(text: $0) })
        return strings == "0" ? "0" : "id IN (\(rows) AND \(strings))"
      }
    }
  }

  private mutating func sql(_ range: NumberRange, _ column: String) -> String {
    var parts: [String] = []
    if range.lower > -.infinity {
      parts.append("\(column) \(range.includesLower ? ">=" : ">") \(tests.quantity(range.lower))")
    }
    if range.upper < .infinity {
      parts.append("\(column) \(range.includesUpper ? "<=" : "<") \(tests.quantity(range.upper))")
    }
    if range.lower == .infinity || range.upper == -.infinity { return "0" }
    return parts.isEmpty ? "\(column) IS NOT NULL" : .and(parts)
  }

  // MARK: - Dates

  private func date(_ test: ValueTest) -> RowCondition {
    switch test {
    case .none: RowCondition("date IS NULL")
    case .any: RowCondition("date IS NOT NULL")
    case .dates(let range): date(range)
    case .contains, .equals, .wildcard, .below, .pattern, .texts, .numbers, .flag: .never
    }
  }

  /// An index finds the photos of the range and of the day before and after.
  private func date(_ range: DateRange) -> RowCondition {
    RowCondition(
      .and([Self.seconds("date", range, margin: Self.mostOffset), Self.seconds(localDate, range)]))
  }

  private func modified(_ test: ValueTest) -> RowCondition {
    switch test {
    case .none: .never
    case .any: .always
    case .dates(let range):
      RowCondition(possible: Self.seconds("modified", range, margin: Self.mostOffset), certain: "0")
    case .contains, .equals, .wildcard, .below, .pattern, .texts, .numbers, .flag: .never
    }
  }

  private static func seconds(_ column: String, _ range: DateRange, margin: Int64 = 0) -> String {
    var parts: [String] = []
    if let first = range.first?.seconds {
      parts.append("\(column) >= \(first.subtractingReportingOverflow(margin).partialValue)")
    }
    if let last = range.last?.seconds {
      parts.append("\(column) <= \(last.addingReportingOverflow(margin).partialValue)")
    }
    return parts.isEmpty ? "\(column) IS NOT NULL" : .and(parts)
  }

  // MARK: - Kinds and traits

  private mutating func kind(_ kind: AssetKind) -> RowCondition {
    switch kind {
    case .screenshot: RowCondition("screenshot")
    case .damaged: RowCondition("damaged IS NOT NULL")
    case .photo, .video, .format: RowCondition(fileTypes { kind.matches($0) })
    }
  }

  private mutating func trait(_ trait: AssetTrait) -> RowCondition {
    let turned = "(CASE WHEN orientation BETWEEN 5 AND 8 THEN width - height ELSE height - width END)"
    switch trait {
    case .kind(let kind): return self.kind(kind)
    case .portrait: return RowCondition("\(turned) > 0")
    case .landscape: return RowCondition("\(turned) < 0")
    case .square: return RowCondition("\(turned) = 0")
    case .edited: return RowCondition("(edited = 1 OR editing = 1)")
    case .motion: return RowCondition("motion = 1")
    case .live: return RowCondition("contentIdentifier IS NOT NULL")
    case .panorama: return RowCondition("panorama = 1")
    case .hdr: return RowCondition("hdr = 1")
    case .rated: return RowCondition("rating > 0")
    case .unrated: return RowCondition("rating IS NULL")
    case .rejected: return RowCondition("rating = -1")
    case .located: return RowCondition("latitude IS NOT NULL")
    case .dated: return RowCondition("(date IS NOT NULL AND clock <> \(DateClock.file.rawValue))")
    case .stacked, .duplicate: return .unknown
    }
  }

  /// A degree of latitude is at least this many metres.
  private static let metresPerDegree = 111_000.0

  private mutating func near(_ test: PlaceTest) -> RowCondition {
    let span = test.metres / Self.metresPerDegree + 0.001
    let range = NumberRange(from: test.latitude - span, to: test.latitude + span)
    return RowCondition(possible: sql(range, "latitude"), certain: "0")
  }

  private mutating func words(_ test: WordTest) throws -> RowCondition {
    let strings = try strings { test.text.isContained(in: $0) }
    var parts: [String] = []
    var lists: [Int] = []
    for field in WordTest.headerFields.sorted(by: { $0.rawValue < $1.rawValue }) where !strings.isEmpty {
      switch PhotoRow.storage(of: field) {
      case .string(let column): parts.append(tests.membership(column, of: strings))
      case .list(let field): lists.append(field)
      case .value: break
      }
    }
    if !lists.isEmpty {
      let fields = lists.map(String.init).joined(separator: ",")
      parts.append(
        "id IN (SELECT photo FROM list WHERE field IN (\(fields)) AND \(tests.membership("string", of: strings)))"
      )
    }
    parts.append(try cameras { test.matches($0.cameraName.map { .text($0) }) })
    parts.append(membership { test.matches(.text($0.folder.name)) })
    parts.append(tests.add("name") { test.text.isContained(in: $0.bytes(at: 0)) })
    let certain = String.or(parts)
    return RowCondition(
      possible: PlaceNames.source == nil ? certain : .or([certain, Self.mayHavePlace]), certain: certain)
  }

  // MARK: - Values in other tables

  /// Returns the rows of strings that meet a condition.
  private func strings(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) throws -> [Int64] {
    var found: [Int64] = []
    let rows = try db.rows("SELECT id, text FROM string")
    while let row = try rows.next() {
      if isWanted(row.bytes(at: 1).bindMemory(to: UInt8.self)) { found.append(try row.number(at: 0)) }
    }
    return found
  }

  /// Returns an expression for the cameras whose photos meet a condition that depends on nothing else.
  private mutating func cameras(_ isWanted: (Asset) -> Bool) throws -> String {
    let found = try CatalogSchema.cameras(db).filter { isWanted(.example(camera: CameraName($0.value))) }
    let isMissingWanted = isWanted(.example())
    return .or([
      tests.membership("camera", of: found.keys.sorted()), isMissingWanted ? "camera IS NULL" : "0",
    ])
  }

  /// Returns an expression for the types whose photos meet a condition that depends on nothing else.
  private mutating func fileTypes(_ isWanted: (Asset) -> Bool) -> String {
    let found = PhotoFileType.allCases.filter { isWanted(.example($0)) }
    return tests.membership("fileType", of: found.map { Int64($0.rawValue) })
  }

  /// Returns an expression for the folders whose photos meet a condition that depends on nothing else.
  private mutating func membership(_ isWanted: (Asset) -> Bool) -> String {
    let found = folders.filter { isWanted(.example(in: $0.folder)) }
    return found.count == folders.count
      ? "1" : tests.membership("folder", of: found.map(\.number).sorted())
  }

  /// Returns an expression for the photos whose paths pass a test.
  private mutating func paths(_ values: [ValueTest]) -> String {
    let folders = Dictionary(folders.map { ($0.number, $0.folder.bytes) }) { first, _ in first }
    return tests.add("folder, name") { row in
      guard let folder = row.number(at: 0).flatMap({ folders[$0] }) else { return false }
      var path = folder
      if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
      path.append(contentsOf: row.bytes(at: 1))
      return path.withUnsafeBufferPointer { path in values.contains { $0.matches(text: path) } }
    }
  }

  /// Returns an expression for the photos that meet a condition that only depends on their paths.
  private mutating func paths(_ isWanted: @escaping @Sendable (Asset) -> Bool) -> String {
    let folders = Dictionary(folders.map { ($0.number, $0.folder) }) { first, _ in first }
    return tests.add("folder, name") { row in
      guard let folder = row.number(at: 0).flatMap({ folders[$0] }),
        let name = FileName(bytes: Array(row.bytes(at: 1)))
      else { return false }
      return isWanted(.example(in: folder, name))
    }
  }
}

extension String {
  fileprivate static func and(_ parts: [String]) -> String { RowCondition.and(parts) }
  fileprivate static func or(_ parts: [String]) -> String { RowCondition.or(parts) }
}

extension Asset {
  private static let anywhere = Folder("/")
  private static let unnamed = FileName("-")

  /// Returns an asset with a few properties, for conditions and groups that depend on nothing else.
  static func example(
    _ fileType: PhotoFileType = .jpeg, in folder: Folder? = nil, _ name: FileName? = nil,
    camera: CameraName? = nil, date: CaptureDate? = nil, values: MetadataValues = MetadataValues()
  ) -> Asset {
    let never = FileStatus.Time(seconds: 0, nanoseconds: 0)
    let status = FileStatus(
      identity: FileStatus.Identity(device: 0, inode: 0), size: 0, modified: never, changed: never,
      linkCount: 1)
    var metadata = PhotoMetadata(fileType: fileType)
    metadata.captureDate = date
    return Asset(
      folder: folder ?? anywhere, name: name ?? unnamed, status: status, isSymbolicLink: false,
      metadata: metadata, clocks: LibraryClocks(), camera: camera, values: values)
  }
}
