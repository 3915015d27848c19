import PhotoFormats
import PhotoStore
import SystemPackage
import TestSupport
import Testing

struct ImageStoreTests {
  let folder: TemporaryTree

  init() throws { folder = try TemporaryTree() }

  private func store(limits: PictureLimits? = nil, thumbnails: Bool = false) -> ImageStore {
    ImageStore(root: folder.path.appending("store"), limits: limits, keepsThumbnails: thumbnails)
  }

  @Test func aPictureIsKeptAsItIsUnderANameOfItsFormat() throws {
    let store = store()
    let name = try store.put(.bytes(jpeg(padding: 100)))
    #expect(name.description.hasSuffix(".jpg"))
    #expect(try store.files.contents(of: name) == jpeg(padding: 100))
    #expect(try store.thumbnailPath(of: name) == nil)
  }

  @Test func aPictureIsMadeToFitTheLimits() throws {
    let store = store(limits: .standard)
    let large = try store.put(.bytes(picture(width: 1000, height: 1200)))
    #expect(large.description.hasSuffix(".jpg"))
    #expect(try pixelSize(store.files.contents(of: large)) == PixelSize(width: 500, height: 600))
    let small = try store.put(.bytes(picture(width: 40, height: 30)))
    #expect(try pixelSize(store.files.contents(of: small)) == PixelSize(width: 40, height: 30))
  }

  @Test func aWidthOfZeroIsFree() throws {
    let store = store(limits: PictureLimits(width: 0, height: 60, quality: 0.5))
    let name = try store.put(.bytes(picture(width: 1000, height: 120)))
    #expect(try pixelSize(store.files.contents(of: name)) == PixelSize(width: 500, height: 60))
  }

  @Test func `a store without limits preserves the bytes`() throws {
    let store = store()
    let name = try store.put(.bytes(jpeg(padding: 5)))
    #expect(try store.files.contents(of: name) == jpeg(padding: 5))
  }

  @Test func theThumbnailGoesWithItsPicture() throws {
    let store = store(thumbnails: true)
    let name = try store.put(.bytes(picture(width: 400, height: 300)), name: StoreName("a.jpg"))
    let path = try #require(try store.thumbnailPath(of: name))
    #expect(path.removingLastComponent().lastComponent == "thumbnail")
    #expect(try pixelSize(contents(of: path)) == PixelSize(width: 133, height: 100))
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
    try store(thumbnails: true).put(.bytes(picture(width: 40, height: 30)), name: name)
    try store().put(.bytes(jpeg(padding: 1)), name: name, replacing: true)
    #expect(try store().thumbnailPath(of: name) == nil)
    try store(thumbnails: true).put(.bytes(picture(width: 30, height: 40)), name: name, replacing: true)
    #expect(try store().thumbnailPath(of: name) != nil)
  }

  @Test func aRenameOverAPictureWithThumbnailLeavesNoStaleThumbnail() throws {
    let (plain, other) = (try StoreName("plain.jpg"), try StoreName("other.jpg"))
    try store().put(.bytes(jpeg()), name: plain)
    try store(thumbnails: true).put(.bytes(picture(width: 40, height: 30)), name: other)
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
    let store = store(thumbnails: true)
    let error = #expect(throws: StoreError.self) { try store.put(.bytes(jpeg())) }
    guard case .cannotFit("the data", let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("/"))
    #expect(try store.files.list() == [])
    #expect(TemporaryTree.names(in: store.files.root.appending(".photopick/staging")) == [])
  }
}
