import PhotoFormats
import PhotoPlaces

/// Reads the values of `near:`: a city or coordinates, and a radius.
///
///     near:Kyoto   near:Portland,US,20km   near:"Portland, Maine"   near:48.8582,2.2945,5km
struct PlaceReader {
  /// In meters.
  static let usualRadius = 10_000.0
  private static let form =
    "near takes a city, or latitude and longitude, and a radius, as in near:Kyoto,20km "
    + "or near:48.8582,2.2945,5km"
  /// The minimum population of suggestions.
  private static let suggestedPopulation = 100_000

  private let values: [WrittenText]

  /// - Parameter values: At least one value.
  init(_ values: [WrittenText]) { self.values = values }

  func test() throws(ConditionError) -> PlaceTest {
    let first = values[0].text
    return first.contains(where: \.isLetter) && !Self.beginsLikeNumber(first) ? try city() : try coordinates()
  }

  private static func beginsLikeNumber(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isNumber || "+-.".contains($0) } ?? false
  }

  // MARK: - Coordinates

  private func coordinates() throws(ConditionError) -> PlaceTest {
    guard (2...3).contains(values.count) else {
      throw ConditionError(column: (values.count > 3 ? values[3] : values[0]).column, message: Self.form)
    }
    let (latitude, longitude) = (try degrees(0), try degrees(1))
    guard abs(latitude) <= 90 else {
      throw ConditionError(column: values[0].column, message: "a latitude is from -90 to 90")
    }
    guard abs(longitude) <= 180 else {
      throw ConditionError(column: values[1].column, message: "a longitude is from -180 to 180")
    }
    return try circle(latitude, longitude, try radius(2))
  }

  private func circle(
    _ latitude: Double, _ longitude: Double, _ metres: Double
  ) throws(ConditionError) -> PlaceTest {
    if let test = PlaceTest(latitude: latitude, longitude: longitude, metres: metres) { return test }
    throw ConditionError(column: values[values.count - 1].column, message: "a radius is 0 or more")
  }

  /// Returns the radius in meters.
  private func radius(_ index: Int) throws(ConditionError) -> Double {
    guard index < values.count else { return Self.usualRadius }
    let quantity = try quantity(index, .metres, "a radius such as 500m or 5km")
    // Five meters, kilometers or miles?
    if quantity.factor == nil, quantity.number > 0 {
      let number = values[index].text.prefix(20)
      throw ConditionError(
        column: values[index].column, message: "a radius needs a unit; write \(number)km or \(number)m")
    }
    return quantity.number
  }

  private func degrees(_ index: Int) throws(ConditionError) -> Double {
    try quantity(index, .degrees, "degrees such as 48.8582").number
  }

  private func quantity(
    _ index: Int, _ unit: FieldUnit, _ example: String
  ) throws(ConditionError) -> Quantity {
    let value = values[index]
    if let quantity = Quantity(value.text, unit: unit) { return quantity }
    throw ConditionError(
      column: value.column, message: "expected \(example), found \"\(value.text.prefix(40))\"")
  }

  // MARK: - A city

  private func city() throws(ConditionError) -> PlaceTest {
    let hasRadius = values.count > 1 && Self.beginsLikeNumber(values[values.count - 1].text)
    let texts = (hasRadius ? values.dropLast() : values[...]).flatMap { $0.text.split(separator: ",") }
      .map { FoldedText(Self.trimmed($0)) }.filter { !$0.folded.isEmpty }
    guard let name = texts.first, texts.count <= 3 else {
      throw ConditionError(column: values[0].column, message: Self.form)
    }
    let metres = hasRadius ? try radius(values.count - 1) : Self.usualRadius
    let city = try found(name, in: texts.dropFirst())
    return try circle(city.latitude, city.longitude, metres)
  }

  private static func trimmed(_ text: Substring) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }

  /// Returns the most populous city with a name in a state or country.
  private func found(_ name: FoldedText, in areas: ArraySlice<FoldedText>) throws(ConditionError) -> City {
    let database: PlaceDatabase
    do throws(PlaceDataUnavailable) {
      database = try PlaceNames.database()
    } catch {
      throw ConditionError(
        column: values[0].column, message: "near:\(name.text.prefix(40)): \(error)", isUnsupported: true)
    }
    let namesakes = database.cities { name.isEqual(to: $0) }
      .sorted { ($0.population, $1.name, $1.latitude) > ($1.population, $0.name, $0.latitude) }
    let city = namesakes.first { city in
      areas.allSatisfy { area in
        [city.countryCode, city.country, city.state ?? ""].contains { FoldedText($0).folded == area.folded }
      }
    }
    if let city { return city }
    throw ConditionError(column: values[0].column, message: message(name, namesakes, database))
  }

  private func message(_ name: FoldedText, _ namesakes: [City], _ database: PlaceDatabase) -> String {
    let shown = name.text.prefix(40)
    guard namesakes.isEmpty else {
      let places = namesakes.prefix(3).map { [$0.name, $0.state ?? "", $0.country].filter { !$0.isEmpty } }
      return
        "\(shown) is not there; there is \(places.map { $0.joined(separator: ", ") }.joined(separator: "; "))"
    }
    let near = NearestName.of(name.text, in: database.cityNames(population: Self.suggestedPopulation))
    return "there is no city \(shown); " + (near.map { "did you mean \($0)?" } ?? Self.form)
  }
}
