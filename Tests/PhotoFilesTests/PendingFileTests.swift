import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

struct PendingFileTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try OpenFolder(tree.path)
  }

  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  private func pending(_ text: String, prefersNoName: Bool) throws -> PendingFile {
    let file = try PendingFile(in: folder, prefersNoName: prefersNoName)
    try file.descriptor.writeAll(Array(text.utf8))
    return file
  }

  @Test(arguments: [false, true])
  func `a file has its name only when it is finished`(prefersNoName: Bool) throws {
    let file = try pending("whole", prefersNoName: prefersNoName)
    #expect(try folder.status(of: name("a")) == nil)
    try file.finish(as: name("a"), .exclusively, durability: .contentAndName)
    #expect(tree.bytes("a") == Array("whole".utf8))
    #expect(try folder.names() == [name("a")])
  }

  @Test(arguments: [false, true])
  func `a taken name is replaced only on request`(prefersNoName: Bool) throws {
    try tree.file("a", Array("old".utf8))
    let refused = try pending("new", prefersNoName: prefersNoName)
    #expect(throws: Errno.fileExists) { try refused.finish(as: name("a"), .exclusively) }
    #expect(tree.bytes("a") == Array("old".utf8))
    try refused.finish(as: name("a"), .replacing, durability: .content)
    #expect(tree.bytes("a") == Array("new".utf8))
    #expect(try folder.names() == [name("a")])
  }

  @Test(arguments: [false, true])
  func `a file that is never finished leaves nothing behind`(prefersNoName: Bool) throws {
    do { _ = try pending("half", prefersNoName: prefersNoName) }
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [false, true])
  func `a custom name is overwritten, and remains on request`(remains: Bool) throws {
    try tree.file("a.new", Array("longer than it".utf8))
    do {
      let file = try PendingFile(in: folder, under: name("a.new"), remains: remains)
      try file.write(Array("left".utf8))
    }
    #expect(tree.bytes("a.new") == (remains ? Array("left".utf8) : nil))
    let file = try PendingFile(in: folder, under: name("a.new"), remains: remains)
    try file.write(Array("whole".utf8))
    try file.finish(as: name("a"), .replacing, durability: .contentAndName)
    #expect(tree.bytes("a") == Array("whole".utf8))
    #expect(try folder.names() == [name("a")])
  }

  @Test func `a relinquished file remains`() throws {
    do {
      let file = try PendingFile(in: folder, under: name("staged"))
      file.relinquish()
    }
    #expect(try folder.names() == [name("staged")])
  }

  @Test func `the hidden name is reported before the file exists, and identifies the process`() throws {
    var told: FileName?
    let file = try PendingFile(in: folder) { name throws in
      told = name
      let status = try folder.status(of: name)
      #expect(status == nil)
    }
    #expect(file.hiddenName == told)
    #expect(told?.text.hasPrefix(".photopick-\(getpid())-") == true)
  }
}

