import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct AssetTests {
  private static let changes: [@Sendable (inout PhotoMetadata) -> Void] = [
    { $0.fileType = .png }, { $0.pixelSize = PixelSize(width: 2, height: 1) }, { $0.orientation = .down },
    { $0.captureDate = CaptureDate(time: CivilTime(seconds: 1), source: .file) }, { $0.isScreenshot = true },
    { $0.camera = Camera(make: "A", model: nil) }, { $0.location = GeoLocation(latitude: 1, longitude: 2) },
    { $0.duration = 3 }, { $0.damage = "cut off" },
  ]

  private func asset(_ change: (inout PhotoMetadata) -> Void = { _ in }) -> Asset {
    .sample("a.jpg", "2014-05-25T10:00:00", size: 10, inode: 7, change: change)
  }

  @Test func `an asset is unchanged if all that is known of it is equal`() {
    #expect(asset().isUnchanged(since: asset()))
    for change in Self.changes {
      #expect(!asset(change).isUnchanged(since: asset()))
      #expect(asset(change) == asset(), "it is the same file all the same")
    }
    let east = LibraryClocks(files: LibraryClocks.universal.files, videos: WallClock(identifier: "+09:00"))
    func movie(_ clocks: LibraryClocks) -> Asset {
      .sample("a.mov", inode: 7, type: .quickTimeMovie, clocks: clocks) {
        $0.captureDate = CaptureDate(
          time: CivilTime(seconds: 0), offsetMinutes: 0, source: .quickTimeCreateDate)
      }
    }
    #expect(!movie(east).isUnchanged(since: movie(.universal)))
  }

  @Test(arguments: [(35.0, "2014-05-25T19:00"), (50.0, "2014-05-25T12:00"), (0.0, "2014-05-25T10:00")])
  func `the local time of a date in UTC is that of its place, if the zone is known`(
    latitude: Double, local: String
  ) throws {
    var clocks = LibraryClocks.universal
    clocks.places = PlaceClocks { latitude, _ in [35: "Asia/Tokyo", 50: "Europe/Berlin"][latitude] }
    let utc = try #require(DatePeriod("2014-05-25T10:00")).first
    func asset(_ source: DateSource) -> Asset {
      .sample("a.mov", type: .quickTimeMovie, clocks: clocks) {
        $0.captureDate = CaptureDate(time: utc, source: source)
        $0.location = GeoLocation(latitude: latitude, longitude: 1, altitude: nil)
      }
    }
    #expect(asset(.quickTimeCreateDate).wallTime == DatePeriod(local)?.first)
    #expect(asset(.exifDateTimeOriginal).wallTime == utc)
  }

  @Test func `another file is another asset`() {
    #expect(asset() == asset())
    for other: Asset in [
      .sample("b.jpg", "2014-05-25T10:00:00", size: 10, inode: 7),
      .sample("a.jpg", "2014-05-25T10:00:00", in: "/other", size: 10, inode: 7),
      .sample("a.jpg", "2014-05-25T10:00:00", size: 11, inode: 7),
      .sample("a.jpg", "2014-05-25T10:00:00", size: 10, inode: 8),
    ] {
      #expect(asset() != other)
      #expect(!asset().isUnchanged(since: other))
    }
    func written(at seconds: Int64, changed: Int64? = nil) -> Asset {
      let time = FileStatus.Time(seconds: seconds, nanoseconds: 0)
      let change = FileStatus.Time(seconds: changed ?? seconds, nanoseconds: 0)
      let status = FileStatus(
        identity: FileStatus.Identity(device: 0, inode: 7), size: 10, modified: time, changed: change,
        linkCount: 1)
      return Asset(
        folder: Folder("/photos"), name: FileName(unchecked: [0x61]), status: status,
        metadata: PhotoMetadata(),
        clocks: .universal)
    }
    #expect(written(at: 5) == written(at: 5) && written(at: 5) != written(at: 6))
    #expect(written(at: 5) != written(at: 5, changed: 6), "the time was restored after an edit")
    // The modification time is the date, unless it is unset or out of range.
    #expect(written(at: 5).date?.source == .file && written(at: 0).date == nil)
    #expect(written(at: -1).date?.iso8601 == "1969-12-31T23:59:59+00:00")
    #expect(written(at: .max).date == nil)
  }

  @Test func `an asset is deleted if its path leads elsewhere or nowhere`() throws {
    let tree = try TemporaryTree()
    try tree.file("a.jpg", [1])
    let asset = Asset(
      folder: Folder(tree.path), name: FileName("a.jpg"),
      status: try FileStatus(tree.at("a.jpg")), metadata: PhotoMetadata(), clocks: .universal)
    #expect(!asset.isDeleted)
    try tree.hardLink("kept.jpg", to: "a.jpg")
    try tree.remove("a.jpg")
    #expect(asset.isDeleted)
    try tree.file("a.jpg", [1])
    #expect(asset.isDeleted)
  }

  @Test func `names and kinds are reported`() {
    #expect(!Asset.sample("a").hasOtherNames && Asset.sample("a", links: 2).hasOtherNames)
    #expect(Asset.sample("a").isJPEG && !Asset.sample("a", type: .png).isJPEG)
    #expect(Asset.sample("a", type: .png).isPNG && !Asset.sample("a").isPNG)
    #expect(Asset.sample("a").isPhoto && !Asset.sample("a").isVideo)
    #expect(Asset.sample("a", type: .mpeg4).isVideo && !Asset.sample("a", type: .mpeg4).isPhoto)
    #expect(Asset.sample("Screenshot_1.png", type: .png).isScreenshot)
    #expect(!Asset.sample("Screenshot_1.mov", type: .quickTimeMovie).isScreenshot)
    #expect(Asset.sample("a", type: .quickTimeMovie) { $0.isScreenshot = true }.isScreenshot)
    #expect(Asset.sample("a", size: 0, type: .unknown).damage == "the file is empty")
    #expect(Asset.sample("a", size: 1, type: .unknown).damage?.hasPrefix("not a photo") == true)
    #expect(Asset.sample("a", type: .unknown) { $0.damage = "read error" }.damage == "read error")
    #expect(Asset.sample("a").damage == nil && Asset.sample("a").location == nil)
    #expect(asset { $0.location = GeoLocation(latitude: 1, longitude: 2) }.damage == nil)
    #expect(AssetField(name: "damaged")?.value(asset { $0.damage = "x" }) == .text("x"))
    #expect(AssetField(name: "nothing") == nil)
    #expect(Set(AssetField.all.map(\.name)).count == AssetField.all.count)
  }

  @Test func `cameras and values are shared between photos`() {
    let facts = SharedFacts()
    func shared(_ make: String?, _ text: String?) -> (CameraName?, PhotoMetadata) {
      var metadata = PhotoMetadata(fileType: .jpeg)
      metadata.camera = Camera(make: make, model: nil)
      metadata.values[.software] = text.map { .text($0) }
      return (facts.share(metadata.camera, &metadata.values), metadata)
    }
    let (first, second) = (shared("A", "Editor"), shared("A", "Editor"))
    #expect(first.0 != nil && first.0 === second.0)
    #expect(second.1.values[.software] == .text("Editor"))
    #expect(shared("B", nil).0?.camera.make == "B" && shared("B", nil).0 !== first.0)
    #expect(shared(nil, nil).0 == nil && shared(nil, "Editor").0 == nil)
    #expect(shared(nil, "Other").1.values[.software] == .text("Other"))
    let long = String(repeating: "x", count: 500)
    #expect(shared("A", long).1.values[.software] == .text(long))
  }

  private func names(_ sorter: any AssetSorter, _ assets: [Asset]) -> [String] {
    let whole = sorter.sorted(assets).names
    #expect(whole == assets.sorted { sorter.precedes($0, $1) }.names)
    return whole
  }

  @Test func `orders can be reversed, with ties by path`() {
    let assets: [Asset] = [
      .sample("c", "2014", size: 2), .sample("a", "2013", in: "/photos/2", size: 2), .sample("a", size: 3),
      .sample("b10", "2014", size: 1), .sample("b9", size: 1),
    ]
    #expect(names(DateSorter(.ascending), assets) == ["a", "b10", "c", "a", "b9"])
    #expect(names(DateSorter(.descending), assets) == ["c", "b10", "a", "a", "b9"])
    #expect(names(NameSorter(.ascending), assets) == ["a", "a", "b9", "b10", "c"])
    #expect(names(NameSorter(.descending), assets) == ["c", "b10", "b9", "a", "a"])
    #expect(NameSorter(.descending).sorted(assets).last?.folder.path == "/photos/2")
    #expect(names(SizeSorter(.ascending), assets) == ["b9", "b10", "c", "a", "a"])
    #expect(names(SizeSorter(.descending), assets) == ["a", "c", "a", "b9", "b10"])
    let field = AssetField(name: "fileSize").map { FieldSorter($0, .descending) }
    #expect(field.map { names($0, assets) } == ["a", "c", "a", "b9", "b10"])
  }

  @Test func `the newest undamaged photo is an album's poster, the first of equals`() {
    let old = Asset.sample("old", "2013"), new = Asset.sample("new", "2014"),
      same = Asset.sample("same", "2014")
    let damaged = Asset.sample("damaged", "2015") { $0.damage = "cut off" }
    func poster(_ assets: [Asset]) -> String? { Album(.all, assets: assets).poster?.name.text }
    #expect(poster([old, new, same, damaged]) == "new")
    #expect(poster([same, new]) == "same")
    #expect(poster([Asset.sample("undated"), old]) == "old")
    #expect(poster([Asset.sample("undated"), Asset.sample("other")]) == "undated")
    #expect(poster([damaged]) == nil && poster([]) == nil)
  }
}

