import PhotoFiles
import PhotoLibrary

/// Inspection of picks before they are returned.
extension PickerModel {
  /// Returns the picks, after an inspection if required. Drops picks that are no longer allowed instead.
  ///
  /// If nothing was picked, picks the photo at the cursor first. If all picks were deleted, displays a message instead.
  package mutating func finish() -> [PickerEffect] {
    if picks.count == 0, reportDeleted(from: picks.withDeleted.filter { contents.position(of: $0) == nil }) {
      return []
    }
    if picks.count == 0, let current {
      _ = toggle(cursor)
      guard picks.contains(current) else { return [] }
    }
    guard !dropRefusedPicks() else { return [] }
    // A draft or list may exceed the limit.
    if let last = picks.assets.last, let refusal = options.policy.refusal(of: last, picked: picks.count - 1) {
      message = refusal
      return []
    }
    guard options.inspect != nil, picks.count > 0 else { return [.finish] }
    inspection = (picks.assets, 0)
    return [.inspect(picks.assets)]
  }

  package mutating func stopInspection() -> [PickerEffect] {
    inspection = nil
    message = "Not done: the check was stopped."
    return [.stopInspecting]
  }

  /// Finishes if all picks are intact. Otherwise drops the invalid picks, and finishes if `skipsDamaged` allows it.
  mutating func take(_ found: [PickerOptions.Finding], of inspected: [Asset]) -> [PickerEffect] {
    // A stopped inspection may still deliver a result.
    guard inspection?.picks == inspected else { return [] }
    inspection = nil
    for finding in found { findings[PhotoKey(finding.asset)] = finding }
    if dropRefusedPicks(), !options.skipsDamaged || picks.count == 0 { return [] }
    let sound = inspected.filter { refusal(of: $0) == nil }
    guard !reportDeleted(from: sound) else { return [] }
    // Inspect photos that changed during the inspection.
    return picks.assets == sound ? [.finish] : finish()
  }

  /// Drops picks that are no longer allowed, and gives the reasons. Returns `false` if there were none.
  private mutating func dropRefusedPicks() -> Bool {
    let refused = picks.assets.filter { refusal(of: $0) != nil }
    guard let first = refused.first else { return false }
    picks.remove(Set(refused.map(PhotoKey.init)))
    message =
      refused.count == 1
      ? "\(SafeText.escaping(first.name.text)) was unpicked: \(refusal(of: first) ?? "")"
      : "\(refused.count) photos were unpicked: \(refusals(of: refused))"
    return true
  }
}
