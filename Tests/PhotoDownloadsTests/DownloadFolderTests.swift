import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDownloads
@testable import PhotoRemote

/// Records and bytes that another process, or a crash, has left in the folder.
struct DownloadFolderTests {
  private let tree: TemporaryTree
  private let folder: DownloadFolder
  private let url: RemoteURL

  init() throws {
    tree = try TemporaryTree()
    folder = try DownloadFolder(tree.at("state"))
    url = try RemoteURL("http://example.org/a.jpg")
  }

  private func claim(_ target: FilePath = "target", owner: ProcessIdentity? = nil) throws -> ClaimedDownload {
    try folder.claim(url, .folder(tree.path.pushing(target)), acceptsAnyData: true, owner: owner)
  }

  /// Leaves bytes and a record, as a process that was interrupted.
  private func leave(_ bytes: [UInt8], _ change: (inout DownloadRecord) -> Void = { _ in }) throws {
    let claim = try claim()
    try claim.part.writeAll(bytes)
    var record = claim.record
    change(&record)
    try claim.save(record)
  }

  private func listed() throws -> RecordedDownload { try #require(try folder.recorded().first) }

  @Test func `a chosen name is only valid for its folder`() throws {
    try leave([1]) { $0.finalName = "b.jpg" }
    #expect(try claim().record.finalName == "b.jpg")
    let other = try claim("other").record
    #expect(other.finalName == nil && other.destination == .folder(tree.at("other")))
  }

  @Test func `a record without bytes is an interrupted download of no bytes`() throws {
    try leave([1, 2, 3])
    #expect(try listed().received == 3)
    let part = try #require(try folder.folder.names().first { $0.text.hasSuffix(".part") })
    try folder.folder.remove(part)
    #expect(try listed().received == 0 && listed().state == .cutOff)
  }

  @Test(arguments: [DownloadBeginning.resumed, .queued])
  func `what isn't recorded can't be resumed`(beginning: DownloadBeginning) throws {
    #expect(throws: DownloadError.notKnown(url)) {
      try folder.claimed(url, .folder(tree.at("target")), acceptsAnyData: true, beginning, owner: .own)
    }
  }

  @Test func `only the process of a queue records that its file can't start`() throws {
    let (first, second) = (DownloadError.unavailable(reason: "first"), DownloadError.cancelled(url))
    do { _ = try claim(owner: .own) }
    try folder.fail(url, with: first, for: ProcessIdentity(identifier: "1-0-elsewhere"))
    #expect(try listed().state == .waiting)
    try folder.fail(url, with: first, for: .own)
    #expect(try listed().state == .stopped(first.failure))
    try folder.fail(url, with: second, for: .own)
    #expect(try listed().state == .stopped(first.failure))
  }

  @Test func `a cancelled download keeps its bytes, a finished one has none`() throws {
    try leave([1, 2, 3])
    try folder.cancel(url)
    #expect(try listed().received == 3)
    do { try claim(owner: .own).end(with: tree.at("target/a.jpg")) }
    try folder.cancel(url)
    #expect(try listed().state == .finished(tree.at("target/a.jpg")))
    #expect(try folder.folder.names().count == 1)
  }

  // MARK: The final name

  @Test(
    arguments: [
      ("b.jpg", 0, nil, true), ("b.jpg", 0, 3, true), ("b.jpg", 0, 0, false), ("b.jpg", 1, 3, false),
      ("c.jpg", 0, 3, false), ("folder", 0, 3, false), ("..", 0, 3, false), (nil, 0, 3, false),
    ] as [(String?, Int, Int64?, Bool)])
  func `a file was placed if its bytes have left the folder`(
    name: String?, count: Int, total: Int64?, isFinished: Bool
  ) throws {
    try tree.file("target/b.jpg", [1, 2, 3])
    try tree.file("target/folder/x", [1])
    try leave([UInt8](repeating: 1, count: count)) { ($0.finalName, $0.total) = (name, total) }
    let claim = try claim()
    let placement = DownloadPlacement(url: url, claim: claim, record: claim.record)
    #expect(try placement.finishedEarlier() == (isFinished ? tree.at("target/b.jpg") : nil))
  }

  @Test(
    arguments: [
      ([1, 2, 3], "b.jpg", ["b.jpg"]), ([1, 2, 4], "b-2.jpg", ["b-2.jpg", "b.jpg"]),
    ] as [([UInt8], String, [String])])
  func `a copy that a crash has left is not placed twice`(
    existing: [UInt8], name: String, names: [String]
  ) throws {
    try tree.file("target/b.jpg", existing)
    try leave([1, 2, 3]) { ($0.finalName, $0.proposedName) = ("b.jpg", "b.jpg") }
    let claim = try claim()
    var placement = DownloadPlacement(url: url, claim: claim, record: claim.record)
    #expect(try placement.place(.unknown) == tree.at("target").appending(name))
    #expect(tree.names("target") == names)
    #expect(placement.record.finalName == name)
    #expect(try folder.folder.names().isEmpty)
  }

  // MARK: Requests for the rest

  private func part() throws -> PartFile {
    try PartFile(url, claim(), sizeLimit: 1 << 30) { _, _ in }
  }

  private func head(_ status: Int, length: Int64? = nil, range: String? = nil) -> TransferHead {
    TransferHead(
      status: status, contentLength: length, contentRange: range, entityTag: "\"a\"",
      lastModifiedIsStrong: false)
  }

  @Test(arguments: [(0, 0), (1, 1), (9, 9), (10, 10), (11, 0)])
  func `the rest is requested unless more than the file has arrived`(count: Int, offset: Int64) throws {
    try leave([UInt8](repeating: 7, count: count)) { ($0.total, $0.validator) = (10, "\"a\"") }
    let part = try part()
    let request = try part.nextRequest(DownloadOptions())
    #expect(request.offset == offset && part.received == offset)
    #expect(request.validator == (offset > 0 ? "\"a\"" : nil))
  }

  @Test func `a part of a file is not accepted if the whole was requested`() throws {
    let part = try part()
    _ = try part.nextRequest(DownloadOptions())
    #expect(!part.receive(head(206, range: "bytes 0-9/10")))
  }

  @Test(arguments: [404, 416, 500]) func `no bytes are received with an error`(status: Int) throws {
    let part = try part()
    _ = try part.nextRequest(DownloadOptions())
    #expect(!part.receive(head(status, length: 3)))
  }

  @Test(
    arguments: [(nil, "bytes 4-9/10", 10), (10, "bytes 4-9/*", 10), (nil, "bytes 4-9/*", nil)]
      as [(Int64?, String, Int64?)])
  func `the total size may follow with the rest`(length: Int64?, range: String, total: Int64?) throws {
    let part = try part()
    _ = try part.nextRequest(DownloadOptions())
    #expect(part.receive(head(200, length: length)))
    #expect([7, 7, 7, 7].withUnsafeBytes { part.receive(UnsafeRawBufferPointer(rebasing: $0[..<4])) })
    _ = try part.nextRequest(DownloadOptions())
    #expect(part.receive(head(206, range: range)))
    #expect(part.record.total == total)
  }
}
