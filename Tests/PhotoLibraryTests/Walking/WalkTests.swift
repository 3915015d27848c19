import PhotoFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// Scanning and following a tree have equal results.
struct WalkTests {
  /// The ways to read a tree.
  enum Way: CaseIterable, Sendable {
    case scan
    case scanAgain
    case followFromNothing
    case followAfterChanges
    case lookThroughAgain
  }

  @Test(arguments: WalkedTree.all, Way.allCases)
  func `every way to read a tree finds the same`(walked: WalkedTree, way: Way) async throws {
    let tree = try TemporaryTree()
    let roots = walked.roots.map { tree.at($0) }
    let found = try await read(roots, walked, way, in: tree)
    #expect(found.assets.map(\.path) == walked.assets.map { tree.at($0) })
    let reasons = found.problems.map { ($0.path, $0.reason) }
    #expect(reasons.map(\.0.string) == reasons.map(\.0.string).sorted())
    #expect(
      Dictionary(reasons) { first, _ in first }
        == Dictionary(uniqueKeysWithValues: walked.problems.map { (tree.at($0), $1) }))
    #expect(Set(found.remarks.map(\.path)) == Set(walked.remarks.map { tree.at($0) }))
    let scanned = try await LibraryScanner(options: walked.options).scan(roots)
    #expect(found.progress == scanned.progress)
  }

  /// Creates and reads the tree.
  private func read(
    _ roots: [FilePath], _ walked: WalkedTree, _ way: Way, in tree: TemporaryTree
  ) async throws -> LibrarySnapshot {
    if way != .followAfterChanges { try walked.build(tree) }
    switch way {
    case .scan: return try await LibraryScanner(options: walked.options).scan(roots)
    case .scanAgain:
      let scanner = LibraryScanner(options: walked.options, cache: RememberingCache())
      _ = try await scanner.scan(roots)
      return try await scanner.scan(roots)
    case .followFromNothing, .followAfterChanges, .lookThroughAgain:
      var folders = FollowedFolders(roots: roots, options: walked.options)
      let first = try #require(try await folders.update(.none)).snapshot
      if way == .followFromNothing { return first }
      if way == .followAfterChanges { try walked.build(tree) }
      guard let second = try await folders.update(.everything)?.snapshot else { return first }
      // Without changes, only files with problems are read again.
      #expect(way == .followAfterChanges || !first.problems.isEmpty)
      return second
    }
  }

  @Test(
    arguments: [
      ("CLIP/C0001.MP4", "SUB/C0001S03.MP4"), ("C0001.MP4", "Proxies/C0001_Proxy.MP4"),
      ("DCIM/100MEDIA/DJI_0001.MP4", "MISC/THM/100/DJI_0001.THM"),
    ] as [(FilePath, FilePath)])
  func `a companion appears when its film in another folder goes`(film: FilePath, companion: FilePath)
    async throws
  {
    let tree = try TemporaryTree()
    for place in [film, companion] { try tree.file(place, PictureBuilder.movie(created: 0)) }
    var folders = FollowedFolders(roots: [tree.path])
    #expect(try await folders.update(.none)?.snapshot.assets.names == [film.lastComponent?.string ?? ""])
    try tree.remove(film)
    let changes = FolderChanges(folders: [Folder(tree.at(film.removingLastComponent()))])
    #expect(
      try await folders.update(changes)?.snapshot.assets.names == [companion.lastComponent?.string ?? ""])
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `cached files and random changes result in a complete scan`(seed: UInt64) async throws {
    let tree = try TemporaryTree()
    var writer = RandomWriter(root: tree.path, seed: seed)
    var folders = FollowedFolders(roots: [tree.path])
    var shown = try #require(try await folders.update(.none)).snapshot
    for round in 0..<20 {
      for _ in 0..<(round % 4 == 0 ? 20 : 2) { writer.step() }
      if let news = try await folders.update(.everything) { shown = news.snapshot }
      let scanned = try await LibraryScanner().scan([tree.path])
      #expect(shown.assets.elementsEqual(scanned.assets) { $0.isUnchanged(since: $1) }, "round \(round)")
      #expect(shown.problems == scanned.problems, "round \(round)")
      // All files are settled with this clock, so each change must alter the timestamps.
      try await Task.sleep(for: .milliseconds(15))
    }
  }

  @Test(.enabled(if: (try? FileStatus("/proc/self")) != nil, "the system shows its processes as files"))
  func `a folder of the kernel that was named is searched`() async throws {
    let found = try await LibraryScanner(options: ScanOptions(maximumDepth: 1)).scan(["/proc/self/task"])
    #expect(found.progress.folders > 1)
    #expect(found.remarks.allSatisfy { $0.reason.contains("link") })
  }

  @Test func `a link is followed once it leads below a root, and no longer once it leads out`() async throws {
    let tree = try TemporaryTree()
    try tree.file("in/.hidden/a.png", PictureBuilder.png())
    try tree.file("out/b.png", PictureBuilder.png())
    try tree.symbolicLink("in/way", to: "../out")
    var folders = FollowedFolders(roots: [tree.at("in")])
    #expect(try await folders.update(.none)?.snapshot.assets.names == [])
    for (target, names) in [(".hidden", ["a.png"]), ("../out", [])] as [(FilePath, [String])] {
      try tree.remove("in/way")
      try tree.symbolicLink("in/way", to: target)
      #expect(try await folders.update(.everything)?.snapshot.assets.names == names)
    }
  }

  @Test func `a link that takes the place of a folder at the last moment is not followed`() async throws {
    let tree = try TemporaryTree()
    try tree.file("in/a/1.png", PictureBuilder.png())
    try tree.file("out/2.png", PictureBuilder.png())
    let watcher = NotingWatcher { folder in
      guard folder.name == "a" else { return }
      try? tree.remove("in/a/1.png")
      rmdir(folder.path.string)
      try? tree.symbolicLink("in/a", to: "../out")
    }
    var folders = FollowedFolders(
      roots: [tree.at("in")], options: ScanOptions(), reader: AssetReader(clocks: LibraryClocks()),
      watcher: watcher)
    #expect(try await folders.update(.none)?.snapshot.assets.names == [])
  }

  @Test func `only changed files are read again`() async throws {
    let tree = try TemporaryTree()
    for place in ["a/1.png", "a/2.png", "b/3.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
    let cache = RememberingCache(tellsNothing: true)
    var folders = FollowedFolders(roots: [tree.path], cache: cache)
    _ = try await folders.update(.none)
    #expect(cache.takeReadFiles() == ["1.png", "2.png", "3.png"])
    #expect(try await folders.update(.everything) == nil)
    #expect(cache.takeReadFiles() == [])
    try tree.file("a/2.png", PictureBuilder.png(width: 99))
    var changes = FolderChanges()
    changes.folders = [Folder(tree.at("a"))]
    let news = try #require(try await folders.update(changes))
    #expect(news.snapshot.assets.map(\.pixelSize?.width) == [20, 99, 20])
    #expect(cache.takeReadFiles() == ["2.png"])
  }

  @Test func `a recently changed file is read again, since its timestamps may be equal`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a.png", PictureBuilder.png())
    let cache = RememberingCache(tellsNothing: true)
    let reader = AssetReader(clocks: LibraryClocks(), cache: cache)
    var folders = FollowedFolders(
      roots: [tree.path], options: ScanOptions(), reader: reader, watcher: NotingWatcher())
    for _ in 0..<2 {
      _ = try await folders.update(.everything)
      #expect(cache.takeReadFiles() == ["a.png"])
    }
  }

  @Test(
    arguments: [
      (changed: 100, now: 103, isSettled: true), (100, 102, false), (100, 100, false), (100, 90, false),
    ] as [(Int64, Int64, Bool)])
  func `a file is settled once more than two seconds lie between`(
    changed: Int64, now: Int64, isSettled: Bool
  ) {
    let changed = FileStatus.Time(seconds: changed, nanoseconds: 0)
    #expect(changed.isSettled(at: FileStatus.Time(seconds: now, nanoseconds: 0)) == isSettled)
  }

  @Test func `a folder is watched before it is listed, until it is deleted`() async throws {
    let tree = try TemporaryTree()
    try tree.file("a/b/1.png", PictureBuilder.png())
    let watcher = NotingWatcher { folder in
      // A last-minute file is found, or its change is reported.
      if folder.name == "b" { try? tree.file("a/b/2.png", PictureBuilder.png()) }
    }
    var folders = FollowedFolders(
      roots: [tree.path], options: ScanOptions(), reader: AssetReader(clocks: LibraryClocks()),
      watcher: watcher)
    let first = try #require(try await folders.update(.none)).snapshot
    #expect(first.assets.names == ["1.png", "2.png"])
    #expect(watcher.watched == [tree.path, tree.at("a"), tree.at("a/b")])
    for place in ["a/b/1.png", "a/b/2.png"] as [FilePath] { try tree.remove(place) }
    rmdir(tree.at("a/b").string)
    rmdir(tree.at("a").string)
    var changes = FolderChanges()
    changes.folders = [Folder(tree.path)]
    changes.trees = [Folder(tree.at("a"))]
    #expect(try await folders.update(changes)?.snapshot.assets.isEmpty == true)
    #expect(watcher.watched == [tree.path])
  }

  @Test func `every walk reports the same to the cache, including deletions`() async throws {
    let tree = try TemporaryTree()
    for place in ["a/1.png", "a/b/2.png", "c/3.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
    try tree.symbolicLink("way", to: "a")
    let (scanned, followed) = (RememberingCache(), RememberingCache())
    let roots = [tree.path, tree.at("a/b")]
    _ = try await LibraryScanner(options: ScanOptions(), cache: scanned).scan(roots)
    var folders = FollowedFolders(roots: roots, cache: followed)
    _ = try await folders.update(.none)
    #expect(scanned.takeReports() == followed.takeReports())
    _ = try await LibraryScanner(options: ScanOptions(), cache: scanned).scan(roots)
    #expect(scanned.takeReports() == [])
    try tree.remove("a/1.png")
    try tree.remove("c/3.png")
    rmdir(tree.at("c").string)
    _ = try await LibraryScanner(options: ScanOptions(), cache: scanned).scan(roots)
    _ = try await folders.update(.everything)
    let gone = ["folder \(tree.path.string) without c", "folder \(tree.at("a").string) without 1.png"]
    #expect(scanned.takeReports() == Set(gone))
    #expect(followed.takeReports() == Set(gone))
  }

  @Test func `partial results are available during a walk`() async throws {
    let tree = try TemporaryTree()
    for place in ["a.png", "b/c.png"] as [FilePath] { try tree.file(place, PictureBuilder.png()) }
    let cache = RememberingCache(tellsNothing: true, delay: .milliseconds(250))
    let parts = Mutex<[[String]]>([])
    let onPart: @Sendable (LibrarySnapshot) async -> Void = { part in
      parts.withLock { $0.append(part.assets.names) }
    }
    _ = try await LibraryScanner(options: ScanOptions(), cache: cache).scan([tree.path], onPart: onPart)
    #expect(parts.withLock { $0.first } == ["a.png"])
    parts.withLock { $0 = [] }
    var folders = FollowedFolders(roots: [tree.path], cache: cache)
    let news = try await folders.update(.none, onPart: onPart)
    #expect(parts.withLock { $0.first } == ["a.png"])
    #expect(news?.snapshot.assets.names == ["a.png", "c.png"])
  }
}
