import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// The facts about a photo in the full view, with control and bidirectional characters escaped.
struct PageFacts: Encodable {
  struct Fact: Encodable {
    let name: String
    let text: String
  }

  let name: String
  let facts: [Fact]

  init(_ asset: Asset) {
    name = SafeText.escaping(asset.name.text)
    facts = PhotoFacts.facts(of: asset).map { Fact(name: $0.name, text: SafeText.escaping($0.text)) }
  }
}

/// The paths of the picks, which the page saves in case photopick exits unexpectedly.
struct PagePicks: Encodable {
  static let limit = 10_000

  let count: Int
  /// The paths in picking order. Escaping keeps each path on one line when it is pasted into a shell.
  let paths: [String]

  init(_ picks: PickList) {
    count = picks.count
    paths = picks.assets.prefix(Self.limit).map {
      SafeText.escaping(String(decoding: $0.pathBytes, as: UTF8.self))
    }
  }
}