struct AbandonedPartsTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder
  private let table = ProcessTable()

  init() throws {
    tree = try TemporaryTree()
    folder = try OpenFolder(tree.path)
  }

  private func part(_ identifier: String) -> String { ".photopick-\(identifier)-1f.part" }

  /// A process of this system that has exited.
  private func ended() throws -> ProcessIdentity {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawnp(&process, "true", nil, nil, &arguments, nil) == 0)
    let identity = ProcessIdentity(process, in: table)
    waitpid(process, nil, 0)
    return identity
  }

  @Test func `the first write removes files of ended processes`() throws {
    let own = ProcessIdentity(getpid(), in: table).identifier
    let kept = [
      part(own), part("1-5-othersystem"), part("99999999"), ".photopick-x-1.part", ".photopick-1-1.part.jpg",
      "photopick-1-1.part", part("1-5-a-b"),
    ]
    let gone = part(try ended().identifier)
    for name in kept + [gone] { try tree.file(FilePath(name), [1]) }
    try tree.folder(FilePath(part("1-0-\(table.system)")))
    let file = try PendingFile(in: folder, prefersNoName: true)
    #expect(isThere(tree.at(FilePath(gone))) == false)
    #expect(Set(kept).isSubset(of: tree.names()))
    // A folder is searched once.
    try tree.file(FilePath(gone), [1])
    _ = try PendingFile(in: folder, prefersNoName: true)
    #expect(isThere(tree.at(FilePath(gone))))
    _ = file
  }

  @Test func `files of unknown processes are removed after a day`() throws {
    let foreign = [part("1-5-othersystem"), part("99999999-1-othersystem")]
    for name in foreign + [part(ProcessIdentity(getpid(), in: table).identifier)] {
      // The modification time, which a copy takes from its original, is irrelevant.
      try tree.file(FilePath(name), [1], modified: 1)
    }
    let now = FileStatus.Time.now.seconds
    AbandonedParts.remove(from: folder, now: .init(seconds: now + 86_000, nanoseconds: 0))
    #expect(tree.names().count == 3)
    AbandonedParts.remove(from: folder, now: .init(seconds: now + 87_000, nanoseconds: 0))
    #expect(tree.names().count == 1)
  }

  @Test func `on a server, abandoned files in the last listing are removed before the next write`() throws {
    let server = MemoryServer()
    let gone = part(try ended().identifier), own = part(ProcessIdentity(getpid(), in: table).identifier)
    for name in [gone, own, "a.jpg"] { server.put("photos/\(name)", [1]) }
    let photos = try OpenFolder(server.root.appending("photos"))
    // Nothing is listed for this.
    _ = try PendingFile(in: photos)
    #expect(server.requests.isEmpty && server["photos/\(gone)"] != nil)
    let others = MemoryServer()
    for name in [gone, own, "a.jpg"] { others.put("photos/\(name)", [1]) }
    let listed = try OpenFolder(others.root.appending("photos"))
    #expect(try listed.names().count == 3)
    _ = try PendingFile(in: listed)
    #expect(
      others["photos/\(gone)"] == nil && others["photos/\(own)"] != nil && others["photos/a.jpg"] != nil)
  }

  @Test func `SQLite's files next to an abandoned database are removed`() throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try tree.file(FilePath(".photopick-\(try ended().identifier)-1f.sqlite\(suffix)"), [1])
    }
    try tree.file("kept.sqlite-wal", [1])
    AbandonedParts.remove(from: folder)
    #expect(tree.names() == ["kept.sqlite-wal"])
  }

  @Test func `a hidden name identifies its writer`() throws {
    let own = ProcessIdentity(getpid(), in: table)
    for purpose in PendingFile.Purpose.allCases {
      #expect(AbandonedParts.writer(of: AbandonedParts.newName(for: purpose)) == own)
    }
    #expect(own.life() == .alive)
    #expect(try ended().life() == .ended)
  }
}

struct OpenFolderTests {
  private let tree: TemporaryTree
  private let folder: OpenFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try OpenFolder(tree.path)
  }

  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test func `entries have kinds, and hidden entries are listed on request`() throws {
    try tree.file("a", [1])
    try tree.file(".b", [1])
    try tree.folder("c")
    try tree.symbolicLink("d", to: "nowhere")
    func listed(_ includesHidden: Bool) -> [String: FileStatus.Kind] {
      Dictionary(
        folder.entries(includesHidden: includesHidden).entries.map { ($0.name.text, $0.kind) },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(listed(false) == ["a": .regular, "c": .directory, "d": .symbolicLink])
    #expect(listed(true) == ["a": .regular, ".b": .regular, "c": .directory, "d": .symbolicLink])
    // A second listing starts over.
    #expect(listed(true).count == 4)
    let begun = folder.entries(includesHidden: true, startingWith: Array(".".utf8)).entries
    #expect(begun.map(\.name) == [name(".b")])
  }

  @Test func `a link is opened only on request`() throws {
    try tree.file("a", [7])
    try tree.symbolicLink("b", to: "a")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try folder.open(name("b"), O_RDONLY) }
    let file = try folder.open(name("b"), O_RDONLY, followsLinks: true)
    #expect(try file.closeAfter { try file.readAll() } == [7])
  }

  @Test func `moves to a taken name are refused without changes`() throws {
    try tree.file("a", [1])
    try tree.file("b", [2])
    #expect(throws: Errno.fileExists) {
      try folder.moveExclusively(name("a"), to: folder, as: name("b"))
    }
    #expect(throws: Errno.fileExists) {
      try folder.renameExclusively(name("a"), to: folder, as: name("b"))
    }
    #expect(tree.bytes("a") == [1] && tree.bytes("b") == [2])
    try folder.renameExclusively(name("a"), to: folder, as: name("c"))
    #expect(tree.bytes("c") == [1])
    #expect(try folder.status(of: name("a")) == nil)
  }

  @Test(arguments: ExclusiveMove.allCases)
  func `each method of moving refuses a taken name`(way: ExclusiveMove) throws {
    try tree.file("a", [1])
    try tree.file("b", [2])
    #expect(throws: Errno.fileExists) { try folder.move(name("a"), to: folder, as: name("b"), by: way) }
    #expect(tree.bytes("a") == [1] && tree.bytes("b") == [2])
    try folder.move(name("a"), to: folder, as: name("c"), by: way)
    #expect(tree.names() == ["b", "c"])
    #expect(tree.bytes("c") == [1])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try folder.move(name("a"), to: folder, as: name("d"), by: way)
    }
  }

  @Test(arguments: [
    (ExclusiveMove.rename, [Errno.invalidArgument, .noFunction, .notSupported], ExclusiveMove.link),
    (.link, [.invalidArgument, .noFunction, .notSupported, .notPermitted], .look),
  ])
  func `an unsupported call leads to the next method`(
    way: ExclusiveMove, lacking: [Errno], next: ExclusiveMove
  ) {
    for failure in lacking { #expect(way.next(after: failure) == next) }
    for failure: Errno in [.fileExists, .improperLink, .noSpace, .ioError, .permissionDenied] {
      #expect(way.next(after: failure) == nil)
    }
    #expect(ExclusiveMove.look.next(after: .noFunction) == nil)
  }

  @Test func `parents of a new folder are created, and a file in the path is an error`() throws {
    try OpenFolder.make(tree.at("x/y/z"))
    #expect(try FileStatus(tree.at("x/y/z")).kind == .directory)
    try tree.file("f", [1])
    #expect(throws: Errno.self) { try OpenFolder.make(tree.at("f/g")) }
  }
}

