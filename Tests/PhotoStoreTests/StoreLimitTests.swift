import PhotoFiles
import PhotoImaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoStore

/// Names, folders and journals of a store at their limits.
struct StoreLimitTests {
  private let folder: TemporaryTree
  private let store: FileStore

  init() throws {
    folder = try TemporaryTree()
    store = FileStore(root: folder.path.appending("store"))
  }

  @Test(arguments: [
    (String(repeating: "x", count: 255), true), (String(repeating: "x", count: 256), false),
    ("a/" + String(repeating: "x", count: 255), true), ("a/" + String(repeating: "x", count: 256), false),
    (Array(repeating: "a", count: 16).joined(separator: "/"), true),
    (Array(repeating: "a", count: 17).joined(separator: "/"), false), ("a//b", false), ("a/", false),
    ("a/.b", false), ("thumbnail/a", false), ("a/thumbnail", true), ("thumbnails", true), ("a\u{7F}", false),
    ("a b", true), ("é", true),
  ])
  func `a name has at most 16 components of at most 255 bytes`(text: String, isName: Bool) {
    let name = try? StoreName(text)
    #expect((name != nil) == isName)
    #expect(name == nil || name?.description == text)
  }

  @Test func `conflicts between files and folders are reported`() throws {
    let (file, below) = (try StoreName("a"), try StoreName("a/b"))
    try store.put(.bytes([1]), name: file)
    #expect(throws: StoreError.folderTaken(below, store: store.root)) {
      try store.put(.bytes([2]), name: below)
    }
    #expect(try !store.exists(below) && store.exists(file))
    let (deep, top) = (try StoreName("x/y/z"), try StoreName("x"))
    try store.put(.bytes([3]), name: deep)
    #expect(throws: StoreError.notAFile(top, store: store.root)) { try store.put(.bytes([4]), name: top) }
    #expect(throws: StoreError.notAFile(top, store: store.root)) {
      try store.put(.bytes([4]), name: top, replacing: true)
    }
    #expect(throws: StoreError.notAFile(top, store: store.root)) { try store.contents(of: top) }
    #expect(throws: StoreError.notAFile(top, store: store.root)) { try store.delete(top) }
    #expect(try !store.exists(top) && store.exists(deep))
    #expect(try store.list() == [file, deep])
    #expect(try store.contents(of: deep) == [3])
  }

  @Test func `empty folders of a name are removed`() throws {
    for text in ["a/b/c/1", "a/2", "d/3"] { try store.put(.bytes([1]), name: StoreName(text)) }
    try store.delete(StoreName("a/b/c/1"))
    #expect(TemporaryTree.names(in: store.root.appending("a")) == ["2"])
    try store.rename(StoreName("d/3"), to: StoreName("e/f/3"))
    #expect(TemporaryTree.names(in: store.root) == [".photopick", "a", "e"])
    #expect(try store.list() == [StoreName("a/2"), StoreName("e/f/3")])
  }

  @Test func `thumbnails follow their pictures and replace others`() throws {
    let images = ImageStore(root: store.root, keepsThumbnails: true)
    let (first, second, third) = (try StoreName("a"), try StoreName("b/c"), try StoreName("d"))
    try images.put(.bytes(picture(width: 300, height: 200)), name: first)
    let thumbnail = try store.contents(of: first, .thumbnail)
    #expect(pixelSize(thumbnail).map { $0.width <= 133 && $0.height <= 100 } == true)
    #expect(try store.exists(first, .thumbnail) && !store.exists(second, .thumbnail))
    try store.rename(first, to: second)
    #expect(try store.contents(of: second, .thumbnail) == thumbnail)
    #expect(try store.list(.thumbnail) == [second])
    // A new file that lacks a thumbnail removes the old thumbnail.
    try store.put(.bytes([1]), name: third)
    #expect(throws: StoreError.noThumbnail(third, store: store.root)) {
      try store.path(of: third, .thumbnail)
    }
    try store.rename(third, to: second, replacing: true)
    #expect(try store.list(.thumbnail) == [] && store.contents(of: second) == [1])
    try images.put(.bytes(picture(width: 300, height: 200)), name: first)
    try store.put(.bytes([2]), name: first, replacing: true)
    #expect(try store.list(.thumbnail) == [])
    try images.put(.bytes(picture(width: 300, height: 200)), name: first, replacing: true)
    try store.delete(first)
    #expect(try store.list(.thumbnail) == [] && store.list() == [second])
  }

  @Test func `generated names are unique, whatever the clock`() throws {
    let first = try store.makeName()
    let second = try store.makeName()
    #expect(first < second)
    let lock = store.root.pushing(".photopick/lock")
    // The last name was generated in 2033 by another clock: 2000000000 s.
    let later: UInt64 = 2_000_000_000_000_000
    try write(withUnsafeBytes(of: later.littleEndian, Array.init), to: lock)
    #expect(try store.makeName().description == "2033-05-18_03-33-20-000001")
    #expect(try store.makeName(pathExtension: "jpg").description == "2033-05-18_03-33-20-000002.jpg")
    try write([1], to: store.root.appending("2033-05-18_03-33-20-000003.png"))
    #expect(try store.makeName(pathExtension: "png").description == "2033-05-18_03-33-20-000004.png")
    #expect(try store.makeName(pathExtension: "/").description == "2033-05-18_03-33-20-000005")
    // The year 10,000 has no name.
    let ends = [253_402_300_800_000_000, 253_402_300_799_999_999].map { (time: UInt64) in
      withUnsafeBytes(of: time.littleEndian, Array.init)
    }
    for bytes in [[1, 2, 3], [UInt8](repeating: 0xFF, count: 8)] + ends {
      try write(bytes, to: lock)
      let name = try store.makeName().description
      #expect(name > first.description && name < "2033")
    }
  }

  @Test func `a pipe is a valid source, folders and devices are not`() throws {
    let store = store
    for path: FilePath in [folder.path, "/dev/null"] {
      #expect(throws: StoreError.sourceIsNoFile(path)) { try store.put(.file(path)) }
    }
    let pipe = folder.at("pipe")
    try #require(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    // Opening either end blocks until the other is open.
    WorkerThread.start {
      guard let end = try? FileDescriptor.open(pipe, .writeOnly) else { return }
      _ = try? end.closeAfter { try end.writeAll([1, 2, 3]) }
    }
    try store.put(.file(pipe), name: StoreName("piped"))
    #expect(try store.contents(of: StoreName("piped")) == [1, 2, 3])
  }

  @Test(arguments: [(0o644, 0o644), (0o640, 0o640), (0o400, 0o600), (0o755, 0o755)] as [(mode_t, mode_t)])
  func `a copy has the permissions of its source, and its owner can change it`(
    source: mode_t, copy: mode_t
  ) throws {
    let path = folder.at("source")
    try write([1, 2, 3], to: path)
    try #require(path.withPlatformString { chmod($0, source) } == 0)
    #expect(try StoreSource.file(path).mode(in: store.root) == copy)
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    #expect(try StoreSource.descriptor(file).mode(in: store.root) == copy)
  }

  @Test func `data and devices have no permissions to copy`() throws {
    #expect(try StoreSource.bytes([1]).mode(in: store.root) == 0o666)
    #expect(try StoreSource.file("/dev/null").mode(in: store.root) == 0o666)
    let device = try FileDescriptor.open("/dev/null", .readOnly)
    defer { try? device.close() }
    #expect(try StoreSource.descriptor(device).mode(in: store.root) == 0o666)
  }

  @Test func `data other than pictures is refused, whatever its size`() throws {
    let images = ImageStore(root: store.root)
    for count in [0, 1, 63, 64, 65, 1000, 600_000] {
      let bytes = [UInt8](repeating: 0x20, count: count)
      #expect(throws: StoreError.notAPicture("the data")) { try images.put(.bytes(bytes)) }
      try write(bytes, to: folder.at("noise"))
      #expect(throws: StoreError.notAPicture(folder.at("noise").string)) {
        try images.put(.file(folder.at("noise")))
      }
    }
    #expect(try store.list() == [])
    #expect(TemporaryTree.names(in: store.root.pushing(".photopick/staging")) == [])
  }

  @Test func `a generated name has the extension of the stored picture`() throws {
    let png = PictureBuilder.png()
    #expect(try ImageStore(root: store.root).put(.bytes(png)).description.hasSuffix(".png"))
    let small = ImageStore(root: store.root, limits: PictureLimits(width: 10, height: 10, quality: 0.5))
    #expect(try small.put(.bytes(picture(width: 40, height: 30))).description.hasSuffix(".jpg"))
    let asIs = ImageStore(root: store.root)
    let whole = try picture(width: 40, height: 30)
    #expect(try store.contents(of: asIs.put(.bytes(whole))) == whole)
    #expect(
      PictureLimits(width: -1, height: -1, quality: -1) == PictureLimits(width: 0, height: 0, quality: 0))
    #expect(PictureLimits(width: 1, height: 1, quality: 2).quality == 1)
  }

  @Test func `a journal is decoded as it was encoded, or not at all if a byte differs`() throws {
    func place(_ area: StoreArea, _ name: String) throws -> StorePlace {
      let staged = StoreName(staged: FileName(unchecked: Array(name.utf8)))
      return StorePlace(area: area, name: try area == .staging ? #require(staged) : StoreName(name))
    }
    let steps: [TransactionStep] = [
      .create(from: try place(.staging, ".photopick-1-2-3-4.part"), at: try place(.files, "x/ü y")),
      .replace(from: try place(.files, "b"), at: try place(.thumbnails, "c")),
      .remove(try place(.thumbnails, "d/e")),
    ]
    let transaction = Transaction(steps)
    let bytes = RecordFile.bytes([transaction])
    func read(_ bytes: [UInt8]) -> Transaction? { RecordFile.onlyRecord(bytes) }
    #expect(read(bytes) == transaction)
    #expect(transaction.steps == steps)
    #expect(transaction.emptied.map(\.name.description) == ["b", "d/e"])
    #expect(Transaction(steps.reversed()).steps.map(\.isReversible) == [true, false, false])
    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(read(changed) == nil, "byte \(index)")
    }
    #expect(read(RecordFile.bytes([Transaction([])])) == Transaction([]))
  }
}
