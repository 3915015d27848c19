import PhotoFormats
import PhotoLibrary
import PhotoPlaces

/// Finds the positions of photos on a track, and counts photos without one.
struct TrackPositions {
  let track: Track
  /// In seconds.
  let maximumGap: Double
  /// The correction of the capture dates, in seconds.
  let clockOffset: Double
  /// The clock of photos without an offset from UTC.
  let zone: WallClock
  let replacesPositions: Bool
  private(set) var outside: [Asset] = []
  private(set) var undated: [Asset] = []
  private(set) var keptCount = 0

  init(track: Track, maximumGap: Double, clockOffset: Double, zone: WallClock, replacesPositions: Bool) {
    (self.track, self.maximumGap, self.clockOffset) = (track, maximumGap, clockOffset)
    (self.zone, self.replacesPositions) = (zone, replacesPositions)
  }

  /// Returns the position of a photo; `nil`, and counts the photo, if it has a position that stays, or no time, or isn't
  /// on the track.
  mutating func position(of asset: Asset) -> Track.Position? {
    if asset.location != nil, !replacesPositions {
      keptCount += 1
      return nil
    }
    guard let time = time(of: asset) else {
      undated.append(asset)
      return nil
    }
    let position = track.position(at: time + clockOffset, maximumGap: maximumGap)
    if position == nil { outside.append(asset) }
    return position
  }

  /// Returns the uncorrected capture time, in seconds since 1970-01-01T00:00:00Z. Ignores modification times.
  private func time(of asset: Asset) -> Double? {
    guard let date = asset.date, date.hasTimeOfDay, date.source != .file else { return nil }
    let fraction = Double(date.nanoseconds) / 1e9
    if date.source.isUniversal { return Double(date.time.seconds) + fraction }
    if let time = date.unixTime { return time }
    let (time, offset) = zone.local(date.time)
    return Double(time.seconds - Int64(offset) * 60) + fraction
  }

  /// Prints the numbers of photos without a position, and their names if `namesAll` is set.
  func report(namesAll: Bool) {
    let groups = [
      (outside, "outside of the track or in a gap of more than \(text(maximumGap))"),
      (undated, "without a time from a camera"),
    ]
    for (assets, reason) in groups where !assets.isEmpty {
      Diagnostics.note("\(count(assets.count)) \(reason), left alone")
      if namesAll { for asset in assets { Diagnostics.note("\(asset.path): \(reason)") } }
    }
    if keptCount > 0 {
      Diagnostics.note("\(count(keptCount)) with a position, which stays without --replace")
    }
  }

  private func count(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }

  private func text(_ seconds: Double) -> String {
    let minutes = seconds / 60
    return seconds > 0 && minutes == minutes.rounded()
      ? "\(minutes.shortestText) min" : "\(seconds.shortestText) s"
  }
}
