extension XMPFields {
  mutating func addOrigin(_ values: XMPValues, _ names: XMPVocabulary) {
    let parts = values.structures([names.semantic, names.length]).map { part in
      (
        semantic: part[names.semantic]?.trimmedText ?? "",
        length: part[names.length]?.trimmedText.flatMap { Int($0) } ?? 0
      )
    }
    if [names.motionPhoto, names.microVideo].contains(where: { values.number($0) == 1 }) {
      let offsets = names.filmOffsets.map { values.number($0).flatMap { Int(exactly: $0) } }
      film = FilmClaim(
        distances: ([FilmClaim.distance(parts)] + offsets).compactMap { $0 })
    }
    if names.gainMap.contains(where: { values[$0] != nil })
      || parts.contains(where: { $0.semantic == "GainMap" })
    {
      findings.offer(.flag(true), for: .hdr)
    }
    if names.panorama.contains(where: { values[$0] != nil })
      || values.text(names.spherical)?.lowercased() == "true"
    {
      findings.offer(.flag(true), for: .panorama)
    }
  }
}

/// The statement of XMP that the file contains a film, which may be untrue.
package struct FilmClaim: Sendable, Hashable {
  /// Numbers of bytes from the start of the film to the end of the file, the likeliest first.
  let distances: [Int]

  /// The distance of the film among the parts at the end of a file, in this order (Motion Photo 1.0, "Media data").
  fileprivate static func distance(_ parts: [(semantic: String, length: Int)]) -> Int? {
    guard let index = parts.firstIndex(where: { $0.semantic == "MotionPhoto" }) else { return nil }
    var distance = 0
    for part in parts[index...] {
      let (sum, overflows) = distance.addingReportingOverflow(part.length)
      guard part.length >= 0, !overflows else { return nil }
      distance = sum
    }
    return distance
  }
}
