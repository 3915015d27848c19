import PhotoFiles
import PhotoFormats
import PhotoLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

struct AssetCollectionTests {
  private let assets: [Asset] = [
    .sample("b10.jpg", "2014-05-25T10:00", size: 30), .sample("a.png", "2014-05-13", size: 10, type: .png),
    .sample("b2.jpg", "2014-05-25T10:00", size: 20),
    .sample("old.mov", "2012-01-01", size: 90, type: .quickTimeMovie),
    .sample("undated.jpg", size: 5),
  ]

  private func names(_ collection: inout AssetCollection) -> [[String]] {
    collection.groups.map(\.assets.names)
  }

  @Test func `assets and groups are sorted newest first, and equal dates by descending name`() {
    var collection = AssetCollection(assets)
    #expect(names(&collection) == [["b10.jpg", "b2.jpg", "a.png"], ["old.mov"], ["undated.jpg"]])
    #expect(collection.count == 5)
  }

  @Test func `filter and sorter change on a living collection`() {
    var collection = AssetCollection(assets)
    _ = collection.groups
    collection.filter = KindFilter(including: [.format(.jpeg)])
    #expect(names(&collection) == [["b10.jpg", "b2.jpg"], ["undated.jpg"]])
    #expect(collection.count == 3)
    collection.sorter = SizeSorter()
    #expect(names(&collection) == [["b10.jpg", "b2.jpg"], ["undated.jpg"]])
    collection.sorter = SizeSorter(.ascending)
    collection.filter = nil
    #expect(names(&collection) == [["a.png", "b2.jpg", "b10.jpg"], ["old.mov"], ["undated.jpg"]])
    collection.sorter = nil
    #expect(names(&collection).first == ["b10.jpg", "a.png", "b2.jpg"])
    collection.filter = PredicateFilter { $0.fileSize > 1000 }
    #expect(collection.groups.isEmpty)
    #expect(collection.lastIndexPath == nil)
  }

  @Test func `a collection of an album retains the album`() {
    let album = Album(.folder(Folder("/photos/Trip")), assets: assets)
    let filter = KindFilter(including: [.format(.jpeg)])
    var collection = AssetCollection(album, filter: filter, sorter: SizeSorter())
    #expect(collection.album == album && collection.album?.name == "Trip")
    #expect(names(&collection) == [["b10.jpg", "b2.jpg"], ["undated.jpg"]])
    collection.filter = nil
    #expect(collection.album?.count == collection.count)
    #expect(AssetCollection(assets).album == nil)
  }

  @Test func `assets may retain their order within sorted groups`() {
    var collection = AssetCollection(assets, sortsInsideGroups: false)
    #expect(names(&collection) == [["b10.jpg", "a.png", "b2.jpg"], ["old.mov"], ["undated.jpg"]])
    collection.sorter = DateSorter(.ascending)
    #expect(names(&collection) == [["old.mov"], ["b10.jpg", "a.png", "b2.jpg"], ["undated.jpg"]])
    collection.sortsInsideGroups = true
    #expect(names(&collection) == [["old.mov"], ["a.png", "b2.jpg", "b10.jpg"], ["undated.jpg"]])
    #expect((collection.grouping as? DateGrouping)?.isChronological == true)
  }

  @Test func `a file of unknown type is neither a photo nor a video`() {
    let unknown = Asset.sample("a.jpg", type: .unknown)
    #expect(unknown.mediaType == .unknown)
    #expect(!unknown.isPhoto && !unknown.isVideo)
    #expect(!KindFilter(including: [.photo]).includes(unknown))
    #expect(!KindFilter(including: [.video]).includes(unknown))
    #expect(KindFilter(including: [.damaged]).includes(unknown))
    #expect(KindFilter(excluding: [.photo, .video]).includes(unknown))
    let field = AssetField(name: "mediaType")
    #expect(field?.value(unknown) == .text("unknown"))
  }

