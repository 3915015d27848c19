import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Counts photos by groups, using tallies of folders if the groups follow from folder, format, camera and day.
struct PhotoTallies: PhotoCollector {
  let usesSums: Bool
  private let hasAlbums: Bool
  /// The longest periods whose days are in the same groups, or `nil` if the groups don't depend on dates.
  private let periods: DateGrouping?
  private var counter: AssetCounter
  private var tallies: [KindInPeriod: FolderTally.Tally] = [:]
  /// A file type of each format and camera in `tallies`, and the camera.
  private var kinds: [(fileType: PhotoFileType, camera: CameraName?)] = []
  private var numbersOfKinds: [FormatOfCamera: Int] = [:]
  /// The same numbers by the rows of each catalog.
  private var numbersOfRows: [[FolderTally.Kind: Int]] = []
  /// The rows of the table `camera` of each catalog, once read.
  private var cameras: [[Int64: Camera]?] = []

  private struct FormatOfCamera: Hashable {
    let format: PhotoFormat
    let camera: Camera?
  }

  private struct KindInPeriod: Hashable {
    /// The index in `kinds`.
    let kind: Int
    /// The first day of a period, or `nil` for photos without a date.
    let day: Int32?
  }

  init(_ query: AssetQuery, _ groupings: [AssetQuery.Grouping]) {
    usesSums = query.isPlain && groupings.allSatisfy(\.followsFromTallies)
    hasAlbums = groupings.contains(.album)
    periods = Self.periods(Set(groupings))
    counter = AssetCounter(groupings)
  }

  private static func periods(_ groupings: Set<AssetQuery.Grouping>) -> DateGrouping? {
    if !groupings.isDisjoint(with: [.day, .weekday]) { return DateGrouping(.day) }
    if groupings.contains(.week) {
      return DateGrouping(groupings.isDisjoint(with: [.year, .month]) ? .week : .day)
    }
    if groupings.contains(.month) { return DateGrouping(.month) }
    return groupings.contains(.year) ? DateGrouping(.year) : nil
  }

  mutating func add(_ asset: Asset) { counter.add(asset) }

  mutating func addSums(of folder: CatalogScope.KnownFolder, _ dbs: [Database]) throws {
    if cameras.isEmpty {
      cameras = Array(repeating: nil, count: dbs.count)
      numbersOfRows = Array(repeating: [:], count: dbs.count)
    }
    let periods = periods
    for place in folder.places {
      var last: (kind: FolderTally.Kind, part: KindInPeriod, tally: FolderTally.Tally)?
      try FolderTally.read(place.folder, dbs[place.catalog]) { kind, day, tally in
        if let known = last, known.kind == kind, Self.isSamePeriod(day, known.part.day, periods) {
          last?.tally.add(tally)
        } else {
          if let last { tallies[last.part, default: FolderTally.Tally()].add(last.tally) }
          let (number, first) = (try number(of: kind, place, dbs), day.map { Self.firstDay($0, periods) })
          last = (kind, KindInPeriod(kind: number, day: first), tally)
        }
      }
      if let last { tallies[last.part, default: FolderTally.Tally()].add(last.tally) }
    }
  }

  /// Returns `true` if a day is known to be in the period with a first day.
  private static func isSamePeriod(_ day: Int32?, _ first: Int32?, _ periods: DateGrouping?) -> Bool {
    guard let day, let first else { return day == first }
    guard let periods else { return true }
    let leastCount: Int64 =
      switch periods.period {
      case .year: 365
      case .month: 28
      case .week: 7
      case .day, .hour: 1
      }
    return day >= first && Int64(day) - Int64(first) < leastCount
  }

  /// Returns the first day of the period of a day.
  private static func firstDay(_ day: Int32, _ periods: DateGrouping?) -> Int32 {
    guard let periods else { return 0 }
    let start = periods.bucket(of: CivilTime(seconds: Int64(day) * 86_400))
    return Int32(truncatingIfNeeded: start / 86_400)
  }

  /// Returns the index in `kinds` of a format and a camera in a catalog.
  private mutating func number(
    of kind: FolderTally.Kind, _ place: CatalogScope.Place, _ dbs: [Database]
  ) throws -> Int {
    if let known = numbersOfRows[place.catalog][kind] { return known }
    let known = try cameras[place.catalog] ?? CatalogSchema.cameras(dbs[place.catalog])
    cameras[place.catalog] = known
    let ofAll = FormatOfCamera(format: kind.format, camera: kind.camera.flatMap { known[$0] })
    let number = numbersOfKinds[ofAll] ?? kinds.count
    if number == kinds.count {
      kinds.append((Self.fileTypes[ofAll.format] ?? .unknown, ofAll.camera.map(CameraName.init)))
    }
    numbersOfKinds[ofAll] = number
    numbersOfRows[place.catalog][kind] = number
    return number
  }

  mutating func endFolder(_ folder: Folder) {
    if hasAlbums { count(in: folder) }
  }

  mutating func merge(_ other: PhotoTallies) {
    counter.merge(other.counted)
  }

  var statistics: AssetStatistics { counted.statistics }

  /// The counter with all tallies.
  private var counted: AssetCounter {
    var all = self
    all.count(in: Folder("/"))
    return all.counter
  }

  private static let fileTypes = Dictionary(PhotoFileType.allCases.map { ($0.format, $0) }) { first, _ in
    first
  }

  /// Moves the tallies to the counter, which gets an asset in the same groups as the photos of each.
  private mutating func count(in folder: Folder) {
    let never = FileStatus.Time(seconds: 0, nanoseconds: 0)
    let status = FileStatus(
      identity: FileStatus.Identity(device: 0, inode: 0), size: 0, modified: never, changed: never,
      linkCount: 1)
    for (part, tally) in tallies {
      var metadata = PhotoMetadata(fileType: kinds[part.kind].fileType)
      metadata.captureDate = part.day.map { day in
        CaptureDate(time: CivilTime(seconds: Int64(day) * 86_400), source: .exifDateTimeOriginal)
      }
      let asset = Asset(
        folder: folder, name: FileName("-"), status: status, isSymbolicLink: false, metadata: metadata,
        clocks: LibraryClocks(), camera: kinds[part.kind].camera, values: MetadataValues())
      counter.add(tally, inGroupsOf: asset)
    }
    tallies.removeAll(keepingCapacity: true)
  }
}

extension AssetQuery.Grouping {
  /// Whether folder, format, camera and day of a photo determine its group.
  fileprivate var followsFromTallies: Bool {
    switch self {
    case .all, .year, .month, .week, .day, .weekday, .album, .camera, .format: true
    case .hour, .hourOfDay, .duplicate, .field: false
    }
  }
}
