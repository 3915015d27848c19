import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The metadata that the kept photo gets from its duplicates, and the values that it doesn't.
///
///     let merge = MetadataMerge(of: duplicates, into: best)
///     try marker.mark(best, with: merge.change)
package struct MetadataMerge: Sendable {
  /// A value that a duplicate has and the photo doesn't get.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    package let photo: FilePath
    /// The name of the field, such as `caption`.
    package let field: String
    let lost: String
    /// The value of the photo that remains, if it has one.
    let kept: String?

    package var description: String {
      "\(photo): its \(field) is not kept: \(Self.quote(lost))"
        + (kept.map { "; the kept photo has \(Self.quote($0))" } ?? "")
    }

    private static let shownCount = 60

    private static func quote(_ text: String) -> String {
      text.count > shownCount ? "“\(text.prefix(shownCount))…”" : "“\(text)”"
    }
  }

  /// The best rating, all keywords, label, title, caption and position, as far as the photo lacks them.
  package private(set) var change = MarkChange()
  /// In the order of the duplicates.
  package private(set) var differences: [Difference] = []

  /// Positions that are closer, in meters, are the same place, rounded by another program.
  private static let placeTolerance = 100.0

  package init(of duplicates: [Asset], into best: Asset) {
    let stars = Self.rating(of: best) ?? duplicates.compactMap(Self.stars).max()
    if Self.rating(of: best) == nil { change.rating = stars.flatMap { Rating(rawValue: min($0, 5)) } }
    let label = Self.text(.label, duplicates, best) { MarkChange(label: $0) }
    let title = Self.text(.title, duplicates, best) { MarkChange(title: $0) }
    let caption = Self.text(.caption, duplicates, best) { MarkChange(caption: $0) }
    (change.label, change.title, change.caption) = (label.added, title.added, caption.added)
    let place = best.location ?? duplicates.lazy.compactMap(\.location).first
    if best.location == nil { change.place = place.map { .set($0) } }
    addKeywords(of: duplicates, to: best)
    let rating = stars.map { $0 < 0 ? "rejected" : "\($0)" }
    for duplicate in duplicates {
      note("rating", of: duplicate, Self.stars(of: duplicate).map(String.init), rating)
      note("label", of: duplicate, duplicate.values.texts(.label).first, label.kept)
      note("title", of: duplicate, duplicate.values.texts(.title).first, title.kept)
      note("caption", of: duplicate, duplicate.values.texts(.caption).first, caption.kept)
      noteDate(of: duplicate, best.date.flatMap { $0.source.isInFile ? $0 : nil })
      let (people, known) = (duplicate.values.texts(.people), best.values.texts(.people))
      if !Set(people).isSubset(of: known) {
        note("people", of: duplicate, Self.text(of: people), Self.text(of: known))
      }
      if let place, let other = duplicate.location, !Self.isNear(place, other) {
        note("place", of: duplicate, Self.text(of: other), Self.text(of: place))
      }
    }
  }

  private mutating func note(_ field: String, of photo: Asset, _ value: String?, _ kept: String?) {
    guard let value, value != kept else { return }
    differences.append(Difference(photo: photo.path, field: field, lost: value, kept: kept))
  }

  /// Notes a capture date, such as a corrected one. Software may remove the fraction of the second and the offset from UTC,
  /// so a date without them is equal to one with them.
  private mutating func noteDate(of photo: Asset, _ kept: CaptureDate?) {
    guard let date = photo.date, date.source.isOfCapture else { return }
    if let kept, date.time == kept.time, date.fractionDigits == 0 || date.nanoseconds == kept.nanoseconds,
      date.offsetMinutes == nil || date.offsetMinutes == kept.offsetMinutes
    {
      return
    }
    note("date", of: photo, date.iso8601, kept?.iso8601)
  }

  private mutating func addKeywords(of duplicates: [Asset], to best: Asset) {
    let known = Set(Self.keywords(of: best))
    // A sidecar can't represent every string of a header.
    change.addedKeywords = duplicates.flatMap(Self.keywords).filter { keyword in
      !known.contains(keyword) && MarkChange(addedKeywords: [keyword]).unwritableText == nil
    }.uniqued()
  }

  /// Returns the value of the photo, else the first one of the duplicates that a sidecar can represent.
  private static func text(
    _ field: MetadataField, _ duplicates: [Asset], _ best: Asset, _ change: (MarkChange.Text) -> MarkChange
  ) -> (kept: String?, added: MarkChange.Text?) {
    if let text = best.values.texts(field).first { return (text, nil) }
    let found = duplicates.lazy.compactMap { $0.values.texts(field).first }
      .first { change(.set($0)).unwritableText == nil }
    return (found, found.map { .set($0) })
  }

  /// Stars, or -1 for rejected; `nil` for an unrated photo.
  private static func rating(of asset: Asset) -> Int? {
    AssetTrait.rejected.matches(asset) ? -1 : stars(of: asset)
  }

  private static func stars(of asset: Asset) -> Int? {
    AssetTrait.rated.matches(asset) ? asset.values[.rating]?.number.map { Int($0) } : nil
  }

  private static func text(of people: [String]) -> String? {
    people.isEmpty ? nil : people.joined(separator: ", ")
  }

  /// Latitude and longitude to a meter, such as `35.0394, 135.7292`.
  private static func text(of place: GeoLocation) -> String {
    [place.latitude, place.longitude].map { "\(($0 * 1e5).rounded() / 1e5)" }.joined(separator: ", ")
  }

  private static func isNear(_ place: GeoLocation, _ other: GeoLocation) -> Bool {
    PlaceTest(latitude: place.latitude, longitude: place.longitude, metres: placeTolerance)?
      .matches(other) ?? false
  }

  /// Returns the keywords with their positions in the hierarchy, and the other keywords.
  private static func keywords(of asset: Asset) -> [String] {
    let tree = asset.values.texts(.keywordTree)
    let leaves = Set(tree.compactMap { $0.split(separator: "/").last.map(String.init) })
    return tree + asset.values.texts(.keywords).filter { !leaves.contains($0) }
  }
}
