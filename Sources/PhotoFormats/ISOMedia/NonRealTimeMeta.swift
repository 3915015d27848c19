/// Sony's XML in videos (`NonRealTimeMeta` of XDCAM and XAVC): local time, camera, lens and place.
struct NonRealTimeMeta {
  private(set) var date: DateText?
  private(set) var make: String?
  private(set) var model: String?
  private(set) var lens: String?
  /// The items of the group `ExifGPS` by name.
  private var gps: [String: String] = [:]

  /// The maximum number of items to store.
  private static let itemLimit = 64

  /// Parses XML up to the first error; `nil` if it is of another kind.
  init?(_ xml: Bytes) {
    var root: Substring?
    var isInGPS = false
    // The values before an error count.
    try? XMLTokens.visit(xml.trimmed) { token in
      switch token.kind {
      case .start(let name, let attributes):
        root = root ?? name.localName
        let values = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        if name.localName == "Group" { isInGPS = values["name"] == "ExifGPS" }
        take(name.localName, values, isInGPS: isInGPS)
      case .end(let name): if name.localName == "Group" { isInGPS = false }
      case .text, .other: break
      }
    }
    guard root == "NonRealTimeMeta" else { return nil }
  }

  private mutating func take(_ element: Substring, _ values: [String: String], isInGPS: Bool) {
    func text(_ name: String) -> String? { Bytes(Array((values[name] ?? "").utf8)).trimmedText }
    switch element {
    case "CreationDate": date = date ?? text("value").flatMap { DateText($0) }
    case "Device":
      make = make ?? text("manufacturer")
      model = model ?? text("modelName")
    // An unknown lens consists of dashes.
    case "Lens": lens = lens ?? text("modelName").flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
    case "Item" where isInGPS && gps.count < Self.itemLimit:
      if let name = text("name"), let value = text("value") { gps[name] = value }
    default: break
    }
  }

  /// The place, unless its status is `V` (void).
  var location: GeoLocation? {
    guard gps["Status"] != "V", let latitude = degrees("Latitude", negative: "S"),
      let longitude = degrees("Longitude", negative: "W")
    else { return nil }
    let isBelow = gps["AltitudeRef"] == "1"
    let altitude = gps["Altitude"].flatMap(FieldValue.number).map { isBelow ? -abs($0) : $0 }
    let time = gps["DateStamp"].flatMap { day in gps["TimeStamp"].flatMap { DateText("\(day) \($0)") } }
    return GeoLocation(
      latitude: latitude, longitude: longitude, altitude: altitude,
      timestamp: time.map { UniversalTime($0.time, nanoseconds: $0.nanoseconds) })
  }

  /// Parses a coordinate in sexagesimal notation: `35:37:14.880`.
  private func degrees(_ name: String, negative: Unicode.Scalar) -> Double? {
    gps[name].flatMap { DegreesText(Bytes(Array($0.utf8))) }?
      .degrees(reference: gps[name + "Ref"]?.unicodeScalars.first, negative: negative)
  }
}
