import PhotoFiles

/// A file of place data with two countries between the equator and 1° north: Westland from 0° to 1.05° east, and
/// Eastland up to 2° east. Scripts/places/places_file.py describes the format.
package struct PlaceData {
  package struct City {
    let name: String
    let latitude, longitude: Double
    let population: UInt32
    let country: UInt16
    let state: UInt16

    package init(
      _ name: String, _ latitude: Double, _ longitude: Double, population: UInt32, country: UInt16,
      state: UInt16 = 0xFFFF
    ) {
      (self.name, self.latitude, self.longitude, self.population) = (name, latitude, longitude, population)
      (self.country, self.state) = (country, state)
    }
  }

  package var cities = [
    City("Kyōbashi", 0.5, 0.5, population: 900_000, country: 0, state: 0),
    City("Smallville", 0.5, 0.58, population: 900, country: 0, state: 0),
    City("Border Town", 0.5, 1.06, population: 500_000, country: 1, state: 1),
    City("Custom House", 0.5, 1.0, population: 100, country: 0),
    City("Port", 0.3, 1.99, population: 20_000, country: 1, state: 1),
    City("Smallville", 0.2, 1.6, population: 5_000, country: 1, state: 1),
  ]
  /// Further names by the index in `cities`.
  package var names = [("京橋", 0)]
  /// The vertices of the border in its cells, from the lower left corner.
  package var border: [(x: Int16, y: Int16)] = [(3277, -100), (3277, 8292)]
  package var secondCountry: UInt16 = 0xFFFF

  private var strings: [UInt8] = []
  private static let rows = 1440
  private static let none: UInt16 = 0xFFFF
  private static let borders: UInt16 = 0xFFFE

  package init() {}

  private mutating func text(_ text: String) -> [UInt8] {
    defer { strings += [UInt8(text.utf8.count)] + Array(text.utf8) }
    return bytes(UInt32(strings.count))
  }

  /// The file.
  package var file: [UInt8] {
    var data = self
    let countries =
      Array("WL".utf8) + [0, 0] + data.text("Westland") + Array("EL".utf8) + [0, 0] + data.text("Eastland")
    let states = data.text("Kansai") + data.text("East Province")
    let zones =
      data.text("Test/West") + bytes(UInt16(0)) + bytes(secondCountry) + data.text("Test/East")
      + bytes(UInt16(1)) + bytes(Self.none)
    let (gridRows, runs) = grid
    let cell =
      bytes(UInt16(2)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt16(0)) + bytes(UInt16(1))
      + bytes(UInt16(3)) + bytes(UInt16(border.count)) + border.flatMap { bytes($0.x) + bytes($0.y) }
    let order = cities.indices.sorted { place(cities[$0]) < place(cities[$1]) }
    let cityRows = (0...Self.rows).map { row in order.filter { place(cities[$0]).0 < row }.count }
    let table = order.map { cities[$0] }.map { city in
      bytes(UInt32(place(city).1)) + bytes(UInt32((city.latitude + 90) * 65_536)) + bytes(city.population)
        + data.text(city.name) + bytes(city.country) + bytes(city.state)
    }
    let names = self.names.map { data.text($0.0) + bytes(UInt32(order.firstIndex(of: $0.1) ?? 0)) }
    return Self.assembled([
      countries, states, zones, gridRows, runs, cell, cityRows.flatMap { bytes(UInt32($0)) },
      Array(table.joined()), Array(names.joined()), data.strings,
    ])
  }

  /// Row and units of a city.
  private func place(_ city: City) -> (Int, Int) {
    (Int((city.latitude + 90) * 8), Int((city.longitude + 180) * 65_536))
  }

  private var grid: (rows: [UInt8], runs: [UInt8]) {
    var (starts, runs) = ([UInt32(0)], [UInt8]())
    let sea: [(UInt16, UInt16)] = [(0, Self.none)]
    let land: [(UInt16, UInt16)] = [(1440, 0), (1448, Self.borders), (1449, 1), (1456, Self.none)]
    for row in 0..<Self.rows {
      let parts = (720..<728).contains(row) ? sea + land : sea
      for (column, zone) in parts { runs += bytes(column) + bytes(zone) + bytes(UInt32(0)) }
      starts.append(UInt32(runs.count / 8))
    }
    return (starts.flatMap { bytes($0) }, runs)
  }

  /// Returns a file with these sections and a correct checksum.
  package static func assembled(_ sections: [[UInt8]]) -> [UInt8] {
    var (table, body) = ([UInt8](), [UInt8]())
    for section in sections {
      body += [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
      table += bytes(UInt32(32 + 8 * sections.count + body.count)) + bytes(UInt32(section.count))
      body += section
    }
    let rest = table + body
    return Array("PhPlaces".utf8) + bytes(UInt32(1)) + bytes(UInt32(sections.count))
      + bytes(UInt64(32 + rest.count)) + bytes(Checksum.of(rest)) + rest
  }
}

private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
