import PhotoFiles

/// Finds cities by position. They are in rows of an eighth of a degree, sorted from west to east.
struct CityTable: Sendable {
  static let rowSize = 20
  static let none = 0xFFFF
  /// The largest distance in km.
  static let reach = 50.0

  let sections: PlaceSections

  /// The length of a unit along a meridian in km, on a sphere with Earth's mean radius.
  private static let unitLength = 111.195 / Double(PlaceGrid.unit)
  /// Returns the radius in km: 0.006 times the square root of a population, at most 6. A point is assigned to the city
  /// with the nearest edge, so that a metropolis includes its suburbs, but not the towns around it.
  private static func radius(_ population: Int) -> Double {
    min(largestRadius, 0.006 * Double(population).squareRoot())
  }

  private static let largestRadius = 6.0
  /// The radii of the search, in km. The first one suffices for most points.
  private static let radii = [8, 16, reach]

  /// Returns the offset of the city with the nearest edge, at most 50 km away.
  ///
  /// - Parameter countries: The numbers of the countries in which to search; `nil` for all.
  func nearest(x: Int, y: Int, in countries: (Int, Int)?) -> Int? {
    var search = Search(x: x, y: y, countries: countries)
    for radius in Self.radii {
      search.best = (.infinity, nil)
      let band = Int(radius / Self.unitLength)
      let rows = max(0, y - band) / PlaceGrid.cell...min(PlaceGrid.rows - 1, (y + band) / PlaceGrid.cell)
      let width = min(Int(Double(band) / search.scale) + 1, PlaceGrid.columns * PlaceGrid.cell / 2)
      for row in rows { examine(row, width, &search) }
      if search.best.edge + Self.largestRadius <= radius { break }
    }
    return search.best.offset
  }

  private struct Search {
    let x, y: Int
    let isAnywhere: Bool
    let countries: (Int, Int)
    /// The length of a unit of longitude, relative to one of latitude.
    let scale: Double
    var best: (edge: Double, offset: Int?) = (.infinity, nil)

    @inline(__always)
    func isWanted(_ country: Int) -> Bool {
      isAnywhere || country == countries.0 || country == countries.1
    }

    init(x: Int, y: Int, countries: (Int, Int)?) {
      isAnywhere = countries == nil
      self.countries = countries ?? (CityTable.none, CityTable.none)
      (self.x, self.y) = (x, y)
      let degrees = (Double(y) / Double(PlaceGrid.unit)) - 90
      scale = max(cos(degrees * .pi / 180), 0.01)
    }
  }

  private func examine(_ row: Int, _ width: Int, _ search: inout Search) {
    let turn = PlaceGrid.columns * PlaceGrid.cell
    scan(row, from: search.x, width, &search)
    // The window crosses the antimeridian.
    if search.x < width { scan(row, from: search.x + turn, width, &search) }
    if search.x + width >= turn { scan(row, from: search.x - turn, width, &search) }
  }

  private func scan(_ row: Int, from x: Int, _ width: Int, _ search: inout Search) {
    let cities = sections.cities
    var offset = sections.cityRows.uint32(4 * row) * Self.rowSize
    let end = sections.cityRows.uint32(4 * row + 4) * Self.rowSize
    var (low, high) = (0, (end - offset) / Self.rowSize)
    while low < high {
      let middle = (low + high) / 2
      if cities.uint32(offset + middle * Self.rowSize) < x - width { low = middle + 1 } else { high = middle }
    }
    offset += low * Self.rowSize
    while offset < end {
      let dx = cities.uint32(offset) - x
      if dx > width { break }
      let (east, north) = (Double(dx) * search.scale, Double(cities.uint32(offset + 4) - search.y))
      let distance = (east * east + north * north).squareRoot() * Self.unitLength
      if distance <= Self.reach, distance - Self.largestRadius < search.best.edge {
        let edge = distance - Self.radius(cities.uint32(offset + 8))
        if edge < search.best.edge, search.isWanted(cities.uint16(offset + 16)) {
          search.best = (edge, offset)
        }
      }
      offset += Self.rowSize
    }
  }
}
