import PhotoLibrary
import PhotoPlaces
import Synchronization

/// The place data of the program, which names cities and countries by coordinates.
enum PlaceData {
  /// The sources of the data and their licenses.
  static let licenses =
    "cities: GeoNames, CC BY 4.0; borders and time zones: OpenStreetMap contributors, ODbL 1.0"

  /// The same for `--version --verbose`.
  static let notice = """
    Cities: GeoNames, https://www.geonames.org, CC BY 4.0
    Borders and time zones: OpenStreetMap contributors through timezone-boundary-builder, ODbL 1.0
    """

  private static let isReported = Mutex(false)

  /// Makes queries and records name places. Opens no file yet.
  static func use() {
    PlaceNames.source = { () throws(PlaceDataUnavailable) in try PlaceDatabase.installed() }
  }

  /// Prints a note if an option needs names of places and the data can't be used; once, since the parser may read an
  /// option several times. Photos that name their places need no data.
  static func require() {
    do throws(PlaceDataUnavailable) {
      _ = try PlaceNames.database()
    } catch {
      let isFirst = isReported.withLock { isReported in
        defer { isReported = true }
        return !isReported
      }
      if isFirst { Diagnostics.note("places are named only if photos name them: \(error)") }
    }
  }
}
