import PhotoActions
import PhotoLibrary
import PhotoMarks

package enum PickerEvent: Sendable {
  case update(PickerUpdate)
  /// All albums, starting with "All Photos".
  case albums([AlbumSummary])
  /// The scan's progress, or `nil` when complete.
  case progress(String?)
  case inspecting(Int)
  case inspected([Asset], [PickerOptions.Finding])
  case changed(PickerChange)
  /// The progress of the current job, if any.
  case working(String?)
  /// All keywords, most frequent first.
  case keywords([String])
  case counts(FilterCounts)
  case actions(UserActions)
  case message(String)
}

/// The result of a job: metadata, trash or undo.
package struct PickerChange: Sendable {
  package var assets: [Asset] = []
  package var restored: [Asset] = []
  package var gone: [Asset] = []
  /// The new cursor position: the first photo affected by undo.
  package var place: Asset?
  /// A line that describes the result or the error.
  package var message: String

  var assetsByKey: [PhotoKey: Asset] {
    Dictionary(assets.map { (PhotoKey($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  var goneKeys: Set<PhotoKey> { Set(gone.map(PhotoKey.init)) }

  var changesPhotos: Bool { !restored.isEmpty || !gone.isEmpty }
}

package struct PickerUpdate: Sendable {
  package var contents: NumberedView
  /// The current state of picked photos, `nil` for deleted ones.
  package var picks: [PhotoKey: Asset?]
  package var problems: [ScanProblem]

  package init(
    _ contents: NumberedView = NumberedView([]), picks: [PhotoKey: Asset?] = [:],
    problems: [ScanProblem] = []
  ) {
    self.contents = contents
    self.picks = picks
    self.problems = problems
  }
}

/// A request from the model to the engine or front end.
package enum PickerEffect: Sendable, Hashable {
  /// Evaluate the query again and deliver the result as an update.
  case makeContents
  case inspect([Asset])
  case stopInspecting
  case finish
  case cancel
  case rescan
  case listKeywords
  case readActions
  /// Enqueue a job.
  case work(PickerJob)
  case copyPaths([Asset])
  /// Release the terminal, run a command on photos, and resume.
  case runInTerminal(UserAction, [Asset])
}

/// A job on photos; jobs run in the background, one after another.
package enum PickerJob: Sendable, Hashable {
  /// Change metadata in sidecars of files; the strings describe the change, such as `★★★`, and the photos.
  case mark([Asset], MarkChange, String, of: String)
  /// Shift capture dates in sidecars of files; the strings describe the shift and the photos.
  case shift([Asset], ClockShift, String, of: String)
  /// Undo the last change of metadata or the last move to the trash.
  case undo
  /// Move files to the trash with the sidecars that belong only to them; the string describes the photos.
  case trash([Asset], of: String)
  /// Keep a photo, and move its duplicates to the trash. Their metadata is added to its sidecar.
  case keep(Asset, [Asset], DuplicateGroup.Kind)
  case open([Asset])
  case run(UserAction, [Asset])
}
