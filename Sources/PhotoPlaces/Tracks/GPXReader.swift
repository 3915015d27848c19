import PhotoFormats

/// Collects track points from the tags and strings of a GPX file.
struct GPXReader {
  private(set) var points: [TrackPoint] = []
  private(set) var isTrackFile = false
  /// The local names of the open elements.
  private var path: [Substring] = []
  private var point = Point()
  private var text: [UInt8] = []

  private struct Point {
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var time: Double?
  }

  /// Longer strings are neither times nor heights.
  private static let textLimit = 64

  /// Reads a part of the file. Returns `false` if there are too many points.
  mutating func read(_ token: XMLTokens.Token.Kind) -> Bool {
    switch token {
    case .start(let name, let attributes):
      path.append(name.localName)
      text.removeAll(keepingCapacity: true)
      if path.count == 1 { isTrackFile = path == ["gpx"] }
      if isPoint(path) { begin(attributes) }
    case .text(let bytes):
      if text.count <= Self.textLimit { text += bytes }
    case .end:
      if isPoint(path) {
        add()
      } else if let name = path.last, isPoint(path.dropLast()), text.count <= Self.textLimit {
        let text = Bytes(text).trimmedText ?? ""
        if name == "time" { point.time = Self.time(text) }
        if name == "ele" { point.altitude = Double(text) }
      }
      path = path.dropLast()
    case .other: break
    }
    return points.count <= TrackFile.pointLimit
  }

  private func isPoint(_ path: some RandomAccessCollection<Substring>) -> Bool {
    path.count == 4 && path.elementsEqual(["gpx", "trk", "trkseg", "trkpt"])
  }

  private mutating func begin(_ attributes: [(name: String, value: String)]) {
    point = Point()
    for (name, value) in attributes {
      if name == "lat" { point.latitude = Double(value) }
      if name == "lon" { point.longitude = Double(value) }
    }
  }

  private mutating func add() {
    guard let latitude = point.latitude, let longitude = point.longitude, let time = point.time,
      let point = TrackPoint(time: time, latitude: latitude, longitude: longitude, altitude: point.altitude)
    else { return }
    points.append(point)
  }

  /// Parses a time (XML Schema, dateTime); without an offset, it is in UTC (GPX 1.1, wptType).
  private static func time(_ text: String) -> Double? {
    DateText(text).map { date in
      Double(date.time.seconds - 60 * Int64(date.offsetMinutes ?? 0)) + Double(date.nanoseconds) / 1e9
    }
  }
}