struct AssetQueryTests {
  private let library = LibrarySnapshot(
    inAnyOrder: [
      .sample("1", "2014-05-25", in: "/p/a"), .sample("2", "2014-05-24", in: "/p/a"),
      .sample("3", "2014-04-01", in: "/p/b", type: .png), .sample("4", "2013-01-01", in: "/q/a"),
    ])

  private func groups(_ change: (inout AssetQuery) -> Void) async throws -> [[String]] {
    var query = AssetQuery()
    change(&query)
    return try await query.groups(of: library).map(\.assets.names)
  }

  @Test(
    arguments: [
      (0, nil, [["1", "2"], ["3"], ["4"]]), (0, 0, []), (0, 1, [["1"]]), (0, 2, [["1", "2"]]),
      (0, 3, [["1", "2"], ["3"]]), (1, nil, [["2"], ["3"], ["4"]]), (2, nil, [["3"], ["4"]]),
      (1, 2, [["2"], ["3"]]),
      (3, 9, [["4"]]), (4, nil, []), (9, 9, []),
    ] as [(Int, Int?, [[String]])])
  func `offset and limit apply across groups`(offset: Int, limit: Int?, found: [[String]])
    async throws
  {
    #expect(try await groups { ($0.offset, $0.limit) = (offset, limit) } == found)
  }

