import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// What makes a folder, a file or a link count as changed.
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

  @Test func `changes are none only if there are none of any kind`() {
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
    let birth = FileStatus.Time(seconds: 5, nanoseconds: 0)
    func known(_ change: (inout KnownFile) -> Void = { _ in }) -> KnownFile {
      var file = KnownFile(
        inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
        birth: birth, isSettled: true, metadata: nil)
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
    #expect(!known { $0.birth = nil }.matchesMoved(status, birth: birth))
  }

  @Test func `a finding holds while the file is settled, readable and as it was`() throws {
    try tree.file("a", [1, 2])
    let status = try FileStatus(tree.at("a"))
    func finding(
      _ outcome: FileFinding.Outcome = .otherFile, isSettled: Bool = true, isLink: Bool = false
    ) -> FileFinding {
      var finding = FileFinding(
        name: FileName(bytes: [0x61]), isSymbolicLink: isLink, status: status, outcome: outcome)
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

  @Test func `what is deleted is told in order, and nothing is told of what stayed`() {
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

  @Test func `only the first of changes that wait wakes the waiter, and a change of nothing none`()
    async throws
  {
    let pace = DebouncedChanges.Pace(quiet: .zero, longest: .zero)
    let debounced = DebouncedChanges(pace: pace)
    debounced.add { _ in }
    debounced.add { $0.isEverything = true }
    debounced.add { _ in }
    var changes = debounced.makeAsyncIterator()
    #expect(await changes.next()?.isEverything == true)
  }
}
