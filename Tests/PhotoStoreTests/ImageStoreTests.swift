import PhotoStore
import SystemPackage
import Testing

struct ImageStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(
    limits: PictureLimits? = nil, thumbnails: Bool = false, refuses: Bool = false
  ) -> ImageStore {
    ImageStore(
      root: folder.path.appending("store"), limits: limits, keepsThumbnails: thumbnails,
      fitter: RecordingFitter(refuses: refuses))
  }

  @Test func aPictureIsKeptAsItIsUnderANameOfItsFormat() throws {
    let store = store()
    let name = try store.put(.bytes(jpeg(padding: 100)))
    #expect(name.description.hasSuffix(".jpg"))
    #expect(try store.files.contents(of: name) == jpeg(padding: 100))
    #expect(try store.thumbnailPath(of: name) == nil)
  }

  @Test func limitsAreHandedToTheFitter() throws {
    let store = store(limits: .standard)
    let name = try store.put(.bytes(jpeg(padding: 100)))
    #expect(try store.files.contents(of: name) == jpeg() + Array("fit 800x600 0.5".utf8))
  }

  @Test func aQualityOfZeroKeepsTheBytes() throws {
    let store = store(limits: PictureLimits(width: 800, height: 600, quality: 0))
    let name = try store.put(.bytes(jpeg(padding: 5)))
    #expect(try store.files.contents(of: name) == jpeg(padding: 5))
  }

  @Test func theThumbnailGoesWithItsPicture() throws {
    let store = store(thumbnails: true)
    let name = try store.put(.bytes(jpeg()), name: StoreName("a.jpg"))
    let path = try #require(try store.thumbnailPath(of: name))
    #expect(path.removingLastComponent().lastComponent == "thumbnail")
    let size = jpeg().count
    #expect(try contents(of: path) == jpeg() + Array("thumbnail 133x100 of \(size) bytes".utf8))
    let newName = try StoreName("b.jpg")
    try store.files.rename(name, to: newName)
    #expect(!isThere(path))
    let newPath = try #require(try store.thumbnailPath(of: newName))
    #expect(isThere(newPath))
    try store.files.delete(newName)
    #expect(!isThere(newPath))
    #expect(try store.files.list() == [])
  }

  @Test func aPictureReplacedByOneWithoutThumbnailLosesTheOldThumbnail() throws {
    let name = try StoreName("a.jpg")
    try store(thumbnails: true).put(.bytes(jpeg()), name: name)
    try store().put(.bytes(jpeg(padding: 1)), name: name, replacing: true)
    #expect(try store().thumbnailPath(of: name) == nil)
    try store(thumbnails: true).put(.bytes(jpeg(padding: 2)), name: name, replacing: true)
    #expect(try store().thumbnailPath(of: name) != nil)
  }

  @Test func aRenameOverAPictureWithThumbnailLeavesNoStaleThumbnail() throws {
    let (plain, other) = (try StoreName("plain.jpg"), try StoreName("other.jpg"))
    try store().put(.bytes(jpeg()), name: plain)
    try store(thumbnails: true).put(.bytes(jpeg()), name: other)
    try store().files.rename(plain, to: other, replacing: true)
    #expect(try store().thumbnailPath(of: other) == nil)
    #expect(try store().files.list() == [other])
  }

  @Test func whatIsNoPictureIsNotKept() throws {
    let store = store()
    #expect(throws: StoreError.notAPicture("the data")) { try store.put(.bytes(Array("hello".utf8))) }
    #expect(try store.files.list() == [])
  }

  @Test func aPictureWhoseThumbnailFailsIsNotKept() throws {
    let store = store(thumbnails: true, refuses: true)
    #expect(throws: StoreError.self) { try store.put(.bytes(jpeg())) }
    #expect(try store.files.list() == [])
    #expect(TemporaryFolder.names(in: store.files.root.appending(".photopick/staging")) == [])
  }
}