  @Test func `only groups that were empty before the limit remain`() async throws {
    let found = try await groups {
      $0.keepsEmptyGroups = true
      $0.kinds = KindFilter(including: [.format(.jpeg)])
      $0.offset = 2
    }
    #expect(found == [[], ["4"]])
  }

  @Test func `a query is plain if it leaves nothing out`() throws {
    #expect(AssetQuery().isPlain)
    let since = try #require(DatePeriod("2014")).first
    let changes: [(inout AssetQuery) -> Void] = [
      { $0.album = "a" }, { $0.dates.since = since }, { $0.dates.until = since },
      { $0.kinds = KindFilter(excluding: [.video]) }, { $0.predicate = PredicateFilter { _ in true } },
      { $0.isUnique = true }, { $0.keepsEmptyGroups = true },
    ]
    for change in changes {
      var query = AssetQuery()
      change(&query)
      #expect(!query.isPlain)
    }
    var query = AssetQuery()
    #expect(query.filter == nil)
    query.predicate = PredicateFilter { $0.name.text != "1" }
    #expect(query.filter?.includes(.sample("1")) == false && query.filter?.includes(.sample("2")) == true)
    query.kinds = KindFilter(including: [.format(.png)])
    #expect(query.filter?.includes(.sample("2")) == false)
    #expect(query.filter?.includes(.sample("2", type: .png)) == true)
    #expect(query.filter?.includes(.sample("1", type: .png)) == false)
  }

