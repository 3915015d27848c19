import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoLibrary

/// Several catalogs return the same photos as one with all of their photos.
struct SeveralCatalogsTests {
  private let tree: TemporaryTree
  private static let groupings =
    AssetQuery.Grouping.allCases + AssetField.asked.compactMap { AssetQuery.Grouping(rawValue: $0.name) }

  init() throws { tree = try TemporaryTree() }

  @Test(arguments: UInt64(1)...8)
  func `random queries return the same photos from several catalogs and from one`(seed: UInt64) async throws {
    var library = RandomLibrary(
      seed: seed, count: seed.isMultiple(of: 2) ? 150 : 40, hasLinks: !seed.isMultiple(of: 3))
    let sources = try await library.sources(Int(seed % 3) + 2, in: tree)
    let several = try Catalog(reading: sources)
    let merged = tree.at("merged.sqlite")
    _ = try await CatalogMerge.write(sources, as: merged)
    let one = try Catalog(CatalogLocation(merged))
    for number in 0..<20 {
      await Task.yield()
      var query = library.query()
      let options = library.options()
      let asked = query
      let question = CatalogQuery(roots: ["/photos"], options: options, query: query)
      let plain = await groups { try await asked.groups(of: library.snapshot(options)) }
      for catalog in [several, one] {
        let known = await groups { try await asked.groups(of: try await question.snapshot(of: catalog)) }
        #expect(known == plain, "seed \(seed), query \(number): \(query)")
      }
      if library.chance(70) { (query.limit, query.offset) = (nil, 0) }
      let by = [Self.groupings.randomElement(using: &library.generator) ?? .year]
      let counting = CatalogQuery(roots: ["/photos"], options: options, query: query)
      let counted = try? await counting.statistics(of: several, by: by)
      let inMemory = try? await query.statistics(of: library.snapshot(options), by: by)
      #expect(counted == inMemory, "seed \(seed), query \(number): \(by) \(query)")
      let albums = CatalogQuery(roots: ["/photos/Trip 10/day"], options: options)
      #expect(
        try await albums.albums(of: several, isComplete: number % 2 == 0)
          == albums.albums(of: one, isComplete: number % 2 == 0))
    }
  }

  @Test(arguments: [
    [AssetQuery.Grouping.camera, .month], [.album, .week], [.format, .year], [.weekday], [.all],
  ])
  func `tallies of several catalogs count like photos in memory`(groupings: [AssetQuery.Grouping])
    async throws
  {
    var library = RandomLibrary(seed: 21, count: 300)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions(clocks: RandomLibrary.clocks))
    let plain = try await query.query.statistics(of: library.snapshot(query.options), by: groupings)
    #expect(plain.total.count > 100)
    for sources in [try await library.sources(3, in: tree), try await library.disjointSources(4, in: tree)] {
      let catalog = try Catalog(reading: sources)
      #expect(try await query.statistics(of: catalog, by: groupings) == plain)
    }
  }

  @Test func `albums of disjoint catalogs are counted like those of one`() async throws {
    let library = RandomLibrary(modified: (0..<50).map { 1_414_285_200 + $0 * 9000 })
    let sources = try await library.disjointSources(5, in: tree)
    let query = CatalogQuery(roots: ["/photos"], options: ScanOptions(clocks: RandomLibrary.clocks))
    _ = try await CatalogMerge.write(sources, as: tree.at("merged.sqlite"))
    let several = try await query.albums(of: Catalog(reading: sources), isComplete: false)
    #expect(several?.first?.count == 50)
    #expect(
      try await several
        == query.albums(of: Catalog(CatalogLocation(tree.at("merged.sqlite"))), isComplete: false))
  }

  @Test(arguments: ["/photos", "/photos/Trip 10"])
  func `the first photos by date are found among few candidates`(root: FilePath) async throws {
    let library = RandomLibrary(seed: 9, count: 400, hasLinks: false)
    let catalog = try Catalog(reading: try await library.disjointSources(3, in: tree))
    var query = AssetQuery()
    let options = ScanOptions(clocks: RandomLibrary.clocks)
    for direction in [SortDirection.ascending, .descending] {
      (query.direction, query.limit, query.grouping) = (direction, 5, .all)
      let question = CatalogQuery(roots: [root], options: options, query: query)
      let count = try await catalog.read { dbs in
        let scan = try PhotoScan(question, dbs, areDisjoint: true)
        var first = try #require(try FirstPhotos(scan, dbs))
        return try #require(try first.candidates()).count
      }
      // Undated photos, and those with UTC dates of the day before and after, are candidates.
      #expect((5..<300).contains(count))
      let groups = try await query.groups(of: try await question.snapshot(of: catalog))
      let plain = try await query.groups(of: library.snapshot(options, under: root))
      #expect(groups.flatMap(\.assets).map(\.path) == plain.flatMap(\.assets).map(\.path), "\(direction)")
    }
  }

  @Test(arguments: [
    "inode = 2 WHERE path = '/photos/a/Trip 2'", "target = path WHERE path = '/photos/Trip 10'",
  ])
  func `the first photos by date depend on folders with several paths`(change: String) async throws {
    let library = RandomLibrary(seed: 9, count: 400, hasLinks: false)
    let sources = try await library.disjointSources(3, in: tree)
    let last = try Catalog(try #require(sources.last).location)
    try last.pool.write { db in
      try db.run("UPDATE folder SET \(change)")
      #expect(try db.number("SELECT changes()") == 1)
    }
    try await last.close()
    let catalog = try Catalog(reading: sources)
    var query = AssetQuery()
    query.grouping = .all
    let options = ScanOptions(clocks: RandomLibrary.clocks)
    let all = CatalogQuery(roots: ["/photos"], options: options, query: query)
    let whole = try await query.groups(of: try await all.snapshot(of: catalog)).flatMap(\.assets).map(\.path)
    query.limit = 40
    let first = CatalogQuery(roots: ["/photos"], options: options, query: query)
    let groups = try await query.groups(of: try await first.snapshot(of: catalog))
    #expect(groups.flatMap(\.assets).map(\.path) == Array(whole.prefix(40)))
  }

  @Test func `shards are known to contain no path twice`() {
    var shards: [PathResidue?] = Array(repeating: nil, count: 7)
    for number in 0..<300 {
      let hash = PathResidue.hash(of: FileName(unchecked: Array("\(number).jpg".utf8)), in: Array("/a".utf8))
      let shard = Int(hash % 7)
      if shards[shard] == nil { shards[shard] = PathResidue(hash: hash) }
      shards[shard]?.add(hash)
    }
    #expect(PathResidue.areDisjoint(shards))
    #expect(!PathResidue.areDisjoint(shards + [shards[3]]))
    #expect(!PathResidue.areDisjoint(shards + [nil]))
    #expect(!PathResidue.areDisjoint(shards + [PathResidue(hash: 5, modulus: 1)]))
    #expect(PathResidue.areDisjoint([PathResidue(hash: 5), PathResidue(hash: 6)]))
  }

  @Test func `a published catalog has the remainder of its paths`() async throws {
    let library = RandomLibrary(seed: 5, count: 100)
    let folder = try PublishedFolder(tree.at("shared"))
    _ = try await folder.publish(try await library.disjointSources(2, in: tree))
    let sources = try CatalogSource.all(at: tree.at("shared"))
    #expect(sources.count == 2 && sources.allSatisfy { $0.residue?.modulus ?? 0 > 0 })
    #expect(try !Catalog(reading: sources).areDisjoint)
    #expect(try Catalog(reading: [sources[0]]).areDisjoint)
  }

  @Test func `equal catalogs are merged into equal bytes`() async throws {
    let library = RandomLibrary(seed: 5, count: 100)
    let sources = try await library.disjointSources(3, in: tree)
    for name in ["1", "2"] { _ = try await CatalogMerge.write(sources, as: tree.at(FilePath(name))) }
    #expect(tree.bytes("1") == tree.bytes("2"))
    _ = try await CatalogMerge.write([CatalogSource(CatalogLocation(tree.at("1")))], as: tree.at("3"))
    #expect(tree.bytes("1") == tree.bytes("3"))
  }

  /// Returns key, title and paths of each group, or the error.
  private func groups(_ body: () async throws -> [AssetGroup]) async -> [String] {
    do {
      return try await body().map { group in
        ([group.key, group.title] + group.assets.map(\.path.string)).joined(separator: "\n")
      }
    } catch {
      return ["\(error)"]
    }
  }
}

