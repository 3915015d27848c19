import PhotoActions
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

/// Golden screens of three sizes.
struct ScreenTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.file("actions", Array("g  \"open in GIMP\"  gimp {}\ni  metadata  !less {}\n".utf8))
  }

  /// Screens of 80 x 24 and 40 x 12 cells.
  private static func screens(_ names: String...) -> [GoldenScreen] {
    [(80, 24), (40, 12)].flatMap { size in
      names.map { GoldenScreen(name: $0, columns: size.0, rows: size.1) }
    }
  }

  /// Screens of 200 x 50 cells.
  private static func large(_ names: String...) -> [GoldenScreen] {
    names.map { GoldenScreen(name: $0, columns: 200, rows: 50) }
  }

  private static func photo(
    _ name: String, _ date: String?, rating: Int64? = nil, label: String? = nil, damage: String? = nil,
    change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    Photos.asset(
      name, in: "/srv/pictures/2014/Kyoto", size: 8_400_000, date: date,
      camera: Camera(make: "FUJIFILM", model: "X-T2"), damage: damage
    ) { metadata in
      metadata.pixelSize = PixelSize(width: 6000, height: 4000)
      if let rating { metadata.values[.rating] = .integer(rating) }
      if let label { metadata.values[.label] = .text(label) }
      change(&metadata)
    }
  }

  /// A photo with all facts, for the full view.
  private static let described = photo(
    "DSCF2001.JPG", "2014-05-25T10:00:00", rating: 3, label: "Red",
    change: { metadata in
      metadata.values[.lens] = .text("XF23mmF1.4 R")
      metadata.values[.exposureTime] = .number(0.004)
      metadata.values[.aperture] = .number(2.8)
      metadata.values[.iso] = .number(1600)
      metadata.values[.focalLength] = .number(23)
      metadata.values[.city] = .text("Kyoto")
      metadata.values[.country] = .text("Japan")
      metadata.values[.title] = .text("Fushimi Inari")
      metadata.values[.caption] = .text(
        "The path through the gates, early in the morning before the others came")
      metadata.values[.keywords] = .list(["Kyoto", "shrine", "Travel"])
    })

  private static let groups = [
    group(
      "June 2014",
      [photo("DSCF2100.JPG", "2014-06-01T09:30:00", rating: 5)]
        + (1...4).map {
          photo("DSCF210\($0).JPG", "2014-06-01T09:3\($0):00")
        } + [
          photo("DSCF2105 garden behind the house in the morning.JPG", "2014-06-02T07:00:00", rating: 4),
          photo("clip_0001.mov", "2014-06-02T08:00:00") {
            $0.fileType = .quickTimeMovie
            $0.values[.duration] = .number(67)
          },
        ]),
    group(
      "May 2014", [described, photo("DSCF2002.JPG", "2014-05-25T10:01:00", rating: -1)]),
    group("April 2014", [photo("IMG_0001.JPG", nil, label: "Blue")]),
    group("March 2014", [photo("broken.jpg", "2014-03-01T00:00:00", damage: "it is cut off")]),
    group(
      "1 January 2014 to the end of February 2014",
      [photo("京都の旅.jpg", "2014-02-01T12:00:00", rating: 1, label: "Green")]),
  ]

  private static func group(_ title: String, _ assets: [Asset]) -> AssetGroup {
    AssetGroup(key: title, title: title, assets: assets)
  }

  /// Returns a picker for the size of a screen.
  private func pages(
    _ screen: GoldenScreen, _ groups: [AssetGroup] = groups, change: (inout PickerOptions) -> Void = { _ in }
  ) -> PickerPages {
    var pages = Photos.model(NumberedView(groups), columns: screen.columns, rows: screen.rows) {
      $0.marks = PickerMarks(journals: "/journals", scanner: LibraryScanner(options: ScanOptions()))
      $0.actions = UserActions(reading: tree.at("actions"))
      change(&$0)
    }
    _ = pages.handle(.counts(FilterCounts(groups.flatMap(\.assets))))
    return pages
  }

  @Test(arguments: screens("grid", "grid-run", "grid-end", "grid-numbers") + large("grid"))
  func `the grid`(screen: GoldenScreen) throws {
    var pages = pages(screen) { $0.showsNumbers = screen.name == "grid-numbers" }
    switch screen.name {
    case "grid", "grid-numbers": pages.type("l l l hh")
    case "grid-run": pages.type("l vl")
    default:
      pages.type("l ")
      pages.press(.end, .left)
    }
    try screen.check(pages)
  }

  @Test(arguments: screens("bursts") + large("bursts"))
  func `frames of bursts`(screen: GoldenScreen) throws {
    // Three single shots, then bursts of nine, three and four shots of RAW and JPEG.
    let shots = [(3, ""), (9, "b"), (3, "c"), (4, "d")].enumerated().flatMap { index, burst in
      (0..<burst.0).flatMap { shot in
        [("JPG", PhotoFileType.jpeg), ("CR2", .canonRAW)].map { ending, type in
          Self.photo("IMG_\(index)\(shot).\(ending)", "2014-06-01T09:30:00") { metadata in
            metadata.fileType = type
            if !burst.1.isEmpty { metadata.values[.burst] = .text(burst.1) }
          }
        }
      }
    }
    var query = AssetQuery()
    (query.grouping, query.sorting, query.stacks) = (.all, .name, .shots)
    let groups = try query.groupsWithCopies(of: LibrarySnapshot(inAnyOrder: shots))
    var pages = Photos.model(NumberedView(groups, unit: .shot), columns: screen.columns, rows: screen.rows)
    _ = pages.handle(.counts(FilterCounts(groups.flatMap(\.assets))))
    // The first shot of a burst is picked, and the cursor is elsewhere.
    pages.type("lll hh")
    try screen.check(pages)
  }

  @Test(arguments: screens("nothing", "refused", "leaving", "marking", "narrowed"))
  func `the grid with messages`(screen: GoldenScreen) throws {
    var pages = pages(screen)
    switch screen.name {
    case "nothing":
      pages.type("f")
      pages.press(.end, .character(" "), .enter)
      let problem = ScanProblem(
        path: "/srv/pictures/locked", reason: "permission denied; check who may read it")
      _ = pages.handle(.update(PickerUpdate(problems: [problem])))
    case "refused":
      pages.press(.end, .left, .character(" "))
    case "leaving": pages.type(" l q")
    case "marking":
      pages.type(" l .*")
      pages.press(.left, .left)
    default:
      pages.type("/DSCF210")
      pages.press(.enter)
    }
    try screen.check(pages)
  }

  @Test(
    arguments: screens(
      "filter", "bar", "group", "sort", "action", "find", "find-mistake", "keywords", "trash")
      + large("filter", "bar", "keywords"))
  func `menus and prompts`(screen: GoldenScreen) throws {
    var pages = pages(screen)
    pages.type(" l")
    switch screen.name {
    case "filter":
      pages.type("f")
      pages.press(.character(" "), .right, .character(" "), .character(" "))
    case "bar":
      pages.type("F")
      pages.press(.right, .character(" "), .end)
    case "group": pages.type("g")
    case "sort": pages.type("s")
    case "action":
      if let actions = pages.actions { _ = pages.handle(.actions(actions)) }
    case "find": pages.type("/DSCF21")
    case "find-mistake": pages.type("/camra:x")
    case "trash": pages.type("D")
    default:
      pages.type("t")
      _ = pages.handle(.keywords(["Kyoto", "Kyushu", "Tokyo", "kyudo"]))
      pages.type("Travel/Japan,ky")
      pages.press(.tab)
    }
    try screen.check(pages)
  }

  @Test(arguments: screens("help") + large("help"))
  func `help`(screen: GoldenScreen) throws {
    var pages = pages(screen)
    pages.type("?")
    try screen.check(pages)
  }

  @Test(
    arguments: screens(
      "look", "look-facts", "look-zoomed", "look-video", "look-damaged", "compare-2", "compare-3", "compare-4"
    ) + large("look-facts", "compare-4"))
  func `the full view`(screen: GoldenScreen) throws {
    var pages = pages(screen)
    let description = 7
    switch screen.name {
    case "look-video": for _ in 0..<6 { pages.press(.right) }
    case "look-damaged": for _ in 0..<10 { pages.press(.right) }
    case "compare-2", "compare-3", "compare-4":
      for _ in 0..<5 { pages.press(.right) }
      pages.type(screen.name == "compare-4" ? " vlllc" : screen.name == "compare-3" ? " vllc" : " vlc")
    default: for _ in 0..<description { pages.press(.right) }
    }
    if screen.name.hasPrefix("look") { pages.type("p") }
    if screen.name == "look-facts" { pages.type(" i") }
    if screen.name == "look-zoomed" { pages.type("z") }
    if screen.name == "compare-3" { pages.type("l") }
    try screen.check(pages)
  }

  @Test(arguments: screens("albums") + large("albums"))
  func `albums`(screen: GoldenScreen) throws {
    var pages = pages(screen) { $0.startsWithAlbums = true }
    let folders = ["2014/Kyoto", "2013/Summer at the sea with everybody", "Scans", "2014/Rome", "2012"]
    let years = ["2014-04-01", "2013-07-01", "1962-01-01", "2014-09-01", "2012-02-01"]
    let albums = zip(folders, years).enumerated().map { index, album in
      let first = DatePeriod(album.1)?.first
      let last = DatePeriod(index == 2 ? "1999-12-31" : album.1)?.first
      return AlbumSummary(
        .folder(Folder(FilePath("/srv/pictures/\(album.0)"))), count: [1204, 310, 77, 12, 1][index],
        dates: first.flatMap { first in last.map { first...$0 } }, poster: Self.described)
    }
    _ = pages.handle(
      .albums([AlbumSummary(.all, count: 1604, dates: nil, poster: Self.described)] + albums))
    pages.press(.right, .right)
    try screen.check(pages)
  }
}
