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
    for (degrees, unit) in [(-181, 0), (-180, 0), (-179.875, 8192), (180, 23_592_959), (181, 23_592_959)] {
      #expect(PlaceGrid.units(degrees, from: -180, cells: PlaceGrid.columns) == unit)
    }
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

  @Test func `Numbers beyond the last country, state, zone or city name nothing`() throws {
    var data = PlaceData()
    data.cities += [
      .init("Nowhere", 0.3, 2.1, population: 100, country: 2),
      .init("Stateless", 0.9, 0.1, population: 100, country: 0, state: 2),
    ]
    let places = try database(data)
    #expect(places.place(at: 0.3, 2.1) == nil)
    #expect(places.cities { $0.elementsEqual("Nowhere".utf8) }.map(\.country) == [""])
    let stateless = places.place(at: 0.9, 0.1)
    #expect(stateless?.city == "Stateless" && stateless?.state == nil)
    #expect(try polar(run: [0, 1], strings: [1, 0x5A]).timeZone(at: 89.95, 0) == "Etc/GMT")
    #expect(try polar(run: [0, 0], names: [0, 0, 0, 0, 0, 0, 0, 0]).cities { _ in true }.isEmpty)
  }

  @Test func `West of the first run of a row is the high sea`() throws {
    let places = try polar(run: [1440, 0])
    #expect(places.timeZone(at: 89.95, -0.01) == "Etc/GMT")
    #expect(places.timeZone(at: 89.95, -15) == "Etc/GMT+1")
    #expect(places.timeZone(at: 89.95, 0) == "Z")
    #expect(places.timeZone(at: 89.95, 180) == "Z")
  }

  @Test(
    arguments: [
      ([1, 1, 0, 0], "Z"), ([1, 0, 0, 0], "Etc/GMT"), ([1, 2, 0, 0, 0], "Etc/GMT"),
      // A border without vertices divides nothing.
      ([1, 1, 1, 0, 1, 0], "Z"),
    ] as [([UInt16], String)])
  func `A cell has the zone of its first bit that is set`(cell: [UInt16], zone: String) throws {
    #expect(try polar(run: [0, 0xFFFE], cell: cell).timeZone(at: 89.95, 0) == zone)
  }

  /// A file with the zone Z, number 0, and one run, its column and zone, which is in the northernmost row.
  private func polar(
    run: [UInt16], cell: [UInt16] = [], names: [UInt8] = [], strings: [UInt8] = [1, 0x5A]
  ) throws -> PlaceDatabase {
    let zone: [UInt8] = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let sections = [
      [], [], zone, rows(last: 1), bytes(run + [0, 0]), bytes(cell), rows(last: 0), [], names, strings,
    ]
    try write(PlaceData.assembled(sections), to: path)
    return try PlaceDatabase(path)
  }

  private func bytes(_ numbers: [some FixedWidthInteger]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  /// The starts of the rows of a table, of which only the last one has entries.
  private func rows(last: UInt32, count: Int = 1440) -> [UInt8] {
    bytes([UInt32](repeating: 0, count: count) + [last])
  }

  @Test func `Tables are complete and in ascending order`() throws {
    func isOpened(_ change: (inout [[UInt8]]) -> Void) throws -> Bool {
      let (run, city) = ([UInt8](repeating: 0, count: 8), [UInt8](repeating: 0, count: 20))
      var sections = [[], [], [], rows(last: 1), run, [], rows(last: 1), city, [], []]
      change(&sections)
      try write(PlaceData.assembled(sections), to: path)
      do throws(PlaceDataUnavailable) {
        _ = try PlaceDatabase(path)
        return true
      } catch {
        #expect(error == .damaged(path))
        return false
      }
    }
    // The last sections may be empty and then start at the end of the file.
    #expect(try isOpened { _ in })
    for (table, size) in [(3, 8), (6, 20)] {
      #expect(try isOpened { ($0[table], $0[table + 1]) = (rows(last: 0), []) })
      #expect(try !isOpened { $0[table] = [] })
      #expect(try !isOpened { $0[table] = rows(last: 1, count: 1439) })
      #expect(try !isOpened { $0[table] = rows(last: 1, count: 1441) })
      #expect(try !isOpened { $0[table] = rows(last: 2) })
      #expect(try !isOpened { $0[table + 1] = [UInt8](repeating: 0, count: size - 1) })
      #expect(try !isOpened { $0[table].replaceSubrange(400..<404, with: [2, 0, 0, 0]) })
    }
  }
}