struct FileLockTests {
  @Test func `a lock excludes other processes until it ends`() throws {
    let tree = try TemporaryTree()
    try tree.file("lock", [])
    func open() throws -> FileDescriptor {
      try FileDescriptor.open(tree.at("lock"), .readWrite, options: [.closeOnExec])
    }
    let (first, second) = (try open(), try open())
    defer { try? second.close() }
    try first.lock(.shared)
    try second.lock(.shared, within: .zero)
    #expect(throws: Errno.wouldBlock) { try first.lock(.exclusive, within: .zero) }
    second.unlock()
    do {
      let lock = FileLock(first)
      try lock.descriptor.lock(.exclusive, within: .zero)
      #expect(throws: Errno.wouldBlock) { try second.lock(.shared, within: .milliseconds(20)) }
    }
    try second.lock(.exclusive, within: .seconds(5))
  }

  @Test func `a file is created if it is missing, and locked by one process at a time`() throws {
    let tree = try TemporaryTree()
    let folder = try OpenFolder(tree.path)
    let name = FileName("lock")
    let lock = try folder.lock(name, mode: 0o600)
    withExtendedLifetime(lock) {
      _ = #expect(throws: Errno.wouldBlock) { _ = try folder.lock(name, mode: 0o600, within: .zero) }
    }
  }

  @Test func `waiting processes reopen a replaced lock file`() async throws {
    let tree = try TemporaryTree()
    let folder = try OpenFolder(tree.path)
    let name = FileName("lock")
    var first: FileLock? = try folder.lock(name, mode: 0o600)
    #expect(first != nil)
    #expect(throws: Errno.wouldBlock) { try folder.lock(name, mode: 0o600, within: .milliseconds(20)) }
    async let waiting = WorkerPool.using(threadCount: 1) { pool in
      try await pool.run { try folder.lock(name, mode: 0o600, within: .seconds(300)) }
    }
    for _ in 0..<10 { await Task.yield() }
    try folder.remove(name)
    var second: FileLock? = try folder.lock(name, mode: 0o600, within: .zero)
    first = nil
    let held = try folder.status(of: name)?.identity
    second = nil
    let lock = try await waiting
    #expect(try FileStatus(lock.descriptor).identity == held)
    #expect(first == nil && second == nil)
  }

  @Test func `reading stops at its limit`() throws {
    let tree = try TemporaryTree()
    try tree.file("a", [1, 2, 3])
    func read(_ limit: Int) throws -> [UInt8] {
      let file = try FileDescriptor.open(tree.at("a"), .readOnly)
      return try file.closeAfter { try file.readAll(limit: limit) }
    }
    #expect(try read(3) == [1, 2, 3])
    #expect(throws: Errno.fileTooLarge) { try read(2) }
  }
}
