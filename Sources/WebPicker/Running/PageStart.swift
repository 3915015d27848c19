/// Holds back what can wait, such as looking through all folders, until a page has shown its first photos.
///
/// The browser and photopick share the processors of one machine: what is done meanwhile would be waited for.
struct PageStart {
  /// How long photos that were asked for may take until they are on the screen.
  private static let drawing = Duration.seconds(2)
  /// How long a page is waited for that does not come.
  private static let patience = Duration.seconds(4)

  private var libraries = 0
  private var begin = ContinuousClock.now
  private var firstRows: ContinuousClock.Instant?
  private var isOver = false

  /// Photos are there: first a part of them perhaps, then all that is known.
  mutating func takeLibrary() {
    libraries += 1
    if libraries <= 2 { begin = .now }
  }

  /// A page has asked for photos.
  mutating func takeRows() { firstRows = firstRows ?? .now }

  /// True if work that can wait may begin. The rest of a library of which a part is shown cannot.
  mutating func mayGoOn() -> Bool {
    if isOver || libraries < 2 { return true }
    let now = ContinuousClock.now
    isOver = firstRows.map { now - $0 > Self.drawing } ?? (now - begin > Self.patience)
    return isOver
  }
}
