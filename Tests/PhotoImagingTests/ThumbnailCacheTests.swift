import PhotoFiles
import PhotoFormats
@testable import PhotoImaging
import SystemPackage
import Testing

@Suite struct ThumbnailCacheTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func digestsAreThoseOfRFC1321(_ text: String, _ expected: String) {
    #expect(MD5.hexDigest(of: text.utf8) == expected)
  }

  @Test func pathsAreEscapedAsGLibDoes() {
    let path = FilePath("/a b/!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~/é")
    let expected = "/a%20b/!%22%23$%25&'()*+,-./:%3B%3C=%3E%3F@%5B%5C%5D%5E_%60%7B%7C%7D~/%C3%A9"
    #expect(FileURL.glibText(path) == "file://\(expected)")
    #expect(FileURL.glibText("/a/./b/../c") == "file:///a/c")
    #expect(FileURL.glibText("a") == nil)
  }

  /// The example of the standard, "Thumbnail Directory".
  @Test func namesAreThoseOfTheStandard() {
    let uri = FileURL.glibText("/home/jens/photos/me.png")
    #expect(uri.map { MD5.hexDigest(of: $0.utf8) } == "c6ee772d9e49320e97ec29a7eb5b1697")
  }

  private func photo(in folder: borrowing TemporaryTree) throws -> FilePath {
    try folder.write(try Pictures.quarters(width: 1600, height: 1200).jpeg(quality: 0.8), to: "photo.jpg")
  }

  @Test func aThumbnailIsKeptForTheUserAloneAndFoundAgain() throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    let cache = ThumbnailCache(folder: folder.path.appending("cache/thumbnails"), version: "1")
    let made = try cache.thumbnail(of: path, size: .large)
    #expect(made.isNew)
    #expect(made.pixels.size == PixelSize(width: 256, height: 192))
    let file = try #require(made.file)
    #expect(try FileSystem.permissions(file) == 0o600)
    #expect(try FileSystem.permissions(file.removingLastComponent()) == 0o700)
    let found = try cache.thumbnail(of: path, size: .large)
    #expect(!found.isNew && found.file == file)
    #expect(Pictures.rows(found.pixels) == Pictures.rows(made.pixels))
    #expect(
      try FileSystem.names(in: file.removingLastComponent()) == [try #require(file.lastComponent).string])
  }

  @Test func aChangedPhotoGetsANewThumbnail() throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "1")
    _ = try cache.thumbnail(of: path, size: .normal)
    try FileSystem.setModificationTime(1_000_000_000, of: path)
    #expect(try cache.existingFile(for: path, size: .normal) == nil)
    #expect(try cache.thumbnail(of: path, size: .normal).isNew)
  }

  /// Writes other bytes with the size and modification time of a photo, as `exiftool -P` does.
  private func edit(_ path: FilePath, isReplaced: Bool) throws {
    let time = 1_400_000_000.0
    var bytes = try FileSystem.read(path)
    bytes[bytes.count / 2] ^= 0x55
    let target = isReplaced ? FilePath(path.string + ".new") : path
    let file = try FileDescriptor.open(target, .writeOnly, options: .create, permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
    try FileSystem.setModificationTime(time, of: target)
    if isReplaced { try #require(rename(target.string, path.string) == 0) }
  }

  @Test(arguments: [false, true])
  func `a photo that was edited or replaced with size and time preserved gets a new thumbnail`(
    isReplaced: Bool
  ) throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    try FileSystem.setModificationTime(1_400_000_000, of: path)
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "1")
    let renderings = RenderingFolder(folder.path.appending("renderings"))
    let (large, rendering) = (
      try cache.thumbnail(of: path, size: .large), try renderings.rendering(of: path, .screen, crop: nil)
    )
    _ = try cache.thumbnail(of: path, size: .normal)
    #expect(try cache.existingFile(for: path, size: .normal) != nil && large.isNew && rendering.isNew)
    try edit(path, isReplaced: isReplaced)
    for size in [ThumbnailSize.normal, .large] {
      #expect(try cache.existingFile(for: path, size: size) == nil)
    }
    #expect(try cache.thumbnail(of: path, size: .normal).isNew)
    #expect(try renderings.rendering(of: path, .screen, crop: nil).path != rendering.path)
  }

  @Test func `a file that was preallocated and then completed is no longer broken`() throws {
    let folder = try TemporaryTree()
    let bytes = try Pictures.quarters(width: 64, height: 48).jpeg(quality: 0.8)
    let head = [UInt8](bytes.prefix(20))
    let path = try folder.write(head + [UInt8](repeating: 0, count: bytes.count - 20), to: "a.jpg")
    try FileSystem.setModificationTime(1_400_000_000, of: path)
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "1")
    #expect(throws: ImagingError.self) { try cache.thumbnail(of: path, size: .normal) }
    let file = try FileDescriptor.open(path, .writeOnly)
    try file.closeAfter { _ = try file.writeAll(bytes) }
    try FileSystem.setModificationTime(1_400_000_000, of: path)
    #expect(try cache.thumbnail(of: path, size: .normal).isNew)
  }

  @Test func aSmallerThumbnailIsMadeFromALargerOne() throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "1")
    let large = try cache.thumbnail(of: path, size: .extraLarge)
    #expect(try cache.existingFile(for: path, size: .normal) == large.file)
    let small = try cache.thumbnail(of: path, size: .normal)
    #expect(small.pixels.size == PixelSize(width: 128, height: 96))
    #expect(small.file?.removingLastComponent().lastComponent?.string == "normal")
  }

  @Test func aThumbnailOfAnotherProgramIsUsed() throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    try FileSystem.setModificationTime(1_400_000_000, of: path)
    let uri = try #require(FileURL.glibText(path))
    let foreign = try Pictures.quarters(width: 2, height: 2).png(texts: [
      ("Thumb::URI", uri), ("Thumb::MTime", "1400000000"), ("Software", "GNOME::ThumbnailFactory"),
    ])
    let outside = try TemporaryTree()
    let copy = ThumbnailCache(folder: outside.path, version: "1")
    try FileSystem.makeFolder(outside.path.appending("normal"))
    _ = try outside.write(foreign, to: "normal/\(MD5.hexDigest(of: uri.utf8)).png")
    let used = try copy.thumbnail(of: path, size: .normal)
    #expect(!used.isNew && used.pixels.size == PixelSize(width: 2, height: 2))
    // Nothing else in it indicates the change to the photo.
    let file = outside.path.appending("normal/\(MD5.hexDigest(of: uri.utf8)).png")
    try FileSystem.setModificationTime(1_500_000_000, of: file)
    #expect(try copy.thumbnail(of: path, size: .normal).isNew)
  }

  // photopick used to write its own name into copies of foreign thumbnails.
  @Test(arguments: ["GNOME::ThumbnailFactory", "photopick 0.1.0"])
  func `a smaller copy of a foreign thumbnail remains foreign`(software: String) throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    try FileSystem.setModificationTime(1_400_000_000, of: path)
    let uri = try #require(FileURL.glibText(path))
    let foreign = try Pictures.quarters(width: 256, height: 256).png(texts: [
      ("Thumb::URI", uri), ("Thumb::MTime", "1400000000"), ("Software", software),
    ])
    let thumbnails = folder.path.appending("thumbnails")
    try FileSystem.makeFolder(thumbnails.appending("large"))
    try FileSystem.write(foreign, to: thumbnails.appending("large/\(MD5.hexDigest(of: uri.utf8)).png"))
    let cache = ThumbnailCache(folder: thumbnails, version: "1")
    let square = PixelSize(width: 128, height: 128)
    #expect(try cache.thumbnail(of: path, size: .normal).pixels.size == square)
    let own = try cache.thumbnail(of: path, size: .normal, acceptingForeign: false)
    #expect(own.pixels.size == PixelSize(width: 128, height: 96))
  }

  @Test func whatIsNotSupportedNowIsTriedAgain() throws {
    let folder = try TemporaryTree()
    let path = try folder.write(Array("no photo".utf8), to: "notes.jpg")
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "7")
    #expect(throws: ImagingError.self) { try cache.thumbnail(of: path, size: .normal) }
    #expect(throws: (any Error).self) { try FileSystem.names(in: folder.path.appending("thumbnails/fail")) }
  }

  @Test func aBrokenPhotoIsNotedAndNotTriedAgainByTheSameVersion() throws {
    let folder = try TemporaryTree()
    let path = try folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9], to: "broken.jpg")
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "7")
    let first = #expect(throws: ImagingError.self) { try cache.thumbnail(of: path, size: .normal) }
    let names = try FileSystem.names(in: folder.path.appending("thumbnails/fail/photopick-7"))
    #expect(names.count == 1)
    let second = #expect(throws: ImagingError.self) { try cache.thumbnail(of: path, size: .normal) }
    #expect(second == first)
  }

  @Test func aCacheThatCannotBeWrittenStillGivesThumbnails() throws {
    let folder = try TemporaryTree()
    let path = try photo(in: folder)
    let blocked = try folder.write([], to: "file")
    let thumbnail = try ThumbnailCache(folder: blocked.appending("thumbnails"), version: "1")
      .thumbnail(of: path, size: .normal)
    #expect(thumbnail.file == nil && thumbnail.pixels.size == PixelSize(width: 128, height: 96))
  }

  @Test func aTruncatedPhotoStaysMarkedAtEverySize() throws {
    let folder = try TemporaryTree()
    let whole = try Pictures.quarters(width: 600, height: 400).jpeg(quality: 0.8)
    let path = try folder.write(Array(whole.prefix(whole.count / 2)), to: "cut.jpg")
    let cache = ThumbnailCache(folder: folder.path.appending("thumbnails"), version: "1")
    #expect(try cache.thumbnail(of: path, size: .large).isTruncated)
    let smaller = try cache.thumbnail(of: path, size: .normal)
    #expect(smaller.isTruncated)
    let record = try ThumbnailRecord(PictureSource(PictureFile(try #require(smaller.file))))
    let type = record?.facts.first { $0.key == "Thumb::Mimetype" }
    #expect(type?.text == "image/jpeg")
  }

  @Test func theUsersFolderFollowsTheEnvironment() throws {
    #expect(
      try UserFolders(environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]).thumbnails == "/c/thumbnails")
    #expect(
      try UserFolders(environment: ["XDG_CACHE_HOME": "c", "HOME": "/h"]).thumbnails == "/h/.cache/thumbnails"
    )
  }
}
