import PhotoFormats
import PhotoLibrary

/// What SQL can tell of an asset without opening its record: all that a query shows fulfil it, and perhaps more.
struct PhotoCondition {
  /// The kinds as a condition of SQL. It holds numbers and names of this program only. Photos that are marked as shared
  /// are loaded by themselves.
  let sql: String
  /// The formats that can pass.
  let formats: [PhotoFormat]
  /// The seconds between which the column `date` can lie, wall-clock or universal; `nil` if any or no date will do.
  let dateBounds: ClosedRange<Int64>?

  /// How far universal time may lie from any wall clock, in seconds; time zones reach from -12 to +14 hours.
  private static let zoneSeconds: Int64 = 15 * 3600

  init(_ query: AssetQuery) {
    // Empty groups are made of what is left out. Which of two copies is shown is settled before kinds are looked at,
    // and whether there is such an album.
    let isOpen = query.keepsEmptyGroups || query.isUnique || query.album != nil
    let kinds = isOpen ? KindFilter() : query.kinds
    formats = PhotoFormat.allCases.filter { format in
      (kinds.included.isEmpty || kinds.included.contains { $0.isPossible(format) })
        && !kinds.excluded.contains { $0.isCertain(format) }
    }
    sql = Self.sql(kinds)
    let dates = query.keepsEmptyGroups || query.album != nil ? DateLimitsFilter() : query.dates
    guard dates != DateLimitsFilter() else {
      dateBounds = nil
      return
    }
    let since = dates.since.map { $0.seconds - Self.zoneSeconds } ?? .min
    let until = dates.until.map { $0.seconds + Self.zoneSeconds } ?? .max
    dateBounds = since <= until ? since...until : since...since
  }

  private static func sql(_ kinds: KindFilter) -> String {
    let wanted = kinds.included.map(\.sql).sorted()
    let unwanted = kinds.excluded.map(\.sql).sorted()
    let parts =
      (wanted.isEmpty ? [] : ["(" + wanted.joined(separator: " OR ") + ")"]) + unwanted.map { "NOT \($0)" }
    return (["NOT isShared"] + parts).joined(separator: " AND ")
  }
}

extension AssetKind {
  /// The kind as a condition of SQL.
  fileprivate var sql: String {
    switch self {
    case .photo: "(isVideo = 0 AND format != '\(PhotoFormat.unknown.rawValue)')"
    case .video: "(isVideo = 1)"
    case .screenshot: "isScreenshot"
    case .damaged: "isDamaged"
    case .format(let format): "(format = '\(format.rawValue)')"
    }
  }

  /// True if an asset of a format may be of this kind.
  fileprivate func isPossible(_ format: PhotoFormat) -> Bool {
    switch self {
    case .screenshot, .damaged: true
    case .photo, .video, .format: isCertain(format)
    }
  }

  /// True if an asset of a format is of this kind whatever else is known of it.
  fileprivate func isCertain(_ format: PhotoFormat) -> Bool {
    switch self {
    case .screenshot, .damaged: false
    case .photo, .video:
      PhotoFileType.allCases.filter { $0.format == format }
        .allSatisfy { $0.mediaType == (self == .video ? .video : .image) }
    case .format(let wanted): format == wanted
    }
  }
}
