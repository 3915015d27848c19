import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport

@testable import PhotoCatalog
@testable import PhotoLibrary

/// Random photos without files, generated from a seed.
struct RandomLibrary {
  var generator: SeededGenerator
  private(set) var reports: [ScanReport] = []
  /// All paths, some of which lead to the same file.
  private(set) var assets: [Asset] = []

  /// Clocks with a daylight saving change within the dates of the photos.
  static let clocks = LibraryClocks(
    files: WallClock(identifier: "Europe/Berlin") ?? .machine,
    videos: WallClock(identifier: "America/New_York"))

  private static let folders: [Folder] = [
    "/photos", "/photos/Trip 2", "/photos/Trip 10", "/photos/Trip 10/day", "/photos/.hidden",
    "/photos/a/Trip 2",
    "/photos/.hidden/deep",
  ].map { Folder($0) }

  /// - Parameter hasLinks: Whether several paths lead to some files.
  init(seed: UInt64, count: Int, hasLinks: Bool = true) {
    self.init(seed: seed)
    for number in 0..<count { addFile(number, hasLinks: hasLinks) }
  }

  /// Creates photos of two formats without a date, with the given modification times.
  init(modified moments: [Int64]) {
    self.init(seed: 1)
    for (number, moment) in moments.enumerated() {
      let metadata = PhotoMetadata(fileType: number.isMultiple(of: 2) ? .jpeg : .png)
      let name = FileName(unchecked: Array("\(number)".utf8))
      add(Self.status(number, modified: moment), metadata, as: name, in: Self.folders[0])
    }
  }

