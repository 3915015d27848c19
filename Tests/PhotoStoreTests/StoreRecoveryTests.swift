import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoStore

/// What the next user of a store finds after its last one was killed.
struct StoreRecoveryTests {
  let folder: TemporaryTree
  let store: FileStore
  let own: FilePath

  init() throws {
    folder = try TemporaryTree()
    store = FileStore(root: folder.path.appending("store"))
    own = store.root.appending(".photopick")
    try store.put(.bytes([1]), name: StoreName("old"))
  }

  private func place(_ area: StoreArea, _ name: String) throws -> StorePlace {
    StorePlace(area: area, name: try StoreName(name))
  }

  /// A put of picture and thumbnail as it stands in the journal before its first step.
  private func decidePut() throws {
    try write([2], to: own.appending("staging/1-a"))
    try write([3], to: own.appending("staging/1-b"))
    let transaction = Transaction([
      .create(from: try place(.staging, "1-a"), at: try place(.files, "new")),
      .create(from: try place(.staging, "1-b"), at: try place(.thumbnails, "new")),
    ])
    try write(transaction.journal, to: own.appending("journal"))
  }

  @Test func aDecidedPutIsFinishedByTheNextReader() throws {
    try decidePut()
    #expect(try store.list() == [StoreName("new"), StoreName("old")])
    #expect(try contents(of: store.root.appending("thumbnail/new")) == [3])
    #expect(!isThere(own.appending("journal")))
  }

  @Test func aPutKilledBetweenTheTwoHalvesOfAMoveIsFinished() throws {
    try decidePut()
    try OpenFolder(store.root).makeHardLink(FileName("new"), to: own.appending("staging/1-a"))
    #expect(try store.contents(of: StoreName("new")) == [2])
    #expect(TemporaryTree.names(in: own.appending("staging")) == [])
  }

  @Test func aPutWhoseNameAStrangerTookIsTakenBackWhole() throws {
    try decidePut()
    try write([9], to: store.root.appending("new"))
    #expect(try store.contents(of: StoreName("new")) == [9])
    #expect(!isThere(store.root.appending("thumbnail/new")))
    #expect(!isThere(own.appending("journal")))
    try store.put(.bytes([4]), name: StoreName("next"))
    #expect(TemporaryTree.names(in: own.appending("staging")) == [])
  }

  @Test func aPutThatWasNotDecidedLeavesNothing() throws {
    try write([2], to: own.appending("staging/1-a"))
    try write(Array("photopick store jour".utf8), to: own.appending("journal.new"))
    try store.put(.bytes([4]), name: StoreName("next"))
    #expect(try store.list() == [StoreName("next"), StoreName("old")])
    #expect(TemporaryTree.names(in: own.appending("staging")) == [])
  }

  @Test func aDamagedJournalIsSetAsideAndNotFollowed() throws {
    try decidePut()
    var bytes = try contents(of: own.appending("journal"))
    bytes[40] ^= 1
    try write(bytes, to: own.appending("journal"))
    #expect(try store.list() == [StoreName("old")])
    #expect(isThere(own.appending("journal.damaged")))
  }

  @Test func aJournalCannotLeadOutOfTheStore() throws {
    let transaction = Transaction([.remove(try place(.files, "old"))])
    #expect(Transaction(journal: transaction.journal) == transaction)
    let text = String(decoding: transaction.journal, as: UTF8.self)
    let heading = "photopick store journal 1\n"
    #expect(text.hasPrefix(heading + "remove\tfiles\told\nend "))
    for name in ["../old", "/old", "..", ""] {
      let body = Array((heading + "remove\tfiles\t\(name)\n").utf8)
      let end = Array("end \(String(Checksum.fnv1a(body), radix: 16))\n".utf8)
      #expect(Transaction(journal: body + end) == nil)
    }
  }

  @Test(arguments: [0, 1, 20, 60])
  func aJournalCutShortIsNone(length: Int) throws {
    let transaction = Transaction([.remove(try place(.files, "old")), .remove(try place(.thumbnails, "old"))])
    #expect(Transaction(journal: Array(transaction.journal.prefix(length))) == nil)
  }

  @Test func stagedFilesOfALivingWriterStay() throws {
    let session = try StoreSession(changing: store.root)
    let staged = try session.stage(mode: 0o600)
    try store.put(.bytes([4]), name: StoreName("next"))
    #expect(isThere(staged.path))
  }
}
