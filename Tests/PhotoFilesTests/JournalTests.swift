import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// Appended records, claims and order.
struct JournalTests {
  private let tree: TemporaryTree
  private let journals: JournalFolder<SampleRecord>

  init() throws {
    tree = try TemporaryTree()
    journals = JournalFolder(tree.at("state/journals"), keeping: 3)
  }

  private func record(_ number: Int) -> SampleRecord {
    var generator = SeededGenerator(seed: UInt64(number))
    return SampleRecord(using: &generator)
  }

  @Test func `a journal is read, complete or truncated`() throws {
    let journal = try journals.begin(isClaimed: false)
    let records = (0..<4).map(record)
    for record in records { try journal.append(record) }
    #expect(try journal.content().records == records)
    try journal.synchronize()
    let bytes = try contents(of: journal.path)
    #expect(bytes == RecordFile.bytes(records))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let part = RecordFile<SampleRecord>.content(Array(bytes[..<count])).records
      for zeros in [0, 30] {
        let tail = [UInt8](repeating: 0, count: zeros)
        try write(Array(bytes[..<count]) + tail, to: journal.path)
        let opened = try #require(try journals.open(journal.name))
        #expect(try opened.content().records == part)
        try opened.append(record(9))
        #expect(try opened.content().records == part + [record(9)])
      }
    }
  }

  @Test func `records appended to a corrupt journal are not read`() throws {
    let journal = try journals.begin(isClaimed: false)
    for number in 0..<2 { try journal.append(record(number)) }
    var bytes = try contents(of: journal.path)
    bytes[bytes.count - 2] ^= 1
    try write(bytes, to: journal.path)
    let opened = try #require(try journals.open(journal.name))
    try opened.append(record(2))
    let content = try opened.content()
    #expect(content.records == [record(0)] && content.isDamaged)
    #expect(try contents(of: journal.path).starts(with: bytes))
  }

  @Test func `a claimed journal belongs to its process`() throws {
    let name: FileName
    do {
      let first = try journals.begin(isClaimed: true)
      name = first.name
      let claims = try withExtendedLifetime(first) { [try journals.claim(name), try journals.claimNewest()] }
      #expect(claims.allSatisfy { $0 == nil })
    }
    let second = try #require(try journals.claimNewest())
    #expect(second.name == name)
    try second.remove()
    #expect(try journals.claim(name) == nil)
    #expect(try journals.open(name) == nil)
  }

  @Test func `processes can append to one journal concurrently`() async throws {
    let name = try journals.begin(isClaimed: false).name
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let journal = try #require(try journals.open(name))
          for number in 0..<25 { try journal.append(record(writer * 25 + number)) }
        }
      }
      try await group.waitForAll()
    }
    let records = try #require(try journals.open(name)?.content().records)
    #expect(records.count == 100)
    for number in 0..<100 { #expect(records.contains(record(number))) }
  }

  @Test func `nothing is appended to a retired or removed journal`() throws {
    let (first, second) = (try journals.begin(isClaimed: false), try journals.begin(isClaimed: false))
    let isAppended = try first.append(record(1))
    let name = try #require(try journals.retire(first.name))
    #expect(try isAppended && !first.append(record(2)))
    #expect(try journals.open(name)?.content().records == [record(1)])
    // The order remains, and a second undo finds the journal by both names.
    #expect(try journals.names() == [name, second.name] && journals.retire(name) == name)
    #expect(try journals.retire(first.name) == name)
    try second.remove()
    #expect(try !second.append(record(3)))
  }

  @Test func `the last journals and claimed journals are preserved`() throws {
    let claimed = try journals.begin(isClaimed: true)
    for _ in 0..<6 { _ = try journals.begin(isClaimed: false) }
    #expect(try journals.names().count == 4 && journals.names().first == claimed.name)
    let oldest = try journals.addOldest([record(1), record(2)])
    #expect(try journals.names().first == oldest)
    #expect(try journals.open(oldest)?.content().records == [record(1), record(2)])
    let older = try journals.addOldest([])
    #expect(try journals.names().prefix(2) == [older, oldest])
  }

  @Test(arguments: [Int64.min, -1, 0, 1_400_000_000, .max])
  func `a new journal is the last, whatever the clock`(seconds: Int64) {
    let now = FileStatus.Time(seconds: seconds, nanoseconds: 5)
    #expect(journals.number(after: [], at: now) <= UInt64.max)
    let names = ["-ffff000000000000-1.journal", "ff00000000000000-1.journal"].map {
      FileName(unchecked: Array($0.utf8))
    }
    #expect(journals.number(after: names, at: now) > 0xFF00_0000_0000_0000)
    let last = FileName(unchecked: Array("ffffffffffffffff-1.journal".utf8))
    #expect(journals.number(after: [last], at: now) == .max)
  }

  @Test func `a missing folder or a link contains no journal`() throws {
    try tree.file("state", [1])
    #expect(throws: Errno.self) { try journals.begin(isClaimed: true) }
    #expect(try journals.names().isEmpty)
    let others = JournalFolder<SampleRecord>(tree.path, keeping: 3)
    try tree.symbolicLink("1.journal", to: "state")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try others.open(FileName("1.journal")) }
    #expect(tree.bytes("state") == [1])
  }

  @Test func `journals among other files are hidden, and used only if no other user can write them`() throws {
    let hidden = JournalFolder<SampleRecord>(hiddenIn: tree.path, prefix: ".photopick-test-", keeping: 3)
    try tree.file("1.journal", [1])
    let journal = try hidden.begin(isClaimed: true)
    #expect(try hidden.names() == [journal.name] && journal.isShared)
    #expect(journal.name.text.hasPrefix(".photopick-test-"))
    let newest = try JournalFolder.newestFirst(in: [journals, hidden])
    #expect(newest.map(\.name) == [journal.name])
    #expect(try hidden.pathOfOthers() == nil)
    #expect(chmod(journal.path.string, 0o620) == 0)
    #expect(try hidden.pathOfOthers() == journal.path)
    #expect(try hidden.open(journal.name) == nil)
  }
}
