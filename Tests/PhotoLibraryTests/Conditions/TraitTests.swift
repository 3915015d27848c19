import PhotoFormats
import Testing

@testable import PhotoLibrary

struct TraitTests {
  private let assets: [Asset] = [
    .having("turned.jpg", "2014", values: [.rating: .integer(-1), .edited: .flag(true)]) {
      $0.pixelSize = PixelSize(width: 400, height: 300)
      $0.orientation = .right
    },
    .having("wide.jpg", values: [.rating: .integer(5), .contentIdentifier: .text("A"), .hdr: .flag(true)]) {
      $0.pixelSize = PixelSize(width: 400, height: 300)
      $0.location = GeoLocation(latitude: 48.8582, longitude: 2.2945)
    },
    .having("square.jpg", values: [.rating: .integer(0), .motion: .flag(true), .panorama: .flag(true)]) {
      $0.pixelSize = PixelSize(width: 300, height: 300)
      $0.location = GeoLocation(latitude: -17.7, longitude: 179.999)
    },
    .sample("film.mov", type: .quickTimeMovie) { $0.values[.editing] = .flag(true) },
  ]

  @Test(arguments: [
    ("is:portrait", [0]), ("is:landscape", [1]), ("is:square", [2]), ("is:edited", [0, 3]),
    ("is:motion", [2]),
    ("is:live", [1]), ("is:panorama", [2]), ("is:hdr", [1]), ("is:rated", [1]), ("is:rejected", [0]),
    ("is:unrated", [2, 3]), ("rating:none", [2, 3]), ("rating:0", [2, 3]), ("rating:any", [0, 1]),
    ("is:located", [1, 2]), ("is:dated", [0]), ("is:video", [3]), ("is:jpg", [0, 1, 2]), ("is:raw", []),
    ("is:photo -is:rated", [0, 2]), ("is:video,square", [2, 3]),
  ])
  func `metadata determines the traits of a photo`(query: String, expected: [Int]) throws {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test(arguments: [
    ("near:48.8582,2.2945,1m", [1]), ("near:48.8582,2.2945,0m", [1]), ("near:48.8738,2.2950,1km", []),
    ("near:48.8738,2.2950,2km", [1]),
    ("near:48.8738,2.2950,1.0mi", []), ("near:-17.7,-179.999,1km", [2]), ("near:0,0,20100km", [1, 2]),
    ("-near:48.8582,2.2945,1m", [0, 2, 3]),
  ])
  func `a place is near by the way over the Earth`(query: String, expected: [Int]) throws {
    #expect(try assets.found(query) == expected.map { assets[$0].name.text }, "\(query)")
  }

  @Test func `a place may be a pole, and a radius zero`() {
    for (latitude, longitude) in [(90.0, 180.0), (-90.0, -180.0)] {
      #expect(PlaceTest(latitude: latitude, longitude: longitude, metres: 0) != nil)
    }
    #expect(PlaceTest(latitude: 90.1, longitude: 0, metres: 0) == nil)
    #expect(PlaceTest(latitude: 0, longitude: -180.1, metres: 0) == nil)
    #expect(PlaceTest(latitude: 0, longitude: 0, metres: -0.1) == nil)
    #expect(PlaceTest(latitude: 0, longitude: 0, metres: .infinity) == nil)
  }

  @Test func `the members of a stack are stacked`() throws {
    let shots = StackFinder().stacked([
      .sample("IMG_1.CR2", "2014", type: .canonRAW), .sample("IMG_1.JPG", "2014"),
      .sample("IMG_9.JPG", "2012"),
    ])
    #expect(try shots.found("is:stacked") == ["IMG_1.CR2", "IMG_1.JPG"])
    #expect(try AssetCondition(at: "x or -is:stacked").needsStacks)
    #expect(try !AssetCondition(at: "is:raw or is:duplicate").needsStacks)
  }

  @Test func `the members of a group of duplicates are duplicates`() throws {
    let group = DuplicateGroup(.copy, [assets[0], assets[1]], reason: "older")
    let copies = [assets[0].in(duplicates: group), assets[1].in(duplicates: group), assets[2]]
    #expect(try copies.found("is:duplicate") == ["turned.jpg", "wide.jpg"])
  }

  @Test func `words search the descriptive fields`() throws {
    let word = "Kyōto"
    let fields: [MetadataField] = [.lens, .title, .caption, .sublocation, .city, .state, .country]
    var found: [Asset] = fields.map { .having("\($0.key)", values: [$0: .text("In \(word)")]) }
    found += [
      .having("keywords", values: [.keywords: .list(["x", word])]),
      .having("people", values: [.people: .list([word])]),
      .having("album", in: "/photos/\(word) 2014"), .having("\(word).jpg"),
      .having("camera") { $0.camera = Camera(make: word, model: "X") },
    ]
    let others: [Asset] = [
      .having("a", values: [.software: .text(word)]), .having("b", in: "/\(word)/c"),
      .having("d", values: [.codec: .text(word)]),
    ]
    #expect(try (found + others).found("kyoto") == found.names)
    #expect(try (found + others).found("\"n kyoto\"") == fields.map(\.key))
  }
}
