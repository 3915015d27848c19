/// The keys of the picker, as its help shows them.
package enum HelpText {
  /// One key and what it does a line.
  package static let lines: [String] = [
    "Move",
    "  arrows, h j k l     one photo or row",
    "  PgUp PgDn           a screen",
    "  Home End            first and last photo",
    "  wheel               scroll",
    "Pick",
    "  Space, click        pick or let go",
    "  v … Space           a run: v, move, Space (Esc leaves it)",
    "  drag                all photos from one to another",
    "  a                   all or none of the section",
    "  A                   all or none of what is shown",
    "  o                   hand over the original files as pictures",
    "See",
    "  p, Enter            the photo alone; arrows page, Space picks",
    "  Tab, Backspace      albums; Enter opens one",
    "  g  s  f             grouping, order, filter",
    "  /  n  N             narrow: name, date, or as --where; next, previous",
    "  Esc                 widen again",
    "  r  Ctrl-L           read the folders anew, draw the screen anew",
    "End",
    "  d, Ctrl-D           Done: hand over what is picked",
    "  q, Esc, Ctrl-C      Cancel: hand over nothing",
    "  Ctrl-Z              stop; fg goes on",
    "Any other key closes this help.",
  ]
}
