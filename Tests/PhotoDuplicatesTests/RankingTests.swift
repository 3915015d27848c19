import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoDuplicates

struct RankingTests {
  private func best(_ assets: Asset...) -> (name: String?, reason: String) {
    for order in [assets, assets.reversed()] {
      let ranked = DuplicateRanking(preferring: "/best").ranked(order)
      let other = DuplicateRanking(preferring: "/best").ranked(order.reversed())
      if ranked.assets != other.assets { return (nil, "depends on the order") }
    }
    let ranked = DuplicateRanking(preferring: "/best").ranked(assets)
    return (ranked.assets.first?.name.text, ranked.reason)
  }

  private let plain = Photos.asset("plain.jpg", size: 10_000)

  @Test func `pixels decide before everything else`() {
    let large = Photos.asset("large.jpg", size: 10_000) { $0.pixelSize = PixelSize(width: 800, height: 600) }
    let rated = Photos.asset("rated.jpg", in: "/best", size: 90_000, date: "2014") {
      $0.values[.rating] = .integer(5)
    }
    #expect(best(rated, large) == ("large.jpg", "more pixels"))
  }

  @Test func `then the format and the compression`() {
    let raw = Photos.asset("a.cr2", size: 10_000) { $0.fileType = .canonRAW }
    let fine = Photos.asset("fine.jpg", size: 20_000)
    #expect(best(fine, raw) == ("a.cr2", "RAW"))
    #expect(best(plain, fine) == ("fine.jpg", "less compressed"))
    #expect(
      best(plain, Photos.asset("padded.jpg", in: "/best", size: 10_500)).reason == "in the preferred folder")
  }

  @Test func `then metadata and the folder`() {
    let dated = Photos.asset("dated.jpg", size: 10_000, date: "2014")
    let rated = Photos.asset("rated.jpg", size: 10_000) { $0.values[.rating] = .integer(1) }
    let preferred = Photos.asset("preferred.jpg", in: "/best/1", size: 10_000)
    let similar = Photos.asset("similar.jpg", in: "/bestial", size: 10_000)
    #expect(best(rated, dated, preferred) == ("dated.jpg", "has Exif"))
    #expect(best(preferred, rated) == ("rated.jpg", "rated"))
    #expect(best(similar, preferred) == ("preferred.jpg", "in the preferred folder"))
  }
}
