import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TerminalPicker

// The examples of docs/library.md that are not in Outside.swift. They are compiled but not run. Scripts/checks/documents
// checks that each example is in one of these files.

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

func lowLight(in library: PhotoLibrary) async throws -> [AssetGroup] {
  var query = AssetQuery()
  query.condition = try AssetCondition("iso:>=1600 or exposureTime:>1/15 -is:screenshot")
  query.grouping = .field(AssetField(.lens))
  return try await query.groups(of: library.snapshot())
}

func countByCamera(_ query: AssetQuery, in library: PhotoLibrary) async throws {
  let statistics = try await query.statistics(of: library.snapshot(), by: [.camera, .year])
  for group in statistics.top(10).groups { print(group.title, group.tally.count, group.tally.fileSize) }
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

func draw(_ picture: PhotoImage) throws {
  let device = TerminalDevice(behind: .standardOutput)
  var inquiry = TerminalInquiry.ask(device, environment: .ofProcess, timeout: .milliseconds(200))
  defer { inquiry.finish() }
  let drawing = inquiry.findings.graphics.drawing(of: picture.pixels, columns: 40, rows: 12)
  try FileDescriptor.standardOutput.writeAll(DrawingRow([drawing]).bytes)
}

func pickOnScreen(from library: PhotoLibrary) async throws -> [FilePath] {
  let cache = ThumbnailCache(folder: try UserFolders.current.thumbnails, version: "1.0")
  var options = PickerOptions()
  options.policy = SelectionChecks(maximumCount: 10)
  let picker = TerminalPicker(options, cache: cache) { onProgress, show in
    await show(try await library.snapshot(onProgress: onProgress))
  }
  return try await picker.run()?.picked.map(\.asset.path) ?? []
}
