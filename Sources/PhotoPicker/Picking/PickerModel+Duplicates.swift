import PhotoFiles
import PhotoLibrary

extension PickerModel {
  /// A photo to keep, and its duplicates to move to the trash.
  struct DuplicateChoice: Sendable, Hashable {
    let kept: Asset
    let duplicates: [Asset]
    let kind: DuplicateGroup.Kind

    /// For example, `Keep IMG_1.JPG, and move 2 copies to the trash?`
    var question: String {
      let kind =
        switch kind {
        case .copy: duplicates.count == 1 ? "copy" : "copies"
        case .version: duplicates.count == 1 ? "version" : "versions"
        case .edit: duplicates.count == 1 ? "edit" : "edits"
        }
      return "Keep \(SafeText.escaping(kept.name.text)), and move \(duplicates.count) other \(kind)"
        + " to the trash?"
    }
  }

  /// Whether keys that keep a photo concern its duplicates instead of its burst.
  package var keepsDuplicates: Bool {
    current?.duplicates != nil
      && (query.grouping == .duplicate || current?.stack?.unfiltered.shotCount ?? 1 == 1)
  }

  /// Returns the choice to keep the photo at the cursor or the best one of its group.
  ///
  /// Returns `nil` with a message if that isn't possible.
  mutating func duplicateChoice(keepsBest: Bool) -> DuplicateChoice? {
    guard options.actions != nil, options.marks != nil else {
      message = "That cannot be done here."
      return nil
    }
    guard let current, let group = current.duplicates else {
      message = "This photo has no duplicates in this view; g groups by duplicates."
      return nil
    }
    if group.kind == .edit {
      message = "Edits are other pictures; D moves a photo to the trash."
      return nil
    }
    // Only photos in the view are moved. It has their current metadata.
    let shown = group.assets.compactMap { asset in contents.position(of: asset).flatMap { contents[$0] } }
    let best = group.assets.first ?? current
    let kept = keepsBest ? shown.first { PhotoKey($0) == PhotoKey(best) } ?? best : current
    let others = shown.filter { PhotoKey($0) != PhotoKey(kept) }
    if others.isEmpty {
      message = "Its duplicates are not in this view; / and f show more photos."
      return nil
    }
    let duplicates = others.filter { !$0.path.isRemote }
    if duplicates.count < others.count { message = Self.noTrash }
    if duplicates.isEmpty { return nil }
    return DuplicateChoice(kept: kept, duplicates: duplicates, kind: group.kind)
  }

  /// Keeps the photo at the cursor: rejects the rest of its burst, or asks whether to move its duplicates to the trash.
  package mutating func keepOne() -> [PickerEffect] {
    keepsDuplicates ? askToKeep(best: false) : rejectRest()
  }

  /// Asks whether to keep the photo at the cursor or the best one of its group, and to move the others to the trash.
  package mutating func askToKeep(best: Bool) -> [PickerEffect] {
    guard let choice = duplicateChoice(keepsBest: best) else { return [] }
    question = PickerQuestion(
      text: choice.question, verb: "Move",
      effects: [.work(.keep(choice.kept, choice.duplicates, choice.kind))],
      place: choice.kept)
    return []
  }
}