  @Test func `an album is identified by its path or unique name`() async throws {
    #expect(try await groups { $0.album = "b" } == [["3"]])
    #expect(try await groups { $0.album = "/q/a" } == [["4"]])
    #expect(try await groups { $0.album = "All Photos" }.joined().count == 4)
    await #expect(throws: AssetQuery.QueryError.self) { try await groups { $0.album = "a" } }
    await #expect(throws: AssetQuery.QueryError.self) { try await groups { $0.album = "/p" } }
    await #expect(throws: AssetQuery.QueryError.self) { try await groups { $0.album = "c" } }
  }

  @Test func `albums come after all photos, and empty ones only on request`() async throws {
    var query = AssetQuery()
    func names() async throws -> [String] {
      try await query.albums(of: library).map { "\($0.name) \($0.count)" }
    }
    #expect(try await names() == ["All Photos 4", "a 2", "b 1", "a 1"])
    query.kinds = KindFilter(including: [.format(.png)])
    #expect(try await names() == ["All Photos 1", "b 1"])
    query.keepsEmptyGroups = true
    #expect(try await names().sorted() == ["All Photos 1", "a 0", "a 0", "b 1"])
    query = AssetQuery()
    query.album = "b"
    #expect(try await names() == ["b 1"])
    query.kinds = KindFilter(including: [.video])
    #expect(try await names() == [])
  }

  @Test func `the size of an album is clamped for huge files`() {
    let assets = [("a", 7), ("b", Int64.max - 10), ("c", 3)].map { Photos.asset($0.0, size: $0.1) }
    #expect(AlbumSummary(Album(.all, assets: Array(assets.prefix(2)))).fileSize == Int64.max - 3)
    #expect(AlbumSummary(Album(.all, assets: assets)).fileSize == Int64.max)
    #expect(AlbumSummary(Album(.all, assets: assets + assets)).fileSize == Int64.max)
    var album = Album(.all, assets: assets)
    album.unload()
    #expect(AlbumSummary(album).fileSize == nil)
    let sizes = [("a", 5), ("b", 9), ("c", 5)].map { name, size in
      AlbumSummary(.folder(Folder(FilePath("/\(name)"))), count: 1, dates: nil, fileSize: size)
    }
    #expect(AlbumOrder.size.sorted(sizes).map(\.name) == ["b", "a", "c"])
    #expect(AlbumOrder.size.sorted(sizes, .ascending).map(\.name) == ["a", "c", "b"])
  }

  @Test func `orders have their usual direction`() {
    #expect(
      AssetQuery.Sorting.allCases.map(\.usualDirection) == [.descending, .ascending, .descending, .ascending])
    #expect(AlbumOrder.name.usualDirection == .ascending && AlbumOrder.count.usualDirection == .descending)
    #expect(AlbumOrder.size.usualDirection == .descending)
    #expect(AlbumOrder.date.usualDirection == .descending)
  }
}
