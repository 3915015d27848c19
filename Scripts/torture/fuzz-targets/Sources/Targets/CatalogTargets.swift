import Foundation
// The layer over SQLite and the schema are internal to the module.
@testable import PhotoCatalog
@testable import PhotoFiles
@testable import PhotoFormats
@testable import PhotoLibrary
import SystemPackage

/// Changes a catalog, and asks it every kind of question.
///
/// The first byte of each line selects the change: a value of a column, a statement, or bytes of the file.
func fuzzRows(_ bytes: [UInt8]) {
  waitForEnd {
    guard let catalog = FuzzedCatalog.whole else { preconditionFailure("no catalog to change") }
    let file = FuzzedCatalog.folder.appending("changed.sqlite")
    guard FuzzedCatalog.write(catalog, to: file) else { return }
    for line in bytes.split(separator: 10).prefix(8) { FuzzedCatalog.change(file, Array(line)) }
    await FuzzedCatalog.ask(CatalogLocation(file))
  }
}

private enum FuzzedCatalog {
  static let folder: FilePath = {
    let folder = FilePath(NSTemporaryDirectory()).appending("photopick-fuzz-\(getpid())")
    _ = folder.withPlatformString { mkdir($0, 0o700) }
    return folder
  }()

  /// The bytes of a catalog with a few photos.
  static let whole: [UInt8]? = {
    let file = folder.appending("whole.sqlite")
    waitForEnd {
      guard let catalog = try? Catalog(CatalogLocation(file)) else { return }
      await catalog.absorb(reports)
      try? await catalog.close()
    }
    return FileManager.default.contents(atPath: file.string).map { Array($0) }
  }()

  private static var reports: [ScanReport] {
    let identity = FileStatus.Identity(device: 1, inode: 1)
    let top = Folder("/photos")
    let folders = [top, Folder("/photos/a")].map { folder in
      ScanReport.folder(ScanReport.FolderReport(folder: folder, identity: identity, target: nil))
    }
    return folders + (0..<12).map { number in
      let asset = photo("IMG_\(number).jpg") { metadata in
        if number % 4 == 0 { metadata.captureDate = nil }
      }
      let time = FileStatus.Time(seconds: 1_400_000_000 + Int64(number), nanoseconds: 0)
      let file = KnownFile(
        inode: UInt64(number + 2), size: 100, modified: time, changed: time, birth: nil, isSettled: true,
        metadata: KnownMetadata(PhotoMetadata(fileType: .jpeg)))
      return .file(ScanReport.FileReport(folder: top, name: asset.name, file: file, asset: asset))
    }
  }

  static func write(_ bytes: [UInt8], to file: FilePath) -> Bool {
    try? CatalogLocation(file).remove()
    return FileManager.default.createFile(atPath: file.string, contents: Data(bytes))
  }

  private static let columns = [
    "photo": [
      "id", "folder", "name", "hidden", "link", "device", "inode", "size", "clock", "date", "fileType", "format",
      "camera", "orientation", "latitude", "rating", "lens", "damaged",
    ],
    "folder": ["path", "parent", "device", "inode", "target"], "record": ["record"], "string": ["text", "hash"],
    "list": ["photo", "field", "string"], "camera": ["id", "make", "name"], "catalog": ["version", "revision"],
  ].flatMap { table, columns in columns.map { (table, $0) } }.sorted { $0 < $1 }

  static func change(_ file: FilePath, _ line: [UInt8]) {
    guard line.count > 2, let connection = try? Connection(to: file, for: .writing) else { return }
    let rest = Array(line.dropFirst(2))
    switch line[0] % 3 {
    case 0:
      let (table, column) = columns[Int(line[1]) % columns.count]
      try? connection.run("UPDATE OR IGNORE \(table) SET \(column) = ?", [value(rest)])
    case 1: try? connection.execute(String(decoding: rest, as: UTF8.self))
    default:
      guard var bytes = FileManager.default.contents(atPath: file.string), !bytes.isEmpty else { return }
      // A page has 16,384 bytes.
      let place = (Int(line[1]) << 10 | Int(rest[0]) << 2) % bytes.count
      for (index, byte) in rest.dropFirst().enumerated() where place + index < bytes.count { bytes[place + index] = byte }
      _ = write(Array(bytes), to: file)
    }
  }

  private static func value(_ bytes: [UInt8]) -> SQLiteValue {
    let text = String(decoding: bytes, as: UTF8.self)
    switch bytes[0] % 5 {
    case 0: return .null
    case 1: return .integer(bytes.dropFirst().prefix(8).reduce(0) { $0 << 8 | Int64($1) })
    case 2: return .real(Double(text.dropFirst()) ?? .infinity)
    case 3: return .text(text)
    default: return .blob(bytes)
    }
  }

  /// Asks all kinds of questions, each of which may fail.
  static func ask(_ location: CatalogLocation) async {
    guard let catalog = try? Catalog(reading: [CatalogSource(location)]) else { return }
    func question(_ change: (inout AssetQuery) -> Void) -> CatalogQuery {
      var query = AssetQuery()
      change(&query)
      return CatalogQuery(roots: ["/photos"], options: ScanOptions(), query: query)
    }
    _ = try? await question { _ in }.snapshot(of: catalog)
    for grouping in [AssetQuery.Grouping.month, .album, .camera, .format] {
      _ = try? await question { ($0.grouping, $0.limit) = (grouping, 2) }.snapshot(of: catalog)
      _ = try? await question { _ in }.statistics(of: catalog, by: [grouping])
    }
    for condition in ["word", "lens:x rating:>1", "not date:2014 -camera:m", "path:IMG near:1,2,5km"] {
      guard let condition = try? AssetCondition(condition) else { continue }
      _ = try? await question { $0.condition = condition }.snapshot(of: catalog)
      _ = try? await question { ($0.condition, $0.limit) = (condition, 2) }.snapshot(of: catalog)
    }
    for field in [MetadataField.rating, .iso] {
      _ = try? await question { ($0.sorting, $0.limit) = (.field(AssetField(field)), 2) }.snapshot(of: catalog)
    }
    _ = try? await question { _ in }.albums(of: catalog, isComplete: true)
    _ = try? catalog.status()
    let scanned = PhotoLibrary(roots: ["/photos"], catalog: catalog)
    _ = try? await scanned.snapshot()
    for notice in catalog.takeNotices() { requireSafe(notice) }
    _ = try? await CatalogMerge.write([CatalogSource(location)], as: folder.appending("merged.sqlite"))
  }
}
