import PhotoFiles
import PhotoLibrary
import PhotoMarks

/// Corrections of cameras' clocks.
extension PickerModel {
  /// The files whose dates the next correction shifts: of the run, otherwise of the picks, otherwise of the photo at the
  /// cursor. A stack that the view shows as one photo is shifted entirely.
  package var clockTargets: [Asset] {
    guard run == nil, picks.count > 0 else { return targetFiles }
    guard query.showsCovers else { return picks.assets }
    return picks.assets.flatMap { $0.stack?.members.map(\.asset) ?? [$0] }.uniqued(by: PhotoKey.init)
  }

  /// For example, `3 files`, or the name of a single photo.
  package var clockTargetName: String {
    let files = clockTargets
    return files.count == 1 ? SafeText.escaping(files[0].name.text) : "\(files.count) files"
  }

  /// Returns lines that show the effect of a shift: the first and the last photo before and after, and photos that
  /// can't be corrected. Returns `nil` for a text that is no shift.
  package func shiftPreview(_ text: String) -> [String]? {
    guard let shift = ClockShift(text) else { return nil }
    let dates = CorrectedDates(of: clockTargets, by: ClockCorrection(shift: shift))
    var lines = dates.ends.map { entry in
      "\(entry.text)  \(SafeText.escaping(utf8: entry.photo.lastComponent.map { FileName($0).bytes } ?? []))"
    }
    if let problem = dates.problems.first {
      let count = dates.problems.count
      lines.append("\(count == 1 ? "1 file stays" : "\(count) files stay"): \(problem)")
    }
    return lines
  }

  /// Shifts the capture dates of the targets. An invalid shift only produces a message.
  package mutating func shiftTime(by text: String) -> [PickerEffect] {
    guard canJudge() || picks.count > 0 && options.marks != nil else { return [] }
    guard let shift = ClockShift(text) else {
      message = "Write a shift such as +1:02:03, -1:00, +90s, -1d, +2mo or +7y."
      return []
    }
    let files = clockTargets
    runStart = nil
    aimsAtPicks = false
    return [.work(.shift(files, shift, "Shifted by \(text)"))]
  }
}
