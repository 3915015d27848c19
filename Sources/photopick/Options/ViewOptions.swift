import ArgumentParser
import PhotoCatalog
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import PhotoPlaces
import SystemPackage
import Terminal

/// The options for filters, groups and order of a view.
typealias ViewOptions = LibraryViewOptions<CatalogOptions, ViewZone>

/// The options of a view, with the catalog options of a command, and the option for the time zone unless the command
/// has another option of that name.
struct LibraryViewOptions<
  Catalog: ParsableArguments & Sendable, Zone: ViewZoneArguments
>: ParsableArguments {
  @Option(
    help: ArgumentHelp("An album by its name or path, without its subfolders.", valueName: "name"),
    completion: Completions.album)
  var album: String?

  @Option(
    help: ArgumentHelp(
      "What groups are made by: \(ViewKey.groupings), or a field such as lens, iso or keywords.",
      valueName: "key"),
    completion: Completions.grouping, transform: ViewKey.grouping)
  var group: AssetQuery.Grouping?

  @Option(
    help: ArgumentHelp(
      "Any of \(AssetKind.list), separated by commas; ! before one takes it away. Given twice it adds up.",
      valueName: "list"),
    completion: Completions.kinds, transform: { try KindFilter(list: $0) })
  var filter: [KindFilter] = []

  @OptionGroup var asking: ConditionOptions

  @Option(
    help: ArgumentHelp(
      "The first date shown: 2014, 2014-05, 2014-05-25, 2014-05-25T10:00, yesterday, or 7d for 7 days ago.",
      valueName: "date"),
    completion: Completions.date, transform: WrittenDate.init)
  var since: WrittenDate?

  @Option(
    help: ArgumentHelp("The last date to include, in the same format.", valueName: "date"),
    completion: Completions.date, transform: WrittenDate.init)
  var until: WrittenDate?

  @Option(
    help: ArgumentHelp(
      "The order: date, name, size, a field such as rating, or given for the order of a list. Albums also have count, their "
        + "default.",
      valueName: "key"),
    completion: Completions.sorting, transform: ViewKey.sorting)
  var sort: SortKey?

  @Flag(help: "Oldest, A, or smallest first.")
  var ascending = false

  @Flag(help: "Newest, Z, or largest first.")
  var descending = false

  @Flag(help: "Keep groups without matching photos.")
  var keepEmpty = false

  @Flag(
    help: "Include hidden files and folders, and system folders such as @eaDir.")
  var hidden = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The levels of folders to search; 0 is only the folder itself.", valueName: "n"),
    transform: NumberArgument.whole)
  var depth: Int?

  @OptionGroup var links: LinkOptions

  @Flag(help: "Show files with the same content once.")
  var unique = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Show all files of a shot as one photo: RAW with JPEG, a Live Photo with its video, edited copies. The default of pick."
  )
  var stack: Bool?

  @Flag(help: "Show each file of a shot. The default of all commands but pick; the same as --no-stack.")
  var files = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of photos, or of albums in list-albums.", valueName: "n"),
    transform: NumberArgument.whole)
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of photos, or of albums in list-albums, to skip.", valueName: "n"),
    transform: NumberArgument.whole)
  var offset: Int?

  @OptionGroup var zone: Zone

  @Option(
    help: ArgumentHelp(
      "Show only the photos of this list, without searching folders: paths, or an earlier result; - reads stdin.",
      valueName: "file"), completion: .file())
  var from: String?

  @OptionGroup var bucket: BucketOption

  @Flag(
    help: """
      Include files that accompany videos (THM, LRV), incomplete downloads and backup copies. In a list, also include all \
      other files, as damaged photos.
      """)
  var anyFile = false

  @OptionGroup var catalog: Catalog

  func validate() throws {
    if ascending, descending { throw ValidationError("--ascending and --descending exclude each other.") }
    if stack == true, files { throw ValidationError("--stack and --files exclude each other.") }
    for (name, value) in [("--depth", depth), ("--limit", limit), ("--offset", offset)] {
      if let value, value < 0 { throw ValidationError("\(name) takes a number from 0 on, not \(value).") }
    }
    if let since, let until, since.period.first > until.period.last {
      throw ValidationError("--since is after --until.")
    }
  }

  /// Whether all options have their defaults, so that the last view can be reused.
  var areDefault: Bool { written.isEmpty && asking.save == nil }

  /// Clocks with the system's time zone for files, and an optional separate zone for videos.
  private var clocks: LibraryClocks { zone.clock ?? LibraryClocks() }

  /// Returns the query for the catalog, which includes all photos and albums that any order, grouping and limit
  /// requires.
  func catalogQuery(_ roots: [FilePath]) -> CatalogQuery {
    CatalogQuery(roots: roots, options: scanOptions, query: albumQuery)
  }

  /// Filters a list: returns folders, photos, videos, and paths that can't be read, so that they are
  /// reported.
  ///
  /// - Throws: `CancellationError`.
  func photos(in list: [FilePath]) async throws -> [FilePath] {
    if anyFile { return list }
    let passedOver = try await LibraryScanner.passedOver(in: list)
    if links.verbose {
      for path in list where passedOver.contains(path) {
        let reason = "skipped: not a photo or video, or a companion or copy of one"
        Diagnostics.problem(ScanProblem(path: path, reason: reason))
      }
    }
    return passedOver.isEmpty ? list : list.filter { !passedOver.contains($0) }
  }

  var scanOptions: ScanOptions {
    var options = ScanOptions(
      includesHidden: hidden, maximumDepth: depth, links: links.policy, clocks: clocks)
    options.searchesFolders = from == nil
    options.includesAnyFile = anyFile
    return options
  }

  /// Whether standard input contains the list of `--from`.
  var readsInput: Bool { from == "-" }

  /// The direction of the order; `nil` for the default.
  var direction: SortDirection? { ascending ? .ascending : descending ? .descending : nil }

  /// The unordered query for albums.
  var albumQuery: AssetQuery {
    var query = AssetQuery()
    query.album = album
    for filter in filter { query.kinds.formUnion(filter) }
    query.condition = asking.condition
    query.dates = DateLimitsFilter(since: since?.period.first, until: until?.period.last)
    query.isUnique = unique
    if stack == true { query.stacks = .shots }
    Self.readCovers(for: &query)
    query.keepsEmptyGroups = keepEmpty
    return query
  }

  /// Reads the chosen covers if the query finds stacks.
  private static func readCovers(for query: inout AssetQuery) {
    if query.needsStacks { query.stackFinder = StackCovers.ofUser().finder }
  }

  func query() throws -> AssetQuery {
    var query = albumQuery
    query.grouping = group ?? .month
    guard case .photos(let sorting) = sort ?? .photos(.date) else {
      throw ValidationError("--sort count orders albums; photos are ordered by date, name, size or a field.")
    }
    query.sorting = sorting
    query.direction = direction
    Self.readCovers(for: &query)
    query.offset = offset ?? 0
    query.limit = limit
    return query
  }
}

