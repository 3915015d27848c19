import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// The facts about a photo that the viewer shows: controls and marks of direction are escaped, as on a terminal.
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

/// The paths of the picks, which the page keeps in case photopick ends unexpectedly.
struct PagePicks: Encodable {
  static let limit = 10_000

  let count: Int
  /// In order. Controls and marks of direction are escaped, so that a path that is pasted into a shell is one line.
  let paths: [String]

  init(_ picks: PickList) {
    count = picks.count
    paths = picks.assets.prefix(Self.limit).map {
      SafeText.escaping(String(decoding: $0.pathBytes, as: UTF8.self))
    }
  }
}