  @Test func `each kind has a name`() {
    #expect(AssetKind.allCases.map { AssetKind(rawValue: $0.rawValue) } == AssetKind.allCases)
    #expect(AssetKind(rawValue: "jpg") == .format(.jpeg))
    #expect(AssetKind(rawValue: "painting") == nil)
  }

  @Test func `iPhone and Mac screenshots are distinguished`() {
    func screenshot(_ width: UInt32, _ height: UInt32, _ type: PhotoFileType, make: String? = nil) -> Asset {
      .sample("Screenshot_1.png", type: type) {
        $0.pixelSize = PixelSize(width: width, height: height)
        $0.camera = Camera(make: make, model: nil)
      }
    }
    #expect(screenshot(1170, 2532, .png).isIOSDeviceScreenshot)
    #expect(screenshot(2732, 2048, .heic).isIOSDeviceScreenshot)
    #expect(!screenshot(2880, 1800, .png).isIOSDeviceScreenshot)
    #expect(screenshot(2880, 1800, .png).isScreenshot)
    #expect(!screenshot(1170, 2532, .jpeg).isIOSDeviceScreenshot)
    #expect(!screenshot(1170, 2532, .png, make: "Canon").isIOSDeviceScreenshot)
    let photo = Asset.sample("a.png", type: .png) { $0.pixelSize = PixelSize(width: 1170, height: 2532) }
    #expect(!photo.isIOSDeviceScreenshot)
  }

  @Test(arguments: [SortDirection.ascending, .descending])
  func `many dates at once are put in the order in which two are compared`(_ direction: SortDirection) {
    var generator = SeededGenerator(seed: 11)
    let assets = (0..<400).map { number in
      let date = Int.random(in: 0...9, using: &generator)
      return Asset.sample(
        "\(Int.random(in: 0...99, using: &generator))-\(number).jpg", date == 0 ? nil : "2014-05-0\(date)",
        in: FilePath("/photos/\(Int.random(in: 0...3, using: &generator))"),
        change: { metadata in
          metadata.captureDate = metadata.captureDate.map {
            CaptureDate(
              time: $0.time, nanoseconds: .random(in: 0...2, using: &generator), fractionDigits: 9,
              source: $0.source)
          }
        })
    }
    let sorter = DateSorter(direction)
    #expect(sorter.sorted(assets).names == assets.sorted { sorter.precedes($0, $1) }.names)
    #expect(sorter.sorted([]).isEmpty)
  }

  @Test func `groups are made once, on the first read after a change`() {
    let asked = Mutex(0)
    var collection = AssetCollection(
      assets,
      filter: PredicateFilter { _ in
        asked.withLock { $0 += 1 }
        return true
      })
    #expect(asked.withLock { $0 } == 0)
    _ = (collection.groups, collection.count, collection.lastIndexPath, collection.indexPath(of: assets[0]))
    #expect(asked.withLock { $0 } == assets.count)
    collection.sorter = NameSorter()
    collection.keepsEmptyGroups = true
    #expect(asked.withLock { $0 } == assets.count)
    _ = (collection.groups, collection.count)
    #expect(asked.withLock { $0 } == 2 * assets.count)
  }

  @Test func `empty groups remain on request`() {
    var collection = AssetCollection(assets, filter: KindFilter(including: [.video]))
    #expect(collection.groups.map(\.key) == ["2012-01"])
    collection.keepsEmptyGroups = true
    #expect(collection.groups.map(\.key) == ["2014-05", "2012-01", "undated"])
    #expect(names(&collection) == [[], ["old.mov"], []])
    #expect(collection.lastIndexPath == ItemIndexPath(section: 1, item: 0))
    #expect(collection[ItemIndexPath(section: 0, item: 0)] == nil)
  }

