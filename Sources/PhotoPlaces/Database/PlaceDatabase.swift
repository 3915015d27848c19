import PhotoFiles
import SystemPackage

/// Names of places by coordinates, and coordinates of cities by name, from a file on this machine.
///
///     let places = try PlaceDatabase(path)
///     places.place(at: 35.0037, 135.7788)?.city      // "Kyoto"
///     places.timeZone(at: 35.0037, 135.7788)         // "Asia/Tokyo"
///
/// The country is found by its borders, which are accurate to about 70 m; the state is that of the city. The file is
/// mapped into memory, and read once to verify it. A lookup takes some microseconds.
public struct PlaceDatabase: Sendable {
  public static let fileName = "places.dat"

  private let sections: PlaceSections
  private let borders: BorderGrid
  private let cityTable: CityTable
  public let path: FilePath

  /// - Throws: `PlaceDataUnavailable` if the file can't be read or is corrupt.
  public init(_ path: FilePath) throws(PlaceDataUnavailable) {
    sections = try PlaceSections(path)
    borders = BorderGrid(sections: sections)
    cityTable = CityTable(sections: sections)
    self.path = path
  }

  /// The number of cities.
  public var cityCount: Int { sections.cities.count / CityTable.rowSize }

  // MARK: - By coordinates

  /// Returns the names of the place at a point; `nil` on the high sea.
  ///
  /// Coastal waters belong to the country. Beyond them, it is the country of a city at most 25 km away.
  public func place(at latitude: Double, _ longitude: Double) -> Place? {
    let (x, y) = Self.units(latitude, longitude)
    if let zone = zone(x, y) {
      let city = cityTable.nearest(x: x, y: y, in: (zone.country, zone.secondCountry))
      return place(city: city, country: city.map(country(of:)) ?? zone.country)
    }
    guard let city = cityTable.nearest(x: x, y: y, in: nil), distance(latitude, longitude, city) <= Self.coast
    else { return nil }
    return place(city: city, country: country(of: city))
  }

  /// Returns the identifier of the time zone at a point (tz database), such as `Asia/Tokyo`.
  ///
  /// On the high sea, it is the nautical zone, such as `Etc/GMT-9` for 127.5° to 142.5° east: signs are inverted there
  /// (tz database, etcetera).
  public func timeZone(at latitude: Double, _ longitude: Double) -> String {
    let (x, y) = Self.units(latitude, longitude)
    if let zone = zone(x, y) { return zone.name }
    let hours = longitude.isFinite ? Int((min(max(longitude, -180), 180) / 15).rounded()) : 0
    return hours == 0 ? "Etc/GMT" : hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
  }

  /// A point on the high sea belongs to the country of the nearest city up to this distance, in km.
  private static let coast = 25.0

  private static func units(_ latitude: Double, _ longitude: Double) -> (x: Int, y: Int) {
    (
      PlaceGrid.units(longitude, from: -180, cells: PlaceGrid.columns),
      PlaceGrid.units(latitude, from: -90, cells: PlaceGrid.rows)
    )
  }

  private func zone(_ x: Int, _ y: Int) -> (name: String, country: Int, secondCountry: Int)? {
    guard let zone = borders.zone(x: x, y: y), zone < sections.zones.count else { return nil }
    return sections.zones[zone]
  }

  private func place(city: Int?, country: Int) -> Place? {
    guard country < sections.countries.count else { return nil }
    let (code, name) = sections.countries[country]
    return Place(
      countryCode: code, country: name, state: city.flatMap(state(of:)),
      city: city.map { sections.string(sections.cities.uint32($0 + 12)) })
  }

  private func country(of city: Int) -> Int { sections.cities.uint16(city + 16) }

  private func state(of city: Int) -> String? {
    let state = sections.cities.uint16(city + 18)
    return state < sections.states.count ? sections.states[state] : nil
  }

  private func position(of city: Int) -> (latitude: Double, longitude: Double) {
    (
      Double(sections.cities.uint32(city + 4)) / Double(PlaceGrid.unit) - 90,
      Double(sections.cities.uint32(city)) / Double(PlaceGrid.unit) - 180
    )
  }

  /// Returns the distance in km.
  private func distance(_ latitude: Double, _ longitude: Double, _ city: Int) -> Double {
    let place = position(of: city)
    let turn = (longitude - place.longitude).remainder(dividingBy: 360)
    let (north, east) = (latitude - place.latitude, turn * cos(latitude * .pi / 180))
    return (north * north + east * east).squareRoot() * 111.195
  }

  // MARK: - By name

  /// Returns the cities with a name that meets a condition, in any order, each once. Examines all names.
  ///
  /// - Parameter isWanted: Whether a name in UTF-8 meets the condition. Large cities have names in several languages.
  public func cities(where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [City] {
    func isWantedText(_ offset: Int) -> Bool {
      sections.text(offset).withMemoryRebound(to: UInt8.self, isWanted)
    }
    var found: Set<Int> = []
    for city in stride(from: 0, to: sections.cities.count, by: CityTable.rowSize)
    where isWantedText(sections.cities.uint32(city + 12)) {
      found.insert(city)
    }
    for name in stride(from: 0, to: sections.names.count, by: 8)
    where isWantedText(sections.names.uint32(name)) {
      let city = sections.names.uint32(name + 4)
      if city < cityCount { found.insert(city * CityTable.rowSize) }
    }
    return found.map(city(at:))
  }

  /// Returns the names of cities with at least this population.
  public func cityNames(population: Int) -> [String] {
    stride(from: 0, to: sections.cities.count, by: CityTable.rowSize)
      .filter { sections.cities.uint32($0 + 8) >= population }
      .map { sections.string(sections.cities.uint32($0 + 12)) }
  }

  private func city(at row: Int) -> City {
    let (country, place) = (country(of: row), position(of: row))
    let (code, name) = country < sections.countries.count ? sections.countries[country] : ("", "")
    return City(
      name: sections.string(sections.cities.uint32(row + 12)), state: state(of: row), country: name,
      countryCode: code, population: sections.cities.uint32(row + 8), latitude: place.latitude,
      longitude: place.longitude)
  }
}
