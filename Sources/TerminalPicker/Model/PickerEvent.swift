import PhotoLibrary
import Terminal

/// Something that a picker answers.
package enum PickerEvent: Sendable {
  /// A person did something.
  case input(TerminalInput)
  /// The terminal has another size.
  case resize(TerminalSize)
  /// The library or the view of it changed.
  case update(PickerUpdate)
  /// The albums of the library, "All Photos" first.
  case albums([AlbumSummary])
  /// How far the library is read; `nil` once it is.
  case progress(String?)
  /// So many of the picks are inspected.
  case inspecting(Int)
  /// What an inspection of picks found.
  case inspected([Asset], [PickerOptions.Finding])
  /// Something that a person should know.
  case message(String)
}

/// What a picker shows from now on.
package struct PickerUpdate: Sendable {
  /// The photos in sections.
  package var contents: PickerContents
  /// What became of the photos that were picked when the update was made; `nil` for those that are gone.
  package var picks: [PhotoKey: Asset?]

  /// What is shown, and what became of picks.
  package init(_ contents: PickerContents = PickerContents(), picks: [PhotoKey: Asset?] = [:]) {
    self.contents = contents
    self.picks = picks
  }
}

/// What a picker wants done.
package enum PickerEffect: Sendable, Hashable {
  /// The view changed: its contents are to be made and sent as an update.
  case makeContents
  /// The picks are to be inspected.
  case inspect([Asset])
  /// The inspection is to be ended.
  case stopInspecting
  /// The picks are to be handed over.
  case finish
  /// Nothing is to be handed over.
  case cancel
  /// The program is to be stopped, as by Ctrl-Z of a shell.
  case suspend
  /// The screen is to be written anew.
  case redraw
  /// The folders are to be read anew.
  case rescan
}