  @Test func `index paths lead to assets and back`() {
    var collection = AssetCollection(assets)
    for (section, group) in collection.groups.enumerated() {
      for (item, asset) in group.assets.enumerated() {
        let path = ItemIndexPath(section: section, item: item)
        #expect(collection[path] == asset)
        #expect(collection.indexPath(of: asset) == path)
      }
    }
    #expect(collection.lastIndexPath == ItemIndexPath(section: 2, item: 0))
    for path in [(0, 3), (3, 0), (-1, 0), (0, -1), (Int.max, Int.max)] {
      #expect(collection[ItemIndexPath(section: path.0, item: path.1)] == nil)
    }
    #expect(collection.indexPath(of: .sample("stranger")) == nil)
    collection.filter = KindFilter(excluding: [.format(.png)])
    #expect(collection.indexPath(of: assets[1]) == nil)
    #expect(collection.indexPath(of: assets[3]) == ItemIndexPath(section: 1, item: 0))
  }

  @Test func `an empty collection has no groups`() {
    var collection = AssetCollection([])
    #expect(collection.groups.isEmpty)
    #expect(collection.count == 0)
    #expect(collection.lastIndexPath == nil)
  }

  @Test func `fractions of a second decide between photos of one second`() {
    func shot(_ name: String, _ nanoseconds: UInt32) -> Asset {
      .sample(name, "2014") { metadata in
        metadata.captureDate = metadata.captureDate.map {
          CaptureDate(time: $0.time, nanoseconds: nanoseconds, fractionDigits: 3, source: $0.source)
        }
      }
    }
    var collection = AssetCollection([shot("a", 1_000_000), shot("b", 3_000_000), shot("c", 2_000_000)])
    #expect(names(&collection) == [["b", "c", "a"]])
  }

  @Test func `kinds are united, and excluded kinds take precedence`() {
    let damaged = Asset.sample("x.jpg") { $0.damage = "cut" }
    let screenshot = Asset.sample("Screenshot_1.png", type: .png)
    #expect(KindFilter(including: [.format(.jpeg), .format(.png)]).includes(screenshot))
    #expect(!KindFilter(including: [.format(.png)], excluding: [.screenshot]).includes(screenshot))
    #expect(KindFilter(including: [.damaged]).includes(damaged))
    #expect(!KindFilter(excluding: [.photo]).includes(damaged))
    #expect(
      AllFilters([KindFilter(including: [.photo]), PredicateFilter { $0.name.text == "x.jpg" }]).includes(
        damaged))
    #expect(!AllFilters([KindFilter(), PredicateFilter { _ in false }]).includes(damaged))
  }

  @Test func `a video's universal time uses the clock for videos, a photo's date is unchanged`() {
    let tokyo = LibraryClocks(
      files: LibraryClocks.universal.files, videos: WallClock(identifier: "Asia/Tokyo"))
    func asset(_ source: DateSource) -> Asset {
      .sample("v", "2014-05-31T23:59", type: .mpeg4, clocks: tokyo) { metadata in
        metadata.captureDate = metadata.captureDate.map {
          CaptureDate(time: $0.time, offsetMinutes: 0, source: source)
        }
      }
    }
    let video = asset(.quickTimeCreateDate)
    #expect(video.date?.iso8601 == "2014-05-31T23:59:00+00:00")
    #expect(video.wallDate?.iso8601 == "2014-06-01T08:59:00+09:00")
    #expect(video.yyyyMMddHH == 2_014_060_108)
    #expect(asset(.quickTimeCreationDate).yyyyMMddHH == 2_014_053_123)
    #expect(Asset.sample("undated").yyyyMMddHH == nil)
  }

  @Test func `the modification time is the last resort for a date`() {
    let dated = Asset.sample("IMG_20140525_100000.jpg")
    #expect(dated.date?.source == .fileName)
    #expect(dated.yyyyMMddHH == 2_014_052_510)
    #expect(Asset.sample("plain.jpg").date == nil)
  }
}
