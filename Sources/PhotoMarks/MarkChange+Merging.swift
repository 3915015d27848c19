import PhotoFiles
import PhotoFormats
import PhotoLibrary

extension MarkChange {
  /// The metadata that a photo lacks and duplicates have: the best rating, all keywords, title, caption and position.
  package init(merging duplicates: some Sequence<Asset>, into best: Asset) {
    self.init()
    for duplicate in duplicates {
      let stars = Int(duplicate.values[.rating]?.number ?? 0)
      if AssetTrait.rated.matches(duplicate), !AssetTrait.rated.matches(best), stars > rating?.rawValue ?? 0 {
        rating = Rating(rawValue: min(stars, 5))
      }
      addedKeywords += Self.keywords(of: duplicate)
      title = title ?? Self.text(.title, of: duplicate, missingIn: best)
      caption = caption ?? Self.text(.caption, of: duplicate, missingIn: best)
      if best.location == nil, place == nil { place = duplicate.location.map { .set($0) } }
    }
    let known = Set(Self.keywords(of: best))
    addedKeywords = Array(addedKeywords.filter { !known.contains($0) }.uniqued())
    // A sidecar can't represent every string of a header.
    addedKeywords.removeAll { MarkChange(addedKeywords: [$0]).unwritableText != nil }
    if MarkChange(title: title).unwritableText != nil { title = nil }
    if MarkChange(caption: caption).unwritableText != nil { caption = nil }
  }

  private static func text(_ field: MetadataField, of asset: Asset, missingIn best: Asset) -> Text? {
    guard best.texts(field).isEmpty, let text = asset.texts(field).first else { return nil }
    return .set(text)
  }

  /// Returns the keywords with their positions in the hierarchy, and the other keywords.
  private static func keywords(of asset: Asset) -> [String] {
    let tree = asset.texts(.keywordTree)
    let leaves = Set(tree.compactMap { $0.split(separator: "/").last.map(String.init) })
    return tree + asset.texts(.keywords).filter { !leaves.contains($0) }
  }
}
