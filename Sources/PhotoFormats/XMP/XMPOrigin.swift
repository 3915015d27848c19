extension XMPFields {
  mutating func addOrigin(_ values: XMPValues, _ names: XMPVocabulary) {
    let parts = values.structures([names.semantic, names.length]).map { part in
      (
        semantic: part[names.semantic]?.trimmedText ?? "",
        length: part[names.length]?.trimmedText.flatMap { Int($0) } ?? 0
      )
    }
    if [names.motionPhoto, names.microVideo].contains(where: { values.number($0) == 1 }) {
      findings.offer(.flag(true), for: .motion)
      let offset = values.number(names.microVideoOffset).flatMap { Int(exactly: $0) }
      film = EmbeddedFilm(parts: parts) ?? offset.flatMap { EmbeddedFilm(length: $0, distance: $0) }
    }
    if names.gainMap.contains(where: { values[$0] != nil })
      || parts.contains(where: { $0.semantic == "GainMap" })
    {
      findings.offer(.flag(true), for: .hdr)
    }
    if names.panorama.contains(where: { values[$0] != nil }) { findings.offer(.flag(true), for: .panorama) }
  }
}

/// The film of a motion photo, located from the end of the file as in XMP.
package struct EmbeddedFilm: Sendable, Hashable {
  let length: Int
  /// Bytes from its start to the end of the file.
  let distance: Int

  init?(length: Int, distance: Int) {
    guard length > 0, distance >= length else { return nil }
    self.length = length
    self.distance = distance
  }

  /// The film among the parts at the end of a file, in this order (Motion Photo 1.0, "Media data").
  fileprivate init?(parts: [(semantic: String, length: Int)]) {
    guard let index = parts.firstIndex(where: { $0.semantic == "MotionPhoto" }) else { return nil }
    var distance = 0
    for part in parts[index...] {
      let (sum, overflows) = distance.addingReportingOverflow(part.length)
      guard part.length >= 0, !overflows else { return nil }
      distance = sum
    }
    self.init(length: parts[index].length, distance: distance)
  }

  /// The offset of the film in a file, if a film starts there.
  func offset(in source: ByteSource) -> Int? {
    let offset = source.count - distance
    // A film starts with brands.
    guard offset > 0, source.bytes(at: offset, count: 8).has("ftyp", at: 4) else { return nil }
    return offset
  }
}
