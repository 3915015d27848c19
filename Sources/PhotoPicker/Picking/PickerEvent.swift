import PhotoActions
import PhotoLibrary
import PhotoMarks

/// Something that happened to what a picker shows.
package enum PickerEvent: Sendable {
  /// The library or the view of it changed.
  case update(PickerUpdate)
  /// The albums of the library, "All Photos" first.
  case albums([AlbumSummary])
  /// How far the library is read; `nil` once it is.
  case progress(String?)
  case inspecting(Int)
  case inspected([Asset], [PickerOptions.Finding])
  case changed(PickerChange)
  /// How far a job is; `nil` if there is none.
  case working(String?)
  /// The keywords of the library, those of most photos first.
  case keywords([String])
  case counts(FilterCounts)
  /// The user's own commands, as their file has them now.
  case actions(UserActions)
  case message(String)
}

/// What a job did to photos: marks, the trash, or what took them back.
package struct PickerChange: Sendable {
  package var assets: [Asset] = []
  package var restored: [Asset] = []
  package var gone: [Asset] = []
  /// The photo to which the cursor goes: the first one of which something was taken back.
  package var place: Asset?
  /// What was done, or why it was not, in a line.
  package var message: String

  package init(
    assets: [Asset] = [], restored: [Asset] = [], gone: [Asset] = [], place: Asset? = nil, message: String
  ) {
    self.assets = assets
    self.restored = restored
    self.gone = gone
    self.place = place
    self.message = message
  }

  var assetsByKey: [PhotoKey: Asset] {
    Dictionary(assets.map { (PhotoKey($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  var goneKeys: Set<PhotoKey> { Set(gone.map(PhotoKey.init)) }

  var changesPhotos: Bool { !restored.isEmpty || !gone.isEmpty }
}

/// What a picker shows from now on.
package struct PickerUpdate: Sendable {
  package var contents: NumberedView
  /// What became of the photos that were picked when the update was made; `nil` for those that are gone.
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

/// A request of the picker to the program around it.
package enum PickerEffect: Sendable, Hashable {
  /// Make the contents of the view, which changed, and send them as an update.
  case makeContents
  case inspect([Asset])
  case stopInspecting
  case finish
  case cancel
  case rescan
  case listKeywords
  /// Read the file of the user's own commands again.
  case readActions
  /// Do something to photos, after what was asked for before.
  case work(PickerJob)
  case copyPaths([Asset])
  /// Leave the screen, run a command on photos in the terminal, and come back.
  case runInTerminal(UserAction, [Asset])
}

/// Something that is done to photos while people go on; one after the other.
package enum PickerJob: Sendable, Hashable {
  /// Write marks into their sidecars; the text tells what is done, such as `★★★`.
  case mark([Asset], MarkChange, String)
  /// Take back the last mark or the last move to the trash.
  case undo
  /// Move them to the trash, with the sidecars that are theirs alone.
  case trash([Asset])
  case open([Asset])
  case run(UserAction, [Asset])
}
