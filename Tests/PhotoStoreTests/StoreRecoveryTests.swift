import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles
@testable import PhotoStore

/// Stores after an interruption.
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

  /// The name of a staged file of a process that has ended: no process has this number (proc(5), pid_max).
  private func staged(_ number: Int) -> FileName {
    FileName(unchecked: Array(".photopick-99999999-1-\(ProcessTable().system)-\(number).part".utf8))
  }

  private func stagedPath(_ number: Int) -> FilePath { own.pushing("staging").appending(staged(number)) }

  private func stagedPlace(_ number: Int) throws -> StorePlace {
    StorePlace(area: .staging, name: try #require(StoreName(staged: staged(number))))
  }

  /// Removes abandoned files like the first writer of another instance.
  private func beginAnotherProcess() throws {
    AbandonedParts.remove(from: try OpenFolder(own.appending("staging")))
  }

  /// The transaction of a picture and a thumbnail before the first step.
  private func decidePut() throws {
    try write([2], to: stagedPath(1))
    try write([3], to: stagedPath(2))
    let transaction = Transaction([
      .create(from: try stagedPlace(1), at: try place(.files, "new")),
      .create(from: try stagedPlace(2), at: try place(.thumbnails, "new")),
    ])
    try write(RecordFile.bytes([transaction]), to: own.appending("journal"))
  }

  @Test func aDecidedPutIsFinishedByTheNextReader() throws {
    try decidePut()
    #expect(try store.list() == [StoreName("new"), StoreName("old")])
    #expect(try contents(of: store.root.appending("thumbnail/new")) == [3])
    #expect(!isThere(own.appending("journal")))
  }

  @Test func aPutKilledBetweenTheTwoHalvesOfAMoveIsFinished() throws {
    try decidePut()
    try OpenFolder(store.root).makeHardLink(FileName("new"), to: stagedPath(1))
    #expect(try store.contents(of: StoreName("new")) == [2])
    #expect(TemporaryTree.names(in: own.appending("staging")) == [])
  }

  @Test func aPutWhoseNameAStrangerTookIsTakenBackWhole() throws {
    try decidePut()
    try write([9], to: store.root.appending("new"))
    #expect(try store.contents(of: StoreName("new")) == [9])
    #expect(!isThere(store.root.appending("thumbnail/new")))
    #expect(!isThere(own.appending("journal")))
    #expect(try contents(of: stagedPath(1)) == [2] && contents(of: stagedPath(2)) == [3])
    try beginAnotherProcess()
    #expect(TemporaryTree.names(in: own.appending("staging")) == [])
  }

  @Test func aPutThatWasNotDecidedLeavesNothing() throws {
    try write([2], to: stagedPath(1))
    try write(Array("photopick store jour".utf8), to: own.appending("journal.new"))
    try beginAnotherProcess()
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

  @Test(arguments: [
    "../old", "/old", "..", "", ".photopick-1-2-3-4.part", "thumbnail/a", "a\0b",
  ])
  func aJournalCannotLeadOutOfTheStore(name: String) throws {
    func step(_ area: StoreArea, _ name: String) -> TransactionStep? {
      var output = RecordEncoder()
      output.append(UInt8(2))
      output.append(area.rawValue)
      output.append(name)
      return output.bytes.withUnsafeBytes { bytes in
        var input = RecordDecoder(bytes)
        return try? TransactionStep(from: &input)
      }
    }
    let old = try place(.files, "old")
    #expect(step(.files, "old") == .remove(old))
    #expect(step(.files, name) == nil && step(.thumbnails, name) == nil)
    // Staged files have hidden names and no folders.
    #expect((step(.staging, name) == nil) != name.hasPrefix(".photopick"))
    #expect(step(.staging, "old") == nil && step(.staging, "a/.photopick-1-2-3-4.part") == nil)
  }

  @Test func stagedFilesOfAKilledWriterGoWithTheNextOne() throws {
    let store = FileStore(root: folder.path.appending("other"))
    let staging = store.root.pushing(".photopick/staging")
    try OpenFolder.make(staging)
    try write([2], to: staging.appending(staged(1)))
    try store.put(.bytes([4]), name: StoreName("next"))
    #expect(TemporaryTree.names(in: staging) == [])
  }

  @Test func stagedFilesOfALivingWriterStay() throws {
    let session = try StoreSession(changing: store.root)
    let staged = try session.stage(mode: 0o600)
    try beginAnotherProcess()
    try store.put(.bytes([4]), name: StoreName("next"))
    #expect(isThere(staged.path))
  }
}
