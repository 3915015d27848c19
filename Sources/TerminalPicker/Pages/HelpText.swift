import Terminal

package enum HelpText {
  private static let keyColumns = 22

  /// Returns the lines of the help. Narrow terminals wrap descriptions below their keys.
  ///
  /// - Parameter isCropping: `true` to include the keys that move the crop.
  package static func lines(width: Int, isCropping: Bool) -> [String] {
    (looking + (isCropping ? cropping : []) + others).flatMap { line -> [String] in
      guard TerminalText.columns(of: line) > width, line.hasPrefix(" ") else { return [line] }
      var key = String(line.prefix(keyColumns))
      while key.last == " " { key.removeLast() }
      let text = String(line.dropFirst(keyColumns))
      return [key] + TerminalText.lines(of: text, width: max(width - 4, 1)).map { "    " + $0 }
    }
  }

  private static let looking: [String] = [
    "Move",
    "  arrows, h j k l     one photo or row",
    "  PgUp PgDn           a screen",
    "  Home End            first and last photo",
    "  wheel               scroll",
    "Pick",
    "  Space, click        pick or unpick",
    "  v … Space           a run: v, move, Space (Esc leaves it)",
    "  drag                all photos from one to another",
    "  a                   all or none of the group",
    "  A                   all or none of what is shown",
    "  o                   return the original files as pictures",
    "Look",
    "  Enter, p            the photo alone; arrows turn pages, Esc goes back",
    "  + - z               larger, smaller, its own pixels and back",
    "  arrows, h j k l     move over the photo while it is larger",
    "  V                   the next picture of the shot: JPEG, RAW, edit",
    "  i                   facts and histogram",
    "  e                   show clipped parts, edges in focus, both, neither",
    "  w                   who: zoom to the next face in each photo",
    "  c                   compare 2 to 4: the picks, a run, or this and the next",
  ]

  private static let cropping: [String] = [
    "Crop (C while a photo is looked at)",
    "  arrows, h j k l     move it; H J K L by a pixel",
    "  + - 0               larger, smaller, the largest in the middle",
    "  drag, wheel         move it, make it larger or smaller",
    "  PgDn, PgUp          the next photo, the previous one",
    "  Enter, Esc          keep it, or leave it as it was",
  ]

  private static let others: [String] = [
    "Mark (in XMP files next to the photos)",
    "  1 to 5, 0           stars, none",
    "  x                   reject",
    "  K                   keep this shot, reject the rest of its burst",
    "  6 7 8 9 P           red, yellow, green, blue, purple; again takes it off",
    "  t                   keywords: Kyoto, -Tokyo; Tab completes",
    "  T                   shift the time of the picks or this photo: +1:02:03, -1d",
    "  u                   take back the last mark",
    "  .                   move to the next photo after each mark, or not",
    "  *                   the next mark goes to all picked photos",
    "  v                   in a run the next mark goes to the run",
    "Do (with this photo, a run, or after * all picked)",
    "  O                   open with the desktop's program; it plays videos",
    "  y                   copy the path",
    "  D                   move to the trash; u brings it back",
    "  !                   run a command of your own on what is picked",
    "Bursts",
    "  S                   collapse each burst to one photo, or expand them",
    "  Enter               open a collapsed burst; Esc closes it",
    "  M                   make this photo the cover of its burst",
    "Duplicates (g, duplicate: copies and versions, the best first)",
    "  B                   keep the best of the group; the others go to the trash",
    "  K                   keep this one instead; u brings the others back",
    "See",
    "  Tab, Backspace      albums; Enter opens one",
    "  g  s  f             group, sort, filter: a letter moves, Enter chooses",
    "  F                   the filter bar: arrows move, Space switches, Esc leaves",
    "  /  n  N             narrow: name, date, or as --where; next, previous",
    "  Esc                 clear the search",
    "  r  Ctrl-L           read the folders again, redraw the screen",
    "End",
    "  d, Ctrl-D           done: return what is picked, else this photo",
    "  q, Esc, Ctrl-C      cancel: return nothing",
    "  Ctrl-Z              suspend; fg resumes",
    "Any other key closes this help.",
  ]
}