  private init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for (index, folder) in Self.folders.enumerated() {
      let identity = FileStatus.Identity(device: 1, inode: UInt64(index + 1))
      reports.append(
        .folder(
          ScanReport.FolderReport(
            folder: folder, identity: identity, target: nil, goneFiles: [], goneFolders: [])))
    }
  }

  private mutating func addFile(_ number: Int, hasLinks: Bool) {
    let modified = chance(5) ? 0 : second()
    let isShared = hasLinks && chance(12)
    let status = Self.status(
      number, size: Int64.random(in: 1...4, using: &generator), modified: modified,
      linkCount: isShared ? 2 : 1)
    let metadata = metadata()
    add(status, metadata, isSymbolicLink: false)
    if isShared { add(status, metadata, isSymbolicLink: false) }
    if hasLinks, chance(6) { add(status, metadata, isSymbolicLink: true) }
  }

  private static func status(
    _ number: Int, size: Int64 = 1, modified: Int64, linkCount: UInt64 = 1
  ) -> FileStatus {
    let time = FileStatus.Time(seconds: modified, nanoseconds: 0)
    return FileStatus(
      identity: FileStatus.Identity(device: 1, inode: UInt64(1000 + number)), size: size, modified: time,
      changed: time, linkCount: linkCount)
  }

  private mutating func add(_ status: FileStatus, _ metadata: PhotoMetadata, isSymbolicLink: Bool) {
    let words = ["IMG_2", "IMG_10", "Screenshot_20141026-013000", ".hidden", "b", "IMG_20141102_013000"]
    let word = words.randomElement(using: &generator) ?? "b"
    let name = FileName(unchecked: Array("\(word) \(assets.count).jpg".utf8))
    let folder = Self.folders[Int.random(in: Self.folders.indices, using: &generator)]
    add(status, metadata, as: name, in: folder, isSymbolicLink: isSymbolicLink)
  }

  private mutating func add(
    _ status: FileStatus, _ metadata: PhotoMetadata, as name: FileName, in folder: Folder,
    isSymbolicLink: Bool = false
  ) {
    let asset = Asset(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: metadata,
      clocks: Self.clocks)
    var file = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: nil, isSettled: true, metadata: KnownMetadata(metadata))
    file.isSymbolicLink = isSymbolicLink
    file.device = status.identity.device
    assets.append(asset)
    reports.append(.file(ScanReport.FileReport(folder: folder, name: name, file: file, asset: asset)))
  }

  /// Returns a second in the three weeks in which both clocks are set back, often one that other photos have too.
  mutating func second() -> Int64 {
    let start: Int64 = 1_414_281_600  // 2014-10-26T00:00:00Z
    let base = chance(50) ? start : start + 7 * 86_400
    return base + Int64.random(in: 0...40, using: &generator) * 900
  }

  private mutating func metadata() -> PhotoMetadata {
    let types: [PhotoFileType] = [.jpeg, .jpeg, .png, .heic, .canonRAW, .quickTimeMovie, .unknown]
    var metadata = PhotoMetadata(fileType: types.randomElement(using: &generator) ?? .jpeg)
    if metadata.fileType == .quickTimeMovie {
      let source = chance(70) ? DateSource.quickTimeCreateDate : .quickTimeCreationDate
      metadata.captureDate = CaptureDate(time: CivilTime(seconds: second()), source: source)
    } else if chance(60) {
      metadata.captureDate = CaptureDate(
        time: CivilTime(seconds: second()), nanoseconds: chance(30) ? 500_000_000 : 0,
        source: .exifDateTimeOriginal)
    }
    let models = ["Canon EOS 5D", "X100", "iPhone 5"]
    if chance(70) {
      metadata.camera = Camera(
        make: chance(50) ? "Canon" : nil, model: models.randomElement(using: &generator))
    }
    if chance(10) { metadata.isScreenshot = true }
    if chance(10) { metadata.damage = "it is cut short" }
    if chance(60) {
      metadata.pixelSize = PixelSize(width: chance(50) ? 3 : 4, height: chance(50) ? 3 : 5)
      metadata.orientation = chance(50) ? .left : nil
    }
    if chance(40) { metadata.location = location() }
    metadata.values = values()
    return metadata
  }

  /// Returns the result of a scan with some options.
  func snapshot(_ options: ScanOptions, under root: FilePath = "/photos") -> LibrarySnapshot {
    let shown = Self.folders.filter { folder in
      guard folder.path.starts(with: root) else { return false }
      let below = folder.path.components.dropFirst(root.components.count).map { String(decoding: $0) }
      let isHidden = below.contains { $0.hasPrefix(".") }
      return (options.includesHidden || !isHidden) && below.count <= options.maximumDepth ?? .max
    }
    var found = assets.filter { asset in
      (options.includesHidden || !asset.name.isHidden) && shown.contains { $0 === asset.folder }
    }
    SameFiles.removeDuplicates(from: &found, areNamed: false)
    AssetOrder.sortByPath(&found)
    return LibrarySnapshot(assets: found)
  }

  /// Returns a random query.
  mutating func query() -> AssetQuery {
    var query = AssetQuery()
    query.grouping = AssetQuery.Grouping.allCases.randomElement(using: &generator) ?? .all
    if chance(30), let other = AssetQuery.Grouping(rawValue: field().name) { query.grouping = other }
    query.sorting = chance(60) ? .date : AssetQuery.Sorting.allCases.randomElement(using: &generator) ?? .name
    if chance(30), let other = AssetQuery.Sorting(rawValue: field().name) { query.sorting = other }
    query.direction = [nil, .ascending, .descending].randomElement(using: &generator) ?? nil
    if chance(80) { query.limit = Int.random(in: 0...12, using: &generator) }
    if chance(30) { query.offset = Int.random(in: 0...9, using: &generator) }
    if chance(20) { query.album = ["Trip 10", "/photos/Trip 2", "day"].randomElement(using: &generator) }
    if chance(10) { query.keepsEmptyGroups = true }
    if chance(40) {
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        guard let kind = AssetKind.allCases.randomElement(using: &generator) else { continue }
        if chance(50) { query.kinds.included.insert(kind) } else { query.kinds.excluded.insert(kind) }
      }
    }
    if chance(60) { query.condition = condition() }
    if chance(25) { query.dates.since = CivilTime(seconds: second()) }
    if chance(25) { query.dates.until = CivilTime(seconds: second()) }
    return query
  }

  /// Returns random options.
  mutating func options() -> ScanOptions {
    ScanOptions(
      includesHidden: chance(30), maximumDepth: chance(20) ? Int.random(in: 0...2, using: &generator) : nil,
      clocks: Self.clocks)
  }
}

extension RandomLibrary {
  /// Creates a catalog that contains the photos.
  func catalog(in tree: TemporaryTree) async throws -> Catalog {
    let catalog = try Catalog(CatalogLocation(tree.at("catalog.sqlite")))
    await catalog.absorb(reports)
    await catalog.finish()
    return catalog
  }
}
