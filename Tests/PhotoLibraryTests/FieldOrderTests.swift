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
    for field in AssetField.all { #expect(AssetField(name: field.name) == field) }
    for field in MetadataField.allCases { #expect(AssetField(name: field.key)?.kind == field.kind) }
    #expect(AssetField(name: "nothing") == nil)
  }

  @Test func `groups follow the order of the values, and those without one come last`() {
    var collection = AssetCollection(assets, grouping: FieldGrouping(Self.duration), sorter: nil)
    #expect(collection.groups.map(\.key) == ["2.5", "10", "none"])
    #expect(collection.groups.map(\.assets.count) == [1, 2, 1])
    var names = AssetCollection(
      [.sample("IMG_10.jpg"), .sample("IMG_9.jpg")],
      grouping: FieldGrouping(AssetField(name: "name") ?? .date))
    #expect(names.groups.map(\.key) == ["IMG_9.jpg", "IMG_10.jpg"])
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
    let cameras = (facts.share(&first), facts.share(&second))
    #expect(cameras.0 != nil && cameras.0 === cameras.1)
    let starts = (
      first.values.encoded.withUnsafeBufferPointer { $0.baseAddress },
      second.values.encoded.withUnsafeBufferPointer { $0.baseAddress }
    )
    #expect(starts.0 == starts.1)
    #expect(second.values[.software] == .text("Ver.1.00"))
  }
}