extension RandomLibrary {
  /// Writes each photo to one of several catalogs, and some also to others, there possibly in an earlier state.
  fileprivate mutating func sources(_ count: Int, in tree: TemporaryTree) async throws -> [CatalogSource] {
    var parts = Array(repeating: [ScanReport](), count: count)
    let files = reports.compactMap { if case .file(let report) = $0 { report } else { nil } }
    for report in reports {
      guard case .file(let file) = report else {
        for part in parts.indices where part == 0 || chance(80) { parts[part].append(report) }
        continue
      }
      let home = Int.random(in: 0..<count, using: &generator)
      parts[home].append(report)
      for part in parts.indices where part != home && chance(15) {
        let copy = chance(50) ? file : files.randomElement(using: &generator).map { file.earlier(like: $0) }
        parts[part].append(.file(copy ?? file))
      }
    }
    var sources: [CatalogSource] = []
    for (number, part) in parts.enumerated() {
      let location = CatalogLocation(tree.at(FilePath("part \(number).sqlite")))
      let catalog = try Catalog(location)
      await catalog.absorb(part)
      try await catalog.close()
      sources.append(CatalogSource(location))
    }
    return sources
  }

  fileprivate func disjointSources(_ count: Int, in tree: TemporaryTree) async throws -> [CatalogSource] {
    var sources: [CatalogSource] = []
    for number in 0..<count {
      let location = CatalogLocation(tree.at(FilePath("part \(number).sqlite")))
      let catalog = try Catalog(location)
      let part = reports.enumerated().filter { index, report in
        if case .file = report { index % count == number } else { true }
      }
      await catalog.absorb(part.map(\.element))
      try await catalog.close()
      sources.append(CatalogSource(location))
    }
    return sources
  }
}

