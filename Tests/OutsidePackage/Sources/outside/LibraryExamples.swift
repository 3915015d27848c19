import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage

// The examples of docs/library.md that Outside.swift does not hold. They are compiled, not run;
// Scripts/checks/documents looks that each stands here or there.

func printMonths() async throws {
  let library = PhotoLibrary(roots: ["/home/ann/Pictures"])
  let snapshot = try await library.snapshot()
  var collection = AssetCollection(snapshot.assets, grouping: DateGrouping(.month))
  collection.filter = try KindFilter(list: "photo,!screenshot")
  for group in collection.groups {
    print(group.title, group.assets.map(\.name.text))
  }
  for problem in snapshot.problems { print(problem) }
}

struct WeekdayGrouping: AssetGrouping {
  private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  func bucket(for asset: Asset) -> Int? { asset.wallTime?.weekday }
  func key(of bucket: Int) -> String { Self.names[bucket - 1].lowercased() }
  func title(of bucket: Int) -> String { Self.names[bucket - 1] }
}

func largePhotosByWeekday(_ assets: [Asset]) -> AssetCollection {
  var collection = AssetCollection(assets, grouping: WeekdayGrouping())
  collection.filter = PredicateFilter { $0.fileSize > 10_000_000 }
  collection.sorter = SizeSorter()
  return collection
}

func printNewAlbums(of library: PhotoLibrary) async throws {
  for try await change in library.changes() {
    for album in change.insertedAlbums { print("new album: \(album.name)") }
    for asset in change.deletedAssets { print("gone: \(asset.path)") }
  }
}

func pick(_ text: String, from assets: [Asset]) throws -> [FilePath] {
  var collection = AssetCollection(assets)
  let view = NumberedView(collection.groups)
  // "1-4,9", "@2014-05,!2", …
  let positions = try SelectionExpression(text).resolve(in: view.selectable)
  return view.picked(positions).map(\.asset.path)
}

func thumbnail(of path: FilePath) throws -> [UInt8] {
  let picture = try PhotoImage.render(path, .thumbnail(side: 320))
  return try picture.pixels.jpeg(quality: 0.8)
}
