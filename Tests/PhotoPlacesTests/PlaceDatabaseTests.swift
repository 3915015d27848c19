import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPlaces

struct PlaceDatabaseTests {
  private let tree: TemporaryTree
  private let path: FilePath

  init() throws {
    tree = try TemporaryTree()
    path = tree.at("places.dat")
  }

  private func database(_ data: PlaceData = PlaceData()) throws -> PlaceDatabase {
    try write(data.file, to: path)
    return try PlaceDatabase(path)
  }

  @Test func `A border decides the country, not the next city`() throws {
    let places = try database()
    // Border Town in Eastland is 1.2 km away, and Custom House in Westland 5.5 km.
    let west = places.place(at: 0.5, 1.049)
    #expect(west == Place(countryCode: "WL", country: "Westland", state: nil, city: "Custom House"))
    #expect(places.timeZone(at: 0.5, 1.049) == "Test/West")
    let east = places.place(at: 0.5, 1.051)
    #expect(
      east == Place(countryCode: "EL", country: "Eastland", state: "East Province", city: "Border Town"))
    #expect(places.timeZone(at: 0.5, 1.051) == "Test/East")
  }

  @Test func `A large city extends beyond its center, but not over the next town`() throws {
    let places = try database()
    #expect(places.place(at: 0.5, 0.54)?.city == "Kyōbashi")
    #expect(places.place(at: 0.5, 0.579)?.city == "Smallville")
    #expect(places.place(at: 0.5, 0.54)?.state == "Kansai")
  }

  @Test func `A place far from cities has a country and no city`() throws {
    let place = try database().place(at: 0.99, 0.01)
    #expect(place?.countryCode == "WL")
    #expect(place?.city == nil)
  }

  @Test func `The sea near a harbor belongs to its country, and the high sea to none`() throws {
    let places = try database()
    #expect(places.place(at: 0.3, 2.1)?.city == "Port")
    #expect(places.place(at: 0.3, 2.1)?.countryCode == "EL")
    #expect(places.place(at: 0.3, 2.4) == nil)
    #expect(places.timeZone(at: 0.3, 2.4) == "Etc/GMT")
    #expect(places.timeZone(at: -40, 135) == "Etc/GMT-9")
    #expect(places.timeZone(at: -40, -179) == "Etc/GMT+12")
  }

  @Test func `A border with many vertices divides its cell`() throws {
    var data = PlaceData()
    data.border = [(3000, -10)]
    for step in 0..<83 {
      data.border.append((step % 2 == 0 ? 1000 : 7000, Int16(step * 100)))
    }
    let places = try database(data)
    func zone(_ x: Double, _ y: Double) -> String {
      places.timeZone(at: 0.5 + y / 65_536, 1 + x / 65_536)
    }
    #expect(zone(500, 4000) == "Test/West")
    #expect(zone(7500, 4000) == "Test/East")
    // Between two teeth.
    #expect(zone(2000, 4000) == "Test/East")
    #expect(zone(2000, 4100) == "Test/West")
  }

  @Test func `Where a zone covers two countries, the next city decides`() throws {
    var data = PlaceData()
    data.secondCountry = 1
    let places = try database(data)
    #expect(places.place(at: 0.5, 1.049)?.countryCode == "EL")
    #expect(places.place(at: 0.5, 0.5)?.countryCode == "WL")
    #expect(places.place(at: 0.99, 0.01)?.countryCode == "WL")
  }

  @Test func `Coordinates out of range are places on the edge`() throws {
    let places = try database()
    for number in [Double.nan, .infinity, -.infinity, 1e300, -91, 180, 90] {
      _ = places.place(at: number, number)
      _ = places.timeZone(at: number, number)
    }
    #expect(places.timeZone(at: 0, .nan) == "Etc/GMT")
  }

  @Test func `Cities are found by each of their names`() throws {
    let places = try database()
    let small = places.cities { $0.elementsEqual("Smallville".utf8) }.sorted { $0.population > $1.population }
    #expect(small.map(\.country) == ["Eastland", "Westland"])
    #expect(small.map(\.state) == ["East Province", "Kansai"])
    #expect(places.cities { $0.elementsEqual("京橋".utf8) }.map(\.name) == ["Kyōbashi"])
    #expect(Set(places.cityNames(population: 500_000)) == ["Kyōbashi", "Border Town"])
    #expect(places.cityCount == 6)
  }

  @Test func `A damaged file gives an error`() throws {
    let whole = PlaceData().file
    var damaged: [[UInt8]] = [[], Array(whole.prefix(20)), Array(whole.dropLast()), whole + [0]]
    for index in [0, 8, 12, 16, 24, 33, 200, whole.count - 1] {
      damaged.append(whole)
      damaged[damaged.count - 1][index] ^= 1
    }
    for bytes in damaged {
      try write(bytes, to: path)
      #expect(throws: PlaceDataUnavailable.damaged(path)) { try PlaceDatabase(path) }
    }
    #expect(throws: PlaceDataUnavailable.damaged(tree.path)) { try PlaceDatabase(tree.path) }
    #expect(throws: PlaceDataUnavailable.unreadable(tree.at("none"), .noSuchFileOrDirectory)) {
      try PlaceDatabase(tree.at("none"))
    }
  }

  @Test func `A hostile file with a correct checksum crashes nothing`() throws {
    let whole = PlaceData().file
    var random = SeededGenerator(seed: 7)
    var opened = 0
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 32..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      let checksum = Checksum.of(Array(bytes[32...]))
      withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange(24..<32, with: $0) }
      try write(bytes, to: path)
      guard let places = try? PlaceDatabase(path) else { continue }
      opened += 1
      for step in 0..<40 {
        _ = places.place(at: Double(step % 5) / 4, Double(step) / 20)
        _ = places.timeZone(at: Double(step % 5) / 4, Double(step) / 20)
      }
      _ = places.cities { _ in true }
    }
    #expect(opened > 0)
  }

  @Test func `Random bytes behind a correct header crash nothing`() throws {
    var random = SeededGenerator(seed: 3)
    let rows = { (section: Int) in
      (0...1440).flatMap { row in withUnsafeBytes(of: UInt32(row == 1440 ? section : 0)) { Array($0) } }
    }
    for _ in 0..<20 {
      let noise = (0..<8).map { _ in (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) } }
      let sections = [
        noise[0], noise[1], noise[2], rows(50), noise[3], noise[4], rows(20), noise[5], noise[6], noise[7],
      ]
      try write(PlaceData.assembled(sections), to: path)
      let places = try PlaceDatabase(path)
      for degrees in stride(from: -90.0, through: 90, by: 9) {
        _ = places.place(at: degrees, 2 * degrees)
        _ = places.timeZone(at: degrees, 2 * degrees)
      }
      _ = places.cities { _ in true }
      _ = places.cityNames(population: 0)
    }
  }
}
