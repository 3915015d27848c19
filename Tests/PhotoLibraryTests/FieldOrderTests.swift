import PhotoFormats
import Testing

@testable import PhotoLibrary

struct FieldOrderTests {
  private static let duration = AssetField(.duration)

  private let assets: [Asset] = [
    .sample("a.mov") { $0.duration = 10 }, .sample("b.jpg"), .sample("c.mov") { $0.duration = 2.5 },
    .sample("d.mov") { $0.duration = 10 },
  ]

  @Test func `fields have keys of their own, by which they are found`() {
    #expect(Set(AssetField.all.map(\.name)).count == AssetField.all.count)
    for field in AssetField.asked { #expect(AssetField(name: field.name) == field) }
    for field in MetadataField.allCases { #expect(AssetField(name: field.key)?.kind == field.kind) }
    #expect(AssetField(name: "nothing") == nil)
  }

  @Test func `groups are sorted by value, with missing values last`() {
    var collection = AssetCollection(assets, grouping: FieldGrouping(Self.duration), sorter: nil)
    #expect(collection.groups.map(\.key) == ["2.5", "10", "none"])
    #expect(collection.groups.map(\.assets.count) == [1, 2, 1])
    var names = AssetCollection(
      [.sample("IMG_10.jpg"), .sample("IMG_9.jpg")],
      grouping: FieldGrouping(AssetField(name: "name") ?? .date))
    #expect(names.groups.map(\.key) == ["IMG_9.jpg", "IMG_10.jpg"])
  }

  @Test func `a photo belongs once to the group of each keyword`() throws {
    let assets: [Asset] = [
      .sample("a.jpg") { $0.values[.keywords] = .list(["Temple", "Kyoto", "Temple"]) },
      .sample("b.jpg") { $0.values[.keywords] = .list(["Kyoto"]) }, .sample("c.jpg"),
    ]
    let grouping = try #require(AssetQuery.Grouping(rawValue: "keyword"))
    #expect(grouping.rawValue == "keywords" && grouping.repeatsAssets)
    var collection = AssetCollection(assets, grouping: grouping.grouping, sorter: NameSorter())
    #expect(collection.groups.map(\.key) == ["Kyoto", "Temple", "none"])
    #expect(collection.groups.map(\.title) == ["Kyoto", "Temple", "No keywords"])
    #expect(collection.groups.map(\.assets.names) == [["a.jpg", "b.jpg"], ["a.jpg"], ["c.jpg"]])
    #expect(collection.indexPath(of: assets[0]) == ItemIndexPath(section: 0, item: 0))
    let items = AssetSnapshot(collection.groups).items
    #expect(Set(items.map(\.id)).count == 4)
    collection.keepsEmptyGroups = true
    collection.filter = PredicateFilter { $0.name.text != "a.jpg" }
    #expect(collection.groups.map(\.assets.names) == [["b.jpg"], [], ["c.jpg"]])
  }

  @Test(
    arguments: [
      ("focalLength", .number(49.7), "50", "50 mm"), ("exposureTime", .number(0.00401), "1/249", "1/249 s"),
      ("exposureTime", .number(0.004), "1/250", "1/250 s"), ("exposureTime", .number(2.5), "2.5", "2.5 s"),
      ("aperture", .number(2.828), "2.8", "f/2.8"), ("iso", .number(1600), "1600", "iso 1600"),
      ("rating", .integer(-1), "-1", "rating -1"), ("flash", .flag(true), "true", "flash true"),
      ("lens", .text("RF 24mm"), "RF 24mm", "RF 24mm"), ("exposureBias", .number(-1 / 3), "-0.3", "-0.3 EV"),
      ("people", .list(["Zoë"]), "Zoë", "Zoë"), ("speed", .number(1e300), "1e+300", "1e+300 km/h"),
    ] as [(String, FieldValue, String, String)])
  func `group titles use rounded values and units`(
    name: String, value: FieldValue, key: String, title: String
  ) throws {
    let field = try #require(MetadataField.allCases.first { $0.key == name })
    let asset = Asset.sample("a.jpg") { $0.values[field] = value }
    let grouping = try #require(AssetQuery.Grouping(rawValue: name)).grouping
    var collection = AssetCollection([asset], grouping: grouping)
    #expect(collection.groups.map(\.key) == [key])
    #expect(collection.groups.map(\.title) == [title])
  }

  @Test func `dates are groups of days, and sizes of megabytes`() {
    let asset = Asset.sample("a.jpg", "2014-05-25T10:00", size: 2_400_000)
    func keys(_ name: String) -> [String]? {
      var collection = AssetQuery.Grouping(rawValue: name).map {
        AssetCollection([asset], grouping: $0.grouping)
      }
      return collection?.groups.map(\.key)
    }
    #expect(keys("date") == ["2014-05-25"])
    #expect(keys("modified") == ["1970-01-01"])
    #expect(keys("size") == ["2000000"])
    #expect(keys("camera") == ["unknown"])
    #expect(keys("nothing") == nil)
  }

  @Test func `an order is one of the usual ones or a field, numbers from the largest on`() throws {
    for usual in AssetQuery.Sorting.allCases {
      #expect(AssetQuery.Sorting(rawValue: usual.rawValue) == usual)
    }
    for usual in AssetQuery.Grouping.allCases {
      #expect(AssetQuery.Grouping(rawValue: usual.rawValue) == usual)
    }
    let sorting = try #require(AssetQuery.Sorting(rawValue: "duration"))
    #expect(sorting == .field(Self.duration) && sorting.rawValue == "duration")
    #expect(sorting.sorter(nil).sorted(assets).names == ["a.mov", "d.mov", "c.mov", "b.jpg"])
    #expect(sorting.sorter(.ascending).sorted(assets).names == ["c.mov", "a.mov", "d.mov", "b.jpg"])
    #expect(AssetQuery.Sorting(rawValue: "lens")?.usualDirection == .ascending)
  }

  @Test func `assets are sorted by the value in either direction, equal ones by path`() {
    let ascending = FieldSorter(Self.duration)
    #expect(ascending.sorted(assets).map(\.name.text) == ["c.mov", "a.mov", "d.mov", "b.jpg"])
    let descending = FieldSorter(Self.duration, .descending).sorted(assets)
    #expect(descending.map(\.name.text) == ["a.mov", "d.mov", "c.mov", "b.jpg"])
    #expect(ascending.precedes(assets[2], assets[0]) && !ascending.precedes(assets[1], assets[0]))
  }
}

struct SharedFactsTests {
  @Test func `photos of one camera and with the same values share both`() {
    let facts = SharedFacts()
    var first = PhotoMetadata(fileType: .jpeg)
    first.camera = Camera(make: "Canon", model: "EOS")
    first.values[.software] = .text("Ver.1.00")
    var second = first
    second.values = MetadataValues()
    second.values[.software] = .text("Ver.1.00")
    let cameras = (facts.share(first.camera, &first.values), facts.share(second.camera, &second.values))
    #expect(cameras.0 != nil && cameras.0 === cameras.1)
    let starts = (
      first.values.encoded.withUnsafeBufferPointer { $0.baseAddress },
      second.values.encoded.withUnsafeBufferPointer { $0.baseAddress }
    )
    #expect(starts.0 == starts.1)
    #expect(second.values[.software] == .text("Ver.1.00"))
  }
}
