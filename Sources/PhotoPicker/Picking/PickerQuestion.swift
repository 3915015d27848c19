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
  /// Whether the cursor advances afterwards.
  var advances = false
}

extension PickerModel {
  /// Performs what a question was about.
  package mutating func confirm(_ question: PickerQuestion) -> [PickerEffect] {
    _ = takeTargets()
    if question.advances { moveCursor(to: cursor + 1) }
    if let place = question.place { returnPlace = place }
    return question.effects
  }

  /// The number of targeted shots, if a target is a collapsed burst.
  var collapsedShotCount: Int? {
    let counts = targets.map { unit(of: $0, isPick: aimsAtPicks).shotCount(of: $0) }
    return counts.contains { $0 > 1 } ? counts.reduce(0, +) : nil
  }

  /// A description of photos for messages: the name of a single one, otherwise their number, in which each shot counts.
  func subject(of photos: [Asset], arePicks: Bool) -> String {
    let count = photos.reduce(0) { $0 + unit(of: $1, isPick: arePicks).shotCount(of: $1) }
    return count == 1 ? SafeText.escaping(photos[0].name.text) : "\(count) photos"
  }

  /// The number of names in a question.
  private static let namedCount = 3

  /// Returns the question whether to move targets to the trash: the number of photos and files, the first names, and how many
  /// are rated, or picked without being the target.
  func trashQuestion(_ photos: [Asset], _ files: [Asset]) -> String {
    let count = photos.reduce(0) { $0 + unit(of: $1, isPick: aimsAtPicks).shotCount(of: $1) }
    let names = photos.prefix(Self.namedCount).map { SafeText.escaping($0.name.text) }
    let others = photos.count - names.count
    let list =
      names.joined(separator: ", ") + (others > 0 ? " and \(others) other\(others == 1 ? "" : "s")" : "")
    let subject =
      switch (photos.count, files.count) {
      case (1, 1): list
      case (1, _) where count == 1: "\(list) (\(files.count) files)"
      case (1, _): "\(count) photos, \(files.count) files (the burst of \(list))"
      case _ where count == files.count: "\(count) photos (\(list))"
      default: "\(count) photos, \(files.count) files (\(list))"
      }
    let valued = photos.reduce(0) { sum, photo in
      let files = unit(of: photo, isPick: aimsAtPicks).files(of: photo)
      let some = files.filter { !aimsAtPicks && picks.contains($0) || $0.stars ?? 0 > 0 }
      return sum + Set(some.map(\.shotIndex)).count
    }
    let warning =
      switch valued {
      case 0: ""
      case _ where count == 1: " It is rated or picked."
      case 1: " 1 of them is rated or picked."
      default: " \(valued) of them are rated or picked."
      }
    return "Move \(subject) to the trash?\(warning)"
  }
}
