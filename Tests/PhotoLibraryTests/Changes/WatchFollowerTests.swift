import Foundation
import PhotoFiles
import PhotoFormats
@testable import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// A library that a test follows in the background.
private actor Following {
  private let roots: [FilePath]
  private let options: ScanOptions
  private let watching: LibraryFollower.Watching
  private var task: Task<Void, Never>?
  private var snapshot: LibrarySnapshot?
  /// The result of applying only the changes to the first state.
  private var replayed: [FilePath: PixelSize] = [:]
  private var albums: Set<Folder> = []
  /// The changes after the first state.
  private(set) var changes: [LibraryChange] = []

  init(_ roots: [FilePath], options: ScanOptions = ScanOptions(), usesSystem: Bool = true) {
    self.roots = roots
    self.options = options
    watching = LibraryFollower.Watching(
      pace: DebouncedChanges.Pace(quiet: .milliseconds(20), longest: .milliseconds(60)),
      interval: .milliseconds(100), usesSystem: usesSystem)
  }

  deinit { task?.cancel() }

  func start() async throws {
    let follower = LibraryFollower(roots: roots, options: options, watching: watching) { _ in }
    task = Task { [weak self] in
      var follower = follower
      while let change = try? await follower.next(onProgress: { _ in }) { await self?.take(change) }
    }
    while snapshot == nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func take(_ change: LibraryChange) {
    snapshot = change.snapshot
    if change.isFirst {
      insert(change.snapshot.assets)
      albums = Set(change.snapshot.albums.compactMap(\.folder))
      return
    }
    changes.append(change)
    for asset in change.deletedAssets { replayed[asset.path] = nil }
    insert(change.insertedAssets + change.updatedAssets)
    albums.subtract(change.deletedAlbums.compactMap(\.folder))
    albums.formUnion(change.insertedAlbums.compactMap(\.folder))
  }

  private func insert(_ assets: [Asset]) { for asset in assets { replayed[asset.path] = asset.pixelSize } }

  /// Suspends until the library equals a scan. Returns `true` if the changes result in the same state.
  func isTrue() async throws -> Bool {
    // The folders don't change in the meantime.
    let scanned = try await LibraryScanner(options: options).scan(roots)
    var patience = Patience(.seconds(240))
    while !patience.isOver() {
      if let snapshot, isSame(snapshot, scanned) { return isReplayed(snapshot) }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private func isSame(_ snapshot: LibrarySnapshot, _ scanned: LibrarySnapshot) -> Bool {
    snapshot.assets.elementsEqual(scanned.assets) { $0.isUnchanged(since: $1) }
      && snapshot.problems == scanned.problems
  }

  private func isReplayed(_ snapshot: LibrarySnapshot) -> Bool {
    let sizes = snapshot.assets.map { ($0.path, $0.pixelSize) }
    return replayed == Dictionary(sizes.compactMap { path, size in size.map { (path, $0) } }) { $1 }
      && albums == Set(snapshot.albums.compactMap(\.folder))
  }
}

struct WatchFollowerTests {
  @Test
  func `a file passed with a link to it is listed as by a scan`() async throws {
    let tree = try TemporaryTree()
    try tree.file("z.gif", TinyGIF.bytes(width: 1))
    try tree.symbolicLink("a.gif", to: "z.gif")
    let roots = [tree.at("a.gif"), tree.at("z.gif")]
    let watching = LibraryFollower.Watching(usesSystem: false)
    var follower = LibraryFollower(roots: roots, options: ScanOptions(), watching: watching) { _ in }
    let first = try await follower.next(onProgress: { _ in })
    #expect(first?.snapshot.assets.map(\.path) == [tree.at("z.gif")])
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `following random changes equals a scan`(seed: UInt64) async throws {
    try await followRandomChanges(seed: seed, rounds: 12, usesSystem: true)
  }

  // Each round takes until the next poll. Few rounds and many concurrent seeds reduce the total time.
  @Test(arguments: 11...16 as ClosedRange<UInt64>)
  func `polling equals a scan`(seed: UInt64) async throws {
    try await followRandomChanges(seed: seed, rounds: 4, usesSystem: false)
  }

  private func followRandomChanges(seed: UInt64, rounds: Int, usesSystem: Bool) async throws {
    let folder = try TemporaryTree()
    var writer = RandomWriter(root: folder.path, seed: seed)
    for _ in 0..<10 { writer.step() }
    let following = Following([folder.path], usesSystem: usesSystem)
    try await following.start()
    for round in 0..<rounds {
      for _ in 0..<(round % 3 == 0 ? 25 : 3) { writer.step() }
      #expect(try await following.isTrue(), "round \(round) of seed \(seed)")
    }
  }

  @Test
  func `a tree that is moved in is followed`() async throws {
    let folder = try TemporaryTree()
    try TemporaryTree.makeFolder(folder.at("outside/deep/deeper"))
    try TemporaryTree.makeFolder(folder.at("library"))
    try TemporaryTree.write(TinyGIF.bytes(width: 3), to: folder.at("outside/deep/deeper/a.gif"))
    let following = Following([folder.at("library")])
    try await following.start()
    rename(folder.at("outside/deep").string, folder.at("library/deep").string)
    #expect(try await following.isTrue())
    try TemporaryTree.write(TinyGIF.bytes(width: 4), to: folder.at("library/deep/deeper/b.gif"))
    #expect(try await following.isTrue())
    let names = await following.changes.flatMap(\.insertedAssets).map {
      String(decoding: $0.name.bytes, as: UTF8.self)
    }
    #expect(names == ["a.gif", "b.gif"])
  }

  @Test
  func `a deleted and recreated root is followed`() async throws {
    let folder = try TemporaryTree()
    let root = folder.at("library")
    try TemporaryTree.makeFolder(root)
    try TemporaryTree.write(TinyGIF.bytes(width: 3), to: root.appending("a.gif"))
    let following = Following([root])
    try await following.start()
    try FileManager.default.removeItem(atPath: root.string)
    #expect(try await following.isTrue())
    try TemporaryTree.makeFolder(root)
    try TemporaryTree.write(TinyGIF.bytes(width: 5), to: root.appending("b.gif"))
    #expect(try await following.isTrue())
    #expect(await following.changes.contains { $0.deletedAlbums.count == 1 })
    #expect(await following.changes.contains { $0.insertedAlbums.count == 1 })
  }

  @Test
  func `the target of a link is followed`() async throws {
    let folder = try TemporaryTree()
    for name in ["library", "first", "second"] { try TemporaryTree.makeFolder(folder.at(FilePath(name))) }
    for name in ["first/a.gif", "second/b.gif", "c.gif"] {
      try TemporaryTree.write(TinyGIF.bytes(width: 3), to: folder.at(FilePath(name)))
    }
    let manager = FileManager.default
    let link = folder.at("library/link").string
    try manager.createSymbolicLink(atPath: link, withDestinationPath: folder.at("first").string)
    try manager.createSymbolicLink(
      atPath: folder.at("library/c.gif").string, withDestinationPath: folder.at("c.gif").string)
    let following = Following([folder.at("library")], options: ScanOptions(links: .all))
    try await following.start()
    try TemporaryTree.write(TinyGIF.bytes(width: 9), to: folder.at("first/a.gif"))
    #expect(try await following.isTrue())
    try TemporaryTree.write(TinyGIF.bytes(width: 9), to: folder.at("c.gif"))
    #expect(try await following.isTrue())
    try manager.removeItem(atPath: link)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: folder.at("second").string)
    #expect(try await following.isTrue())
    #expect(await following.changes.count >= 3)
  }

  @Test
  func `named files are followed`() async throws {
    let folder = try TemporaryTree()
    for name in ["a.gif", "b.gif"] {
      try TemporaryTree.write(TinyGIF.bytes(width: 3), to: folder.at(FilePath(name)))
    }
    let following = Following([folder.at("a.gif"), folder.at("none.gif")])
    try await following.start()
    try TemporaryTree.write(TinyGIF.bytes(width: 9), to: folder.at("a.gif"))
    try TemporaryTree.write(TinyGIF.bytes(width: 9), to: folder.at("b.gif"))
    #expect(try await following.isTrue())
    try TemporaryTree.write(TinyGIF.bytes(width: 9), to: folder.at("none.gif"))
    #expect(try await following.isTrue())
    let changed = await following.changes.flatMap { $0.insertedAssets + $0.updatedAssets }.map(\.path)
    #expect(Set(changed) == [folder.at("a.gif"), folder.at("none.gif")])
  }

  @Test
  func `levels below the depth and hidden files are left alone`() async throws {
    let folder = try TemporaryTree()
    try TemporaryTree.makeFolder(folder.at("one/two"))
    let following = Following([folder.path], options: ScanOptions(maximumDepth: 1))
    try await following.start()
    for name in ["one/two/deep.gif", "one/.hidden.gif", "one/a.gif"] {
      try TemporaryTree.write(TinyGIF.bytes(width: 3), to: folder.at(FilePath(name)))
    }
    #expect(try await following.isTrue())
    #expect(await following.changes.flatMap(\.insertedAssets).map(\.path) == [folder.at("one/a.gif")])
  }

  @Test
  func `a library reports changes and updates its snapshot`() async throws {
    let folder = try TemporaryTree()
    let library = PhotoLibrary(roots: [folder.path])
    var changes = library.changes().makeAsyncIterator()
    let first = try #require(try await changes.next())
    #expect(first.isFirst)
    #expect(first.snapshot.assets.isEmpty)
    try TemporaryTree.write(TinyGIF.bytes(width: 3), to: folder.at("a.gif"))
    let second = try #require(try await changes.next())
    #expect(second.insertedAlbums.map(\.folder?.path) == [folder.path])
    #expect(second.updatedAlbums.map(\.kind) == [.all])
    #expect(try await library.snapshot().assets.map(\.path) == [folder.at("a.gif")])
  }
}
