import PhotoLibrary
import PhotoPicker

extension SelectionChecks {
  /// Lets photos pass that may be picked together.
  ///
  /// - Parameter doing: what is done with a photo, as in "photo 5 cannot be picked".
  /// - Throws: `CommandFailure` of wrong usage if they may not; each photo that is at fault is named.
  func check(_ picked: [PickedAsset], doing: String = "picked") throws(CommandFailure) {
    if let message = tooManyMessage(picked.count) {
      for line in message.split(separator: "\n") { Diagnostics.error(String(line)) }
      throw CommandFailure(.usage)
    }
    let refused = picked.compactMap { picked in
      refusal(of: picked.asset).map { (picked, reason: $0) }
    }
    guard !refused.isEmpty else { return }
    for (picked, reason) in refused {
      let isDamaged = refusalOfDamage(in: picked.asset) != nil
      Diagnostics.problem(
        ScanProblem(
          path: picked.asset.path,
          reason: "photo \(picked.number) cannot be \(doing): \(reason)"
            + (isDamaged ? "; --allow-damaged takes it" : "")))
    }
    throw CommandFailure(.usage)
  }
}