extension ScanReport.FileReport {
  /// An earlier state of the file, with the metadata of another one; sometimes not a photo.
  fileprivate func earlier(like other: ScanReport.FileReport) -> ScanReport.FileReport {
    let isPhoto = other.file.size % 4 > 0
    let changed = FileStatus.Time(seconds: file.changed.seconds - 1, nanoseconds: 999)
    var earlier = KnownFile(
      inode: file.inode, size: other.file.size, modified: other.file.modified, changed: changed, birth: nil,
      isSettled: true, metadata: isPhoto ? other.file.metadata : nil)
    earlier.isSymbolicLink = file.isSymbolicLink
    earlier.device = file.device
    let linkCount: UInt64 = asset?.hasOtherNames == true ? 2 : 1
    let state = other.file.metadata.map { metadata in
      Asset(
        folder: folder, name: name,
        status: FileStatus(
          identity: FileStatus.Identity(device: file.device, inode: file.inode), size: other.file.size,
          modified: other.file.modified, changed: changed, linkCount: linkCount),
        isSymbolicLink: file.isSymbolicLink, metadata: metadata.complete, clocks: RandomLibrary.clocks)
    }
    return ScanReport.FileReport(folder: folder, name: name, file: earlier, asset: isPhoto ? state : nil)
  }
}
