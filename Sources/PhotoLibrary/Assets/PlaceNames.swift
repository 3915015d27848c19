import PhotoFormats
import PhotoPlaces

/// Names the places of photos that have only coordinates.
///
/// A photo whose metadata names a city, state or country gets no other names. Nothing is read until a query, group,
/// template or record needs a name.
package enum PlaceNames {
  /// Opens the place data; `nil` if places aren't named. Set at the start of a program, before other threads use it.
  package nonisolated(unsafe) static var source: Source?  // Set once, before other threads start.

  package typealias Source = @Sendable () throws(PlaceDataUnavailable) -> PlaceDatabase

  private static let opened: Result<PlaceDatabase, PlaceDataUnavailable>? = source.map { source in
    Result { () throws(PlaceDataUnavailable) in try source() }
  }

  private typealias Name = @Sendable (Place) -> String?

  private static let names: [(field: MetadataField, name: Name)] = [
    (.city, \.city), (.state, \.state), (.country, \.country), (.countryCode, \.countryCode),
  ]

  package static let fields = names.map(\.field)
  /// The value of `placeSource` for names by coordinates.
  package static let sourceName = "gps"

  /// The place data.
  ///
  /// - Throws: `PlaceDataUnavailable`, also if places aren't named.
  package static func database() throws(PlaceDataUnavailable) -> PlaceDatabase {
    guard let opened else { throw .missing }
    return try opened.get()
  }

  /// Returns the place of a photo that has only coordinates.
  package static func place(of asset: Asset) -> Place? {
    guard let location = asset.location, case .success(let database)? = opened,
      !fields.contains(where: { asset.values[$0] != nil })
    else { return nil }
    return database.place(at: location.latitude, location.longitude)
  }

  /// Returns the values of a photo with the names of its place, and whether there are such names.
  package static func values(of asset: Asset) -> (values: MetadataValues, areCompleted: Bool) {
    guard let place = place(of: asset) else { return (asset.values, false) }
    var values = asset.values
    for (field, name) in names { values[field] = name(place).map { .text($0) } }
    return (values, true)
  }

  static func value(of field: MetadataField, _ asset: Asset) -> FieldValue? {
    if let value = asset.values[field] { return value }
    guard let name = names.first(where: { $0.field == field })?.name, let place = place(of: asset) else {
      return nil
    }
    return name(place).map { .text($0) }
  }
}

extension AssetField {
  /// Whether its values may be names of places by coordinates.
  package var namesPlaces: Bool {
    self == Self.placeSource || PlaceNames.fields.contains { $0.key == name }
  }
}
