import PhotoPicker

/// How photos were judged, as people choose it on the page: by the fewest stars.
struct PageJudgement: Sendable {
  /// The word by which the page names it.
  let name: String
  /// The text of the choice.
  let title: String
  /// The judgements that it includes.
  let kinds: Set<JudgedKind>

  /// All judgements: none, rejected, and the fewest stars.
  static let all: [PageJudgement] = {
    let stars: [JudgedKind] = [.oneStar, .twoStars, .threeStars, .fourStars, .fiveStars]
    return [
      PageJudgement(name: "unrated", title: "No stars", kinds: [.unrated]),
      PageJudgement(name: "rejected", title: "Rejected", kinds: [.rejected]),
    ]
      + stars.indices.map { index in
        let text = String(repeating: "★", count: index + 1)
        return PageJudgement(
          name: "\(index + 1)", title: index + 1 < stars.count ? "\(text) or more" : text,
          kinds: Set(stars[index...]))
      }
  }()
}
