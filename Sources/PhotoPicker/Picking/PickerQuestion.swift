import PhotoFiles
import PhotoLibrary

/// A change of files that the user must confirm.
package struct PickerQuestion: Sendable, Hashable {
  /// For example, `Reject 5 shots?`
  package let text: String
  /// What confirms it, such as `Reject`.
  package let verb: String
  let effects: [PickerEffect]
  /// The photo to move the cursor to afterwards.
  var place: Asset?
}

extension PickerModel {
  /// Performs what a question was about.
  package mutating func confirm(_ question: PickerQuestion) -> [PickerEffect] {
    _ = takeTargets()
    if let place = question.place { returnPlace = place }
    return question.effects
  }

  /// The number of shots in bursts that the view collapses to one photo.
  func collapsedShotCount(of targets: [Asset]) -> Int? {
    let unit = query.unit
    let counts = targets.map(unit.shotCount)
    return counts.contains { $0 > 1 } ? counts.reduce(0, +) : nil
  }

  /// A description of photos for messages: the name of a single one, otherwise their number, in which each shot counts.
  func subject(of photos: [Asset]) -> String {
    let count = photos.reduce(0) { $0 + query.unit.shotCount(of: $1) }
    return count == 1 ? SafeText.escaping(photos[0].name.text) : "\(count) photos"
  }

  /// The number of names in a question.
  private static let namedCount = 3

  /// Returns the question whether to move photos to the trash: the number of shots and files, the first names, and how many
  /// are rated, or picked without being the target.
  func trashQuestion(_ photos: [Asset], _ files: [Asset]) -> String {
    let shots = photos.reduce(0) { $0 + query.unit.shotCount(of: $1) }
    let names = photos.prefix(Self.namedCount).map { SafeText.escaping($0.name.text) }
    let others = photos.count - names.count
    let list =
      names.joined(separator: ", ") + (others > 0 ? " and \(others) other\(others == 1 ? "" : "s")" : "")
    let subject =
      switch (photos.count, files.count) {
      case (1, 1): list
      case (1, _) where shots == 1: "\(list) (\(files.count) files)"
      case _ where shots == files.count: "\(shots) photos (\(list))"
      default: "\(shots) photos, \(files.count) files (\(list))"
      }
    let valued = photos.count { photo in
      !aimsAtPicks && picks.contains(photo) || query.unit.files(of: photo).contains { $0.stars ?? 0 > 0 }
    }
    let warning =
      valued == 0 ? "" : photos.count == 1 ? " It is rated or picked." : " \(valued) of them rated or picked."
    return "Move \(subject) to the trash?\(warning)"
  }
}
