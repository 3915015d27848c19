import Foundation
import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct FollowedStateTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func polled(_ place: FilePath) -> PolledPath {
    PolledPath(path: Folder(tree.at(place)), folder: nil, status: try? FileStatus(tree.at(place)))
  }

  @Test func `a file has changed if anything of its status has`() throws {
    try tree.file("a", [1], modified: 1000)
    let before = polled("a")
    #expect(!before.isChanged)
    try tree.file("a", [1], modified: 1001)
    #expect(before.isChanged)
    let missing = polled("b")
    #expect(!missing.isChanged)
    try tree.file("b", [1])
    #expect(missing.isChanged)
    let there = polled("b")
    try tree.remove("b")
    #expect(there.isChanged)
  }

  @Test func `a folder has changed if it is another one, not if something in it changed`() throws {
    try tree.folder("a")
    let before = polled("a")
    try tree.file("a/b", [1])
    #expect(!before.isChanged)
    try tree.folder("other")
    let moved = tree.at("moved")
    try tree.at("a").withPlatformString { old in
      try moved.withPlatformString { new in try #require(rename(old, new) == 0) }
    }
    #expect(before.isChanged)
    try tree.folder("a")
    #expect(before.isChanged)
    try tree.at("a").removeEmptyFolder()
    try tree.file("a", [1])
    #expect(before.isChanged)
  }

  @Test func `changes are empty only without changes of any kind`() {
    var changes = FolderChanges()
    #expect(changes.isEmpty)
    for change: (inout FolderChanges) -> Void in [
      { $0.folders = [Folder("/a")] }, { $0.trees = [Folder("/a")] }, { $0.isEverything = true },
    ] {
      var some = FolderChanges()
      change(&some)
      #expect(!some.isEmpty)
      changes.formUnion(some)
    }
    changes.formUnion(FolderChanges())
    #expect(changes.isEverything && changes.folders.count == 1 && changes.trees.count == 1)
    var nothing = FolderChanges()
    nothing.formUnion(FolderChanges())
    #expect(!nothing.isEverything)
  }

  @Test func `a file is known again only by all of its numbers`() throws {
    try tree.file("a", [1, 2])
    let status = try FileStatus(tree.at("a"))
    let birth = FileStatus.Time(seconds: 5, nanoseconds: 1)
    func known(_ change: (inout KnownFile) -> Void = { _ in }) -> KnownFile {
      var file = KnownFile(
        inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
        birth: birth, isSettled: true, metadata: nil)
      file.device = status.identity.device
      change(&file)
      return file
    }
    #expect(known().matches(status) && known().matchesMoved(status, birth: birth))
    let later = FileStatus.Time(
      seconds: status.modified.seconds, nanoseconds: status.modified.nanoseconds ^ 1)
    for change: (inout KnownFile) -> Void in [
      { $0.inode += 1 }, { $0.size += 1 }, { $0.modified = later }, { $0.changed = later },
    ] {
      #expect(!known(change).matches(status))
      #expect(!known(change).matchesMoved(status, birth: birth))
    }
    #expect(!known().matchesMoved(status, birth: FileStatus.Time(seconds: 6, nanoseconds: 0)))
    #expect(!known { $0.device += 1 }.matchesMoved(status, birth: birth))
    #expect(!known { $0.birth = nil }.matchesMoved(status, birth: birth))
  }

  @Test func `a finding is valid while the file is settled, readable and unchanged`() throws {
    try tree.file("a", [1, 2])
    let status = try FileStatus(tree.at("a"))
    func finding(
      _ outcome: FileFinding.Outcome = .otherFile, isSettled: Bool = true, isLink: Bool = false
    ) -> FileFinding {
      var finding = FileFinding(
        name: FileName(unchecked: [0x61]), isSymbolicLink: isLink, status: status, outcome: outcome)
      finding.isSettled = isSettled
      return finding
    }
    #expect(finding().holds(for: status, isSymbolicLink: false))
    #expect(!finding(isSettled: false).holds(for: status, isSymbolicLink: false))
    #expect(!finding(isLink: true).holds(for: status, isSymbolicLink: false))
    let problem = ScanProblem(path: tree.at("a"), reason: "x")
    #expect(!finding(.problem(problem)).holds(for: status, isSymbolicLink: false))
    try tree.file("a", [1, 2, 3])
    #expect(!finding().holds(for: try FileStatus(tree.at("a")), isSymbolicLink: false))
  }

  /// Returns a finding as a walk would create it.
  private func finding(_ name: String, isLink: Bool = false, links: Int = 1, isPhoto: Bool = true)
    -> FileFinding
  {
    let asset = Asset.sample(name, in: "/p", links: links)
    return FileFinding(
      name: asset.name, isSymbolicLink: isLink, outcome: isPhoto ? .asset(asset) : .otherFile)
  }

  @Test func `only files whose changes the folder doesn't report are polled`() {
    let folder = Folder("/p")
    let linked = PolledPath(path: Folder("/p/linked"), folder: folder, status: nil)
    let other = PolledPath(path: Folder("/p/other"), folder: folder, status: nil)
    var record = FolderRecord()
    #expect(record.polledPaths(in: folder).isEmpty)
    record.batches = [
      [finding("a"), finding("b", isLink: true), finding("c", links: 2)],
      [
        finding("d", isPhoto: false), finding("e", isLink: true, links: 2),
        finding("f", isLink: true, isPhoto: false),
      ],
    ]
    record.linkedFolders = [linked]
    record.otherLinks = [other]
    let paths = record.polledPaths(in: folder)
    #expect(
      paths.map(\.path)
        == ["/p/linked", "/p/other", "/p/b", "/p/c", "/p/e", "/p/f"].map { Folder($0) })
    #expect(paths.allSatisfy { $0.folder == folder })
    #expect(record.fileCount == 6)
    #expect(WalkRecords().polledPaths.isEmpty)
  }

  @Test func `a folder contains the same names only without any difference`() {
    let folder = Folder("/p")
    var record = FolderRecord()
    record.subfolders = [Folder("/p/s")]
    #expect(record.holdsSameNames(as: record, fileCount: 0))
    #expect(!record.holdsSameNames(as: record, fileCount: 1))
    let link = PolledPath(path: Folder("/p/l"), folder: folder, status: nil)
    for change: (inout FolderRecord) -> Void in [
      { $0.identity = FileStatus(stat()).identity }, { $0.isListed = false }, { $0.subfolders = [] },
      { $0.problems = [ScanProblem(path: "/p/x", reason: "x")] }, { $0.otherLinks = [link] },
      { $0.linkedFolders = [link] }, { $0.batches = [[self.finding("a")]] },
    ] {
      var other = record
      change(&other)
      #expect(!record.holdsSameNames(as: other, fileCount: 0))
    }
  }

  @Test func `a link has changed if its target has`() throws {
    try tree.file("out/a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:00"))
    try tree.file("in/b.jpg", PictureBuilder.jpeg("2014:05:25 10:00:01"))
    try tree.symbolicLink("in/file.jpg", to: tree.at("out/a.jpg"))
    try tree.symbolicLink("in/nowhere", to: "missing")
    try tree.symbolicLink("in/folder", to: tree.at("out"))
    let change = polled("in/file.jpg")
    try tree.file("out/a.jpg", PictureBuilder.jpeg("2014:05:25 10:00:02"), modified: 1_000_000_001)
    #expect(change.isChanged)
    let nowhere = polled("in/nowhere")
    #expect(nowhere.status == nil && !nowhere.isChanged)
    try tree.file("in/missing", [1])
    #expect(nowhere.isChanged)
    let folder = polled("in/folder")
    #expect(!folder.isChanged)
    try tree.remove("in/folder")
    #expect(folder.isChanged)
  }

  @Test func `deletions are reported in order, and unchanged photos aren't`() {
    func snapshot(_ places: [(FilePath, String)]) -> LibrarySnapshot {
      LibrarySnapshot(inAnyOrder: places.map { .sample($1, "2014", in: $0, inode: 1) })
    }
    let old = snapshot([
      ("/p/a", "1"), ("/p/b", "1"), ("/p/b10", "2"), ("/p/b9", "3"), ("/p/c", "10"), ("/p/c", "9"),
    ])
    let new = snapshot([("/p/a", "1"), ("/p/c", "4"), ("/p/d", "5")])
    let change = LibraryChange(from: old, to: new)
    #expect(!change.isEmpty && !change.isFirst)
    #expect(change.insertedAlbums.map(\.name) == ["d"])
    #expect(change.updatedAlbums.map(\.name) == ["All Photos", "c"])
    #expect(change.deletedAlbums.map(\.name) == ["b", "b9", "b10"])
    #expect(change.insertedAssets.names == ["4", "5"])
    #expect(change.updatedAssets.isEmpty)
    #expect(change.deletedAssets.names == ["9", "10", "1", "3", "2"])
    #expect(LibraryChange(from: old, to: old).isEmpty)
    #expect(LibraryChange(from: old, to: old).updatedAlbums.isEmpty)
    // Only one of the three kinds of change.
    #expect(LibraryChange(from: snapshot([]), to: new).updatedAlbums.map(\.name) == ["All Photos"])
    #expect(LibraryChange(from: new, to: snapshot([])).updatedAlbums.map(\.name) == ["All Photos"])
    let grown = snapshot([("/p/a", "1"), ("/p/c", "4"), ("/p/c", "6"), ("/p/d", "5")])
    #expect(LibraryChange(from: new, to: grown).updatedAlbums.map(\.name) == ["All Photos", "c"])
    #expect(LibraryChange(from: new, to: grown).insertedAssets.names == ["6"])
    #expect(LibraryChange(first: new).isFirst)
  }

  @Test func `folders are entered down to the depth`() {
    var options = ScanOptions()
    #expect(FolderVisit(folder: Folder("/a"), depth: 1000).entersFolders(options))
    options.maximumDepth = 2
    let entered = (0...3).map { FolderVisit(folder: Folder("/a"), depth: $0).entersFolders(options) }
    #expect(entered == [true, true, false, false])
  }

  @Test func `empty changes aren't delivered`() async throws {
    let pace = DebouncedChanges.Pace(quiet: .zero, longest: .zero)
    let debounced = DebouncedChanges(pace: pace)
    debounced.add { _ in }
    debounced.add { $0.isEverything = true }
    debounced.add { _ in }
    var changes = debounced.makeAsyncIterator()
    #expect(await changes.next()?.isEverything == true)
  }
}

#if !canImport(Darwin)
  struct InotifyWatcherTests {
    @Test func `a removed link to a watched folder is a changed tree, a removed file is not`() async throws {
      let tree = try TemporaryTree()
      try tree.folder("album")
      try tree.folder("other")
      try tree.symbolicLink("album/link", to: tree.at("other"))
      try tree.file("album/1.jpg", [1])
      let changes = DebouncedChanges(pace: .init(quiet: .milliseconds(20), longest: .milliseconds(60)))
      let watcher = try InotifyWatcher(changes, includesHidden: false)
      let (album, link) = (Folder(tree.at("album")), Folder(tree.at("album/link")))
      for folder in [album, link] { try watcher.watch(folder) }
      var found = changes.makeAsyncIterator()
      try tree.remove("album/1.jpg")
      #expect(await found.next() == FolderChanges(folders: [album]))
      try tree.remove("album/link")
      #expect(await found.next() == FolderChanges(folders: [album], trees: [link]))
    }
  }
#endif
