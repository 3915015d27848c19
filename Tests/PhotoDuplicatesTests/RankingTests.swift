import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDuplicates

struct RankingTests {
  private let ranking = DuplicateRanking(preferring: "/best", roots: ["/first", "/photos"])

  private static func photo(
    _ name: String, in folder: FilePath = "/photos", size: Int64 = 10_000, isOriginal: Bool = false,
    _ change: @escaping (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    let camera = isOriginal ? Camera(make: "Canon", model: "EOS") : nil
    return Photos.asset(name, in: folder, size: size, camera: camera, change: change)
  }

  private static func rating(_ stars: Int64) -> (inout PhotoMetadata) -> Void {
    { $0.values[.rating] = .integer(stars) }
  }

  /// A photo for each criterion, with nothing but this one in favor of it, from the first criterion to the last.
  private static let criteria: [(photo: Asset, reason: String)] = [
    (photo("original.jpg", size: 1000, isOriginal: true), "the camera's file"),
    (photo("large.jpg", size: 1000) { $0.pixelSize = PixelSize(width: 800, height: 600) }, "more pixels"),
    (photo("preferred.jpg", in: "/best/1", size: 1000), "in the preferred folder"),
    (photo("raw.cr2", size: 1000) { $0.fileType = .canonRAW }, "RAW"),
    (photo("fine.jpg", size: 20_000), "less compressed"),
    (photo("rated.jpg", rating(1)), "rated"),
    (photo("named.jpg", in: "/first"), "in the path named first"),
    (photo("plain.jpg"), "first"),
  ]

  @Test func `each criterion beats all later ones, in any order, and is the reason`() {
    for (index, (photo, reason)) in Self.criteria.dropLast().enumerated() {
      let later = Self.criteria[(index + 1)...].map(\.photo)
      for others in [later, later.reversed()] {
        for other in others {
          for pair in [[photo, other], [other, photo]] {
            let ranked = ranking.ranked(pair)
            #expect(ranked.assets[0] == photo && ranked.reason == reason, "\(other.name.text)")
          }
        }
        #expect(ranking.ranked(others + [photo]).assets[0] == photo)
      }
    }
  }

  @Test func `a program's file is not the camera's, even if it is larger or keeps the Exif`() {
    let original = Self.photo("original.jpg", isOriginal: true)
    let traces: [(inout PhotoMetadata) -> Void] = [
      { $0.values[.editing] = .flag(true) }, { $0.values[.rewritten] = .flag(true) }, { $0.fileType = .png },
      { $0.camera = nil },
    ]
    for trace in traces {
      let other = Self.photo("other.jpg", in: "/best", size: 90_000, isOriginal: true) {
        trace(&$0)
        Self.rating(5)(&$0)
        $0.pixelSize = PixelSize(width: 800, height: 600)
      }
      let ranked = ranking.ranked([other, original])
      #expect(ranked.assets[0] == original && ranked.reason == "the camera's file")
    }
    // A list of edits next to the file leaves it as it is.
    let listed = Self.photo("listed.jpg", in: "/best", isOriginal: true) { $0.values[.edited] = .flag(true) }
    #expect(ranking.ranked([original, listed]).assets[0] == listed)
  }

  @Test func `a picture that photopick made is not the camera's, even if it is larger`() throws {
    let original = Self.photo("original.jpg", isOriginal: true)
    let metadata = PictureMetadata(
      date: nil, camera: original.camera, location: nil, values: MetadataValues())
    let picture = DerivedPicture(size: try #require(PixelSize(width: 40, height: 30)))
    let blocks = try #require(
      MetadataBlocks(metadata, of: picture, original: nil, policy: MetadataPolicy()))
    let jpeg: [UInt8] = [0xFF, 0xD8] + blocks.segments + PictureBuilder.jpeg().suffix(23)
    let made = PhotoMetadata.read(ByteSource(jpeg))
    let derived = Self.photo("derived.jpg", size: 90_000, isOriginal: true) { $0.values = made.values }
    let ranked = ranking.ranked([derived, original])
    #expect(ranked.assets[0] == original && ranked.reason == "the camera's file")
  }

  @Test func `a damaged photo is never the best`() {
    let damaged = Self.photo("a.jpg", in: "/best", size: 90_000, isOriginal: true) { $0.damage = "cut off" }
    let ranked = ranking.ranked([damaged, Self.photo("b.jpg")])
    #expect(ranked.assets[0].name.text == "b.jpg" && ranked.reason == "intact")
  }

  @Test func `a similar name is another folder, and a few bytes are no compression`() {
    let similar = Self.photo("similar.jpg", in: "/bestial", size: 10_500)
    let preferred = Self.photo("preferred.jpg", in: "/best")
    #expect(ranking.ranked([similar, preferred]).reason == "in the preferred folder")
    let padded = Self.photo("padded.jpg", size: 10_500)
    #expect(
      ranking.ranked([padded, Self.photo("named.jpg", in: "/first")]).reason == "in the path named first")
  }
}
