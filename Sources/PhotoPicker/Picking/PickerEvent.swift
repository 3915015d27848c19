import PhotoLibrary

/// Something that happened to what a picker shows.
package enum PickerEvent: Sendable {
  /// The library or the view of it changed.
  case update(PickerUpdate)
  /// The albums of the library, "All Photos" first.
  case albums([AlbumSummary])
  /// How far the library is read; `nil` once it is.
  case progress(String?)
  /// The number of picks that are inspected.
  case inspecting(Int)
  /// What an inspection of picks found.
  case inspected([Asset], [PickerOptions.Finding])
  /// Something that a person should know.
  case message(String)
}

/// What a picker shows from now on.
package struct PickerUpdate: Sendable {
  /// The photos in sections.
  package var contents: NumberedView
  /// What became of the photos that were picked when the update was made; `nil` for those that are gone.
  package var picks: [PhotoKey: Asset?]
  /// What could not be read of the library.
  package var problems: [ScanProblem]

  /// What is shown, what became of picks, and what could not be read.
  package init(
    _ contents: NumberedView = NumberedView([]), picks: [PhotoKey: Asset?] = [:],
    problems: [ScanProblem] = []
  ) {
    self.contents = contents
    self.picks = picks
    self.problems = problems
  }
}

/// A request of the picker to the program around it.
package enum PickerEffect: Sendable, Hashable {
  /// Make the contents of the view, which changed, and send them as an update.
  case makeContents
  /// Inspect the picks.
  case inspect([Asset])
  /// Stop the inspection.
  case stopInspecting
  /// Return the picks.
  case finish
  /// Return nothing.
  case cancel
  /// Read the folders anew.
  case rescan
}
