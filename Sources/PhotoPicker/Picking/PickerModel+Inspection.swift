import PhotoFiles
import PhotoLibrary

/// Returns the picks, after they were read to their ends if that is asked for.
extension PickerModel {
  /// Done: the picks are inspected first if they have to be. What may not be picked any longer is let go instead.
  ///
  /// If nothing is picked, the photo at the cursor is.
  package mutating func finish() -> [PickerEffect] {
    if picks.count == 0, let current {
      _ = toggle(cursor)
      guard picks.contains(current) else { return [] }
    }
    guard !letGoRefused() else { return [] }
    // A draft or an earlier list may hold more than may be picked now.
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

  /// Returns the picks if all are sound; lets the damaged ones go otherwise, and returns the rest if they are skipped.
  mutating func take(_ found: [PickerOptions.Finding], of inspected: [Asset]) -> [PickerEffect] {
    // An inspection that was stopped may end all the same.
    guard inspection?.picks == inspected else { return [] }
    inspection = nil
    for finding in found { findings[PhotoKey(finding.asset)] = finding }
    if letGoRefused(), !options.skipsDamaged || picks.count == 0 { return [] }
    let sound = inspected.filter { refusal(of: $0) == nil }
    guard !tellGone(of: sound) else { return [] }
    // What changed in the folders meanwhile is inspected too.
    return picks.assets == sound ? [.finish] : finish()
  }

  /// Lets go of the picks that are refused now, such as photos that were damaged since, and says which. Returns false
  /// if there are none.
  private mutating func letGoRefused() -> Bool {
    let refused = picks.assets.filter { refusal(of: $0) != nil }
    guard let first = refused.first else { return false }
    picks.remove(Set(refused.map(PhotoKey.init)))
    let reason = refusal(of: first) ?? ""
    let name = SafeText.escaping(first.name.text)
    message =
      refused.count == 1
      ? "\(name) was let go: \(reason)" : "\(refused.count) photos were let go; \(name): \(reason)"
    return true
  }
}
