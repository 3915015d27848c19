import PhotoFiles
import PhotoLibrary
import PhotoMarks

/// The text of a shift while the user types it, and its effect.
package struct ShiftPreview: Sendable, Hashable {
  package let text: String
  /// For example, `3 files`, or the name of a single photo.
  package let target: String
  /// The first and the last photo before and after, and photos that can't be corrected; `nil` for a text that is no
  /// shift.
  package let lines: [String]?

  init(_ text: String, of files: [Asset]) {
    self.text = text
    target = files.count == 1 ? SafeText.escaping(files[0].name.text) : "\(files.count) files"
    lines = ClockShift(text).map { shift in
      let dates = CorrectedDates(of: files, by: ClockCorrection(shift: shift))
      let ends = dates.ends.map { entry in
        "\(entry.text)  \(SafeText.escaping(utf8: entry.photo.lastComponent.map { FileName($0).bytes } ?? []))"
      }
      guard let problem = dates.problems.first else { return ends }
      let count = dates.problems.count
      return ends + ["\(count == 1 ? "1 file stays" : "\(count) files stay"): \(problem)"]
    }
  }
}

/// Corrections of capture dates.
extension PickerModel {
  /// The files whose dates the next correction shifts: of the run, otherwise of the picks, otherwise of the photo at the
  /// cursor, with all files of a shot.
  package var clockTargets: [Asset] { files(of: clockPhotos, arePicks: goesToPicks) }

  private var goesToPicks: Bool { aimsAtPicks || run == nil && picks.count > 0 }

  private var clockPhotos: [Asset] { goesToPicks ? picks.assets : targets }

  /// Computes the effect of a shift, which takes time in proportion to the number of files.
  package func shiftPreview(_ text: String) -> ShiftPreview { ShiftPreview(text, of: clockTargets) }

  /// Shifts the capture dates of the targets. An invalid shift only produces a message.
  package mutating func shiftTime(by text: String) -> [PickerEffect] {
    guard canJudge() || picks.count > 0 && options.marks != nil else { return [] }
    guard let shift = ClockShift(text) else {
      message = "Write a shift such as +1:02:03, -1:00, +90s, -1d, +2mo or +7y."
      return []
    }
    let (files, subject) = (clockTargets, subject(of: clockPhotos, arePicks: goesToPicks))
    runStart = nil
    aimsAtPicks = false
    return [.work(.shift(files, shift, "Shifted by \(text)", of: subject))]
  }
}
