import PhotoPlaces
import SystemPackage

// place-lookup FILE: reads lines of latitude and longitude, and prints country code, city, state and time zone for each,
// separated by tabs. Writes the time in microseconds per place and per zone to standard error.

typealias Point = (latitude: Double, longitude: Double)

func microseconds(_ duration: Duration) -> Double {
  Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6
}

/// Returns the median of five rounds, in microseconds per point.
func measured(_ points: [Point], _ body: (Point) -> Int) -> Double {
  var sum = 0
  let rounds = (0..<5).map { _ in
    microseconds(ContinuousClock().measure { for point in points { sum &+= body(point) } })
  }
  precondition(sum != 1)
  return rounds.sorted()[2] / Double(max(points.count, 1))
}

func run(_ path: FilePath) throws {
  let start = ContinuousClock.now
  let places = try PlaceDatabase(path)
  let opening = microseconds(ContinuousClock.now - start)
  var points: [Point] = []
  while let line = readLine() {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    points.append((numbers[0], numbers[1]))
  }
  let place = measured(points) { places.place(at: $0.latitude, $0.longitude)?.city?.utf8.count ?? 0 }
  let zone = measured(points) { places.timeZone(at: $0.latitude, $0.longitude).utf8.count }
  try FileDescriptor.standardError.writeAll("\(opening) \(place) \(zone)\n".utf8)
  for point in points {
    let place = places.place(at: point.latitude, point.longitude)
    let zone = places.timeZone(at: point.latitude, point.longitude)
    print("\(place?.countryCode ?? "")\t\(place?.city ?? "")\t\(place?.state ?? "")\t\(zone)")
  }
}

guard CommandLine.arguments.count == 2 else { fatalError("usage: place-lookup FILE") }
try run(FilePath(CommandLine.arguments[1]))
