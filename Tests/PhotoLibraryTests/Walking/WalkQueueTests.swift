import PhotoFiles
import SystemPackage
import Testing

@testable import PhotoLibrary

struct WalkQueueTests {
  private func visit(_ path: FilePath, isLink: Bool = false) -> FolderVisit {
    FolderVisit(folder: Folder(path), depth: 1, isLink: isLink)
  }

  private func batch(_ number: Int) -> FileBatch {
    FileBatch(place: FileBatch.Place(folder: Folder("/a"), number: number), files: [])
  }

  /// Describes a piece of work.
  private func words(_ work: WalkWork?) -> String? {
    switch work {
    case nil: nil
    case .roots(let roots): "\(roots.count) roots from \(roots.first?.path.string ?? "")"
    case .folder(let visit, _): visit.folder.path.string
    case .files(let batch): "files \(batch.place.number)"
    }
  }

  @Test(arguments: [(0, []), (1, [1]), (256, [256]), (257, [256, 1]), (600, [256, 256, 88])])
  func `roots are processed in sequential parts`(count: Int, parts: [Int]) {
    var queue = WalkQueue((0..<count).map { RootPath(FilePath("/\($0)")) })
    for (index, part) in parts.enumerated() {
      #expect(queue.hasWork)
      #expect(words(queue.next()) == "\(part) roots from /\(index * 256)")
      #expect(words(queue.next()) == nil, "the part before is under way")
      queue.absorb(NextWork(isWalking: true))
    }
    #expect(!queue.hasWork)
    #expect(words(queue.next()) == nil)
  }

  @Test func `roots in one folder are processed together, and read in parts`() {
    let paths = ["/b/1"] + (1...700).map { "/a/\($0)" } + ["/c/1", "/c/2"]
    var queue = WalkQueue(RootPath.resolve(paths.map { FilePath($0) }))
    #expect(words(queue.next()) == "701 roots from /b/1")
    queue.absorb(NextWork(isWalking: true))
    #expect(words(queue.next()) == "2 roots from /c/1")
    queue.absorb(NextWork(isWalking: true))
    #expect(!queue.hasWork)
    let files = (1...130).map { ListedFile(name: FileName(FilePath.Component(String($0)) ?? "x")) }
    let batches = FileBatch.named(files, in: Folder("/a"))
    #expect(batches.map(\.files.count) == [64, 64, 2] && batches.allSatisfy(\.place.isNamed))
    #expect(batches.flatMap(\.files).map(\.name) == files.map(\.name))
  }

  @Test func `files of a replaced folder are discarded`() {
    let (old, new) = (FileStatus.Identity(device: 1, inode: 2), FileStatus.Identity(device: 1, inode: 3))
    let folder = Folder("/a/b")
    func finding(_ name: FilePath.Component) -> FileFinding {
      FileFinding(name: FileName(name), isSymbolicLink: false, outcome: .otherFile)
    }
    var records = WalkRecords()
    records.keep(FolderRecord(identity: new, batches: [[]]), of: folder)
    // The original folder had 200 files, but its replacement, also a root, has 10 and no such batch.
    for (identity, number) in [(old, 3), (old, 0), (new, 3)] {
      let place = FileBatch.Place(folder: folder, identity: identity, number: number)
      #expect(!records.holds(place))
      records.keep([finding("old.jpg")], of: place)
      #expect(records[folder]?.fileCount == 0)
    }
    let place = FileBatch.Place(folder: folder, identity: new)
    #expect(records.holds(place))
    records.keep([finding("new.jpg")], of: place)
    #expect(records[folder]?.files.map(\.name.text) == ["new.jpg"])
  }

  @Test func `files come first, roots wait for running work, and links come last by path`() {
    var queue = WalkQueue([])
    var first = NextWork()
    first.rootFolders = [visit("/r1"), visit("/r2")]
    first.linkedFolders = [visit("/b", isLink: true), visit("/a/z", isLink: true)]
    first.batches = [batch(7)]
    queue.absorb(first)
    #expect(words(queue.next()) == "files 7")
    #expect(words(queue.next()) == "/r1")
    #expect(words(queue.next()) == nil)
    var second = NextWork(isWalking: true)
    second.folders = [visit("/r1/x"), visit("/r1/y")]
    queue.absorb(second)
    let both = [words(queue.next()), words(queue.next())]
    #expect(Set(both) == ["/r1/x", "/r1/y"])
    // Finished files don't unblock the next root.
    queue.absorb(NextWork())
    #expect(words(queue.next()) == nil)
    queue.absorb(NextWork(isWalking: true))
    #expect(words(queue.next()) == nil)
    queue.absorb(NextWork(isWalking: true))
    #expect(words(queue.next()) == "/r2")
    queue.absorb(NextWork(isWalking: true))
    #expect(words(queue.next()) == "/a/z")
    var third = NextWork(isWalking: true)
    third.linkedFolders = [visit("/c", isLink: true), visit("/a", isLink: true)]
    queue.absorb(third)
    for path in ["/a", "/b", "/c"] {
      #expect(queue.hasWork)
      #expect(words(queue.next()) == path)
      queue.absorb(NextWork(isWalking: true))
    }
    #expect(!queue.hasWork)
  }

  @Test(arguments: [(0, []), (1, [1]), (64, [64]), (65, [64, 1]), (129, [64, 64, 1])])
  func `files are read in batches, each file once`(count: Int, sizes: [Int]) {
    let files = (0..<count).map { ListedFile(name: FileName(unchecked: Array("\($0)".utf8))) }
    let batches = FileBatch.batches(
      of: files, in: Folder("/a"), FileStatus.Identity(device: 1, inode: 2), previous: nil)
    #expect(batches.map(\.files.count) == sizes)
    #expect(batches.map(\.place.number) == Array(sizes.indices))
    #expect(batches.flatMap(\.files).map(\.name) == files.map(\.name))
  }

  @Test(arguments: [
    (["/a"], "/a", true), (["/a"], "/a/b", true), (["/a"], "/a/b/c", true), (["/a"], "/ab", false),
    (["/a"], "/", false), (["/a"], "/b/a", false), (["/a/b"], "/a", false), (["/a/b"], "/a/c", false),
    (["/"], "/", true), (["/"], "/x/y", true), (["/x", "/a/b"], "/a/b/c", true), ([], "/a", false),
  ])
  func `a folder contains itself and its descendants`(roots: [String], path: String, isHeld: Bool) {
    let named = NamedFolders(real: roots.map { FilePath($0) })
    #expect(named.hold(FilePath(path)) == isHeld)
  }

  @Test func `links are entered by their policy`() {
    let roots = [RootPath("/nowhere/a")]
    for policy in LinkPolicy.allCases {
      let links = FollowedLinks(policy, roots: roots)
      for _ in 0..<2 {
        #expect(links.enter("/nowhere/a/b") == (policy != .none))
        #expect(links.enter("/nowhere/b") == (policy == .all))
      }
    }
  }

  @Test func `problems are in order of their paths, then of their reasons, each once`() {
    var part = WalkPart()
    part.problems = [("/b", "1"), ("/a/z", "2"), ("/b", "1"), ("/a", "4"), ("/a", "3")].map {
      ScanProblem(path: FilePath($0.0), reason: $0.1)
    }
    var findings = WalkFindings()
    findings.absorb(part)
    #expect(findings.snapshot().problems.map(\.reason) == ["3", "4", "2", "1"])
  }
}
