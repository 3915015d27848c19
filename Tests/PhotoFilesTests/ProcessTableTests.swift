import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

struct ProcessTableTests {
  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    try tree.symbolicLink("self", to: FilePath("\(getpid())"))
  }

  private var table: ProcessTable { ProcessTable(folder: tree.path) }

  /// The status of process 70, with these values after its name.
  private func status(_ fields: [String], name: String = "sh") throws -> ProcessTable.Status? {
    try tree.file("70/stat", Array("70 (\(name)) \(fields.joined(separator: " "))".utf8))
    return table[70]
  }

  /// State, parent, process group, session, 15 numbers, start.
  private func fields(parent: String = "1", session: String = "60", start: String = "7") -> [String] {
    ["S", parent, "70", session] + Array(repeating: "0", count: 15) + [start]
  }

  private func process(_ number: pid_t, parent: pid_t, session: pid_t) throws {
    let fields = fields(parent: "\(parent)", session: "\(session)")
    try tree.file(
      FilePath("\(number)/stat"), Array("\(number) (sh) \(fields.joined(separator: " ")) 0\n".utf8))
  }

  @Test(arguments: ["sh", "a b", "(sd-pam)", "a) S 1 2 3 (b", ")", "((", "", "\n", "é"])
  func `names may contain blanks and brackets`(name: String) throws {
    let expected = ProcessTable.Status(parent: 1, session: 60, start: "7", name: name)
    #expect(try status(fields(), name: name) == expected)
    #expect(try status(fields() + ["0", "0\n"], name: name) == expected)
  }

  @Test func `an incomplete status is not parsed`() throws {
    #expect(try status(fields().dropLast()) == nil)
    #expect(try status([]) == nil)
    #expect(try status(fields(start: String(UInt64.max)))?.start == String(UInt64.max))
    for start in ["x", "-1", "18446744073709551616"] { #expect(try status(fields(start: start)) == nil) }
    for number in ["x", "2147483648"] {
      #expect(try status(fields(parent: number)) == nil)
      #expect(try status(fields(session: number)) == nil)
    }
    for text in ["", "70 sh S", "70 (sh", "70 sh) S", ")70 (sh"] {
      try tree.file("70/stat", Array(text.utf8))
      #expect(table[70] == nil)
    }
  }

  @Test func `no process has a number below 1`() throws {
    try process(0, parent: 1, session: 1)
    try process(-1, parent: 1, session: 1)
    try process(1, parent: 0, session: 1)
    #expect(table[0] == nil)
    #expect(table[-1] == nil)
    #expect(table[1]?.session == 1)
  }

  @Test func `ancestors end with the session or a cycle`() throws {
    try process(1, parent: 0, session: 1)
    for number in 2...5 as ClosedRange<pid_t> { try process(number, parent: number - 1, session: 2) }
    #expect(table.ancestors(of: 5) == [4, 3, 2])
    #expect(table.ancestors(of: 2) == [])
    #expect(table.ancestors(of: 9) == [])
    try process(2, parent: 5, session: 2)
    #expect(table.ancestors(of: 5).count == 1_000)
  }

  @Test func `sessions include all visible processes`() throws {
    try process(70, parent: 1, session: 70)
    try process(71, parent: 1, session: 70)
    try process(80, parent: 1, session: 9)
    try tree.file("version/stat", Array("version".utf8))
    #expect(table.sessions == [70, 9])
  }

  @Test func `only the kernel's table has hidden processes`() throws {
    #expect(!table.isHidden(getpid()))
    #expect(!ProcessTable().isHidden(getpid()))
    #expect(!ProcessTable().isHidden(999_999_999))
  }

  @Test func `the scope is the boot, the namespace and the counting process`() throws {
    try tree.file("sys/kernel/random/boot_id", Array("é1-3 456789\n".utf8))
    try tree.symbolicLink(FilePath("\(getpid())/ns/pid"), to: "pid:[40265]")
    #expect(table.system == "1345pid40265")
    #expect(table.own == getpid())
    try tree.remove("self")
    try tree.symbolicLink("self", to: "no-number")
    #expect(table.own == nil)
    #expect(!table.isReadable)
    #expect(table.system == "1345other")
  }

  @Test func `without a table, the kernel reports running processes`() {
    let bare = ProcessTable(folder: tree.at("nowhere"))
    #expect(ProcessIdentity(identifier: "\(getpid())-5-other").life(in: bare) == .alive)
    #expect(ProcessIdentity(identifier: "1-0-other").life(in: bare) == .alive)
    #expect(ProcessIdentity(identifier: "999999999-5-other").life(in: bare) == .ended)
    #expect(ProcessIdentity(identifier: "\(getpid())-5-another").life(in: bare) == .unknown)
    #expect(ProcessIdentity(getpid(), in: bare).identifier == "\(getpid())-0-other")
  }
}

struct AbandonedPartNameTests {
  @Test(arguments: [
    (".photopick-5-7-a-1f.part", "5-7-a"), (".photopick-99999999-1f.part", nil),
    (".photopick-5-7-a-ffffffffffffffff.part", "5-7-a"), (".photopick-5-7-a-10000000000000000.part", nil),
    (".photopick--7-a-1f.part", nil), (".photopick-5x-7-a-1f.part", nil), (".photopick-5-7-a-xyz.part", nil),
    (".photopick-5-7-a-.part", nil), (".photopick-5-7-1f.part", nil), (".photopick-5-7-a-b-1f.part", nil),
    (".photopick-1f.part", nil), (".photopick-.part", nil), (".photopick-5-7-a-1f.jpeg", nil),
    ("xphotopick-5-7-a-1f.part", nil), (".part", nil), ("", nil), (".photopick-5-7-a-1f.html", "5-7-a"),
    (".photopick-5-7-a-1f.html.part", nil), (".html", nil),
  ])
  func `only generated names identify a writer`(name: String, writer: String?) {
    #expect(AbandonedParts.writer(of: FileName(unchecked: Array(name.utf8)))?.identifier == writer)
  }

  @Test func `a file of an unknown process is preserved for exactly a day`() throws {
    let tree = try TemporaryTree()
    let folder = try OpenFolder(tree.path)
    try tree.file(".photopick-5-7-other-1f.part", [1])
    let changed = try FileStatus(tree.at(".photopick-5-7-other-1f.part")).changed.seconds
    AbandonedParts.remove(from: folder, now: .init(seconds: changed + 86_400, nanoseconds: 0))
    #expect(tree.names().count == 1)
    AbandonedParts.remove(from: folder, now: .init(seconds: changed + 86_401, nanoseconds: 0))
    #expect(tree.names().isEmpty)
  }
}