/// The arguments of a command for the zone in which to show dates in UTC.
protocol ViewZoneArguments: ParsableArguments, Sendable {
  /// The zone as the user wrote it, `nil` for the system's.
  var timeZone: String? { get }
  /// The clocks for dates in UTC, `nil` for the system's.
  var clock: LibraryClocks? { get }
}

struct ViewZone: ViewZoneArguments {
  @Option(
    help: ArgumentHelp(
      "The time zone for videos' UTC dates, such as Europe/Berlin. place is the zone where each was taken.",
      valueName: "zone"))
  var timeZone: String?

  func validate() throws {
    guard timeZone == TimeZoneArgument.place else { return try TimeZoneArgument.check(timeZone) }
    do throws(PlaceDataUnavailable) {
      _ = try PlaceNames.database()
    } catch {
      throw ValidationError("--time-zone place: \(error)")
    }
  }

  var clock: LibraryClocks? {
    guard let timeZone else { return nil }
    guard timeZone == TimeZoneArgument.place, let database = try? PlaceNames.database() else {
      return LibraryClocks(videos: WallClock(identifier: timeZone))
    }
    var clocks = LibraryClocks()
    clocks.places = PlaceClocks { database.timeZone(at: $0, $1) }
    return clocks
  }
}

/// No option: dates in UTC are shown in the system's zone.
struct SystemViewZone: ViewZoneArguments {
  var timeZone: String? { nil }
  var clock: LibraryClocks? { nil }
}

enum TimeZoneArgument {
  /// The value of `--time-zone` for the zone where each photo was taken.
  static let place = "place"

  static func check(_ identifier: String?) throws {
    guard let identifier, WallClock(identifier: identifier) == nil else { return }
    throw ValidationError("There is no time zone \(identifier); name one such as Europe/Berlin or +09:00.")
  }
}
