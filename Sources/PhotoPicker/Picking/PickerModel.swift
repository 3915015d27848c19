import PhotoLibrary
import Terminal

/// What a person sees and picks, on whatever kind of screen: a value that changes with each event and does nothing
/// else. Photos have positions, which count from 0 through all sections.
package struct PickerModel: Sendable {
  /// What the picker was started with.
  package let options: PickerOptions
  /// One folder, or everything.
  package private(set) var album = Album.Kind.all
  /// What is shown.
  package internal(set) var query: AssetQuery
  /// The photos that are shown.
  package internal(set) var contents = NumberedView([])
  /// The albums of the library, "All Photos" first.
  package private(set) var albums: [AlbumSummary] = []
  /// What could not be read of the library, and why.
  package private(set) var problems: [ScanProblem] = []
  /// True once there was something to show.
  package private(set) var isLoaded = false
  /// How far the library is read; `nil` once it is.
  package private(set) var progress: String?
  /// What was said last; a line feed begins another line.
  package var message: String?
  /// True once a person has done something: from then on changes of the library keep their place.
  package private(set) var isUsed = false
  /// The position of the cursor.
  package internal(set) var cursor = 0
  /// What is picked.
  package internal(set) var picks = PickList()
  /// The position at which a run began; `nil` while there is none.
  package internal(set) var runStart: Int?
  var drag: Drag?
  /// The picks that are being inspected, and how many are done; `nil` while none are.
  package internal(set) var inspection: (picks: [Asset], done: Int)?
  /// What inspections found.
  var findings: [PhotoKey: PickerOptions.Finding] = [:]
  /// What narrows the photos that are shown; `nil` shows all that the query asks for.
  package internal(set) var search: PhotoSearch?
  /// The photo to which the cursor goes with the next contents if it is among them.
  var returnPlace: Asset?
  /// True if the original files are returned as pictures.
  package var usesOriginal: Bool
  /// True if the cursor goes on to the next photo after each mark.
  package var advances = false
  /// True if what is done next is done to all picks.
  package internal(set) var aimsAtPicks = false
  /// Only photos that were judged so are shown.
  package internal(set) var judged: Set<JudgedKind> = []
  /// How far a job is; `nil` if there is none.
  package private(set) var work: String?
  /// The keywords of the library, those of most photos first, as far as they were asked for.
  package private(set) var keywords: [String] = []
  /// Whether the last key, and the key before it, asked if the picks may be dropped.
  var leaving = (isAsked: false, wasAsked: false)
  /// The revision of the picks with which a person began.
  private var firstRevision = 0

  /// A picker before anything was read.
  package init(_ options: PickerOptions) {
    self.options = options
    query = options.query
    usesOriginal = options.usesOriginal
    for asset in options.picks where refusal(of: asset) == nil { picks.insert(asset) }
    firstRevision = picks.revision
  }

  /// Begins to answer what a person does: what was said before is over.
  package mutating func begin() {
    message = nil
    isUsed = true
    leaving = (false, leaving.isAsked)
  }

  /// Leaves the picker; asks once if picks would be lost.
  package mutating func cancel() -> [PickerEffect] {
    let isLost = picks.count > 0 && picks.revision != firstRevision && options.onChange == nil
    guard isLost, !leaving.wasAsked else { return [.cancel] }
    leaving.isAsked = true
    message =
      picks.count == 1
      ? "1 photo is picked. The same key again leaves without it; d returns it."
      : "\(picks.count) photos are picked. The same key again leaves without them; d returns them."
    return []
  }

  /// Answers an event.
  package mutating func handle(_ event: PickerEvent) -> [PickerEffect] {
    switch event {
    case .update(let update): show(update)
    case .albums(let albums): self.albums = albums
    case .progress(let progress): self.progress = progress
    case .inspecting(let count): inspection?.done = count
    case .inspected(let photos, let findings): return take(findings, of: photos)
    case .changed(let change): return take(change)
    case .working(let work): self.work = work
    case .keywords(let keywords): self.keywords = keywords
    case .message(let message): self.message = message
    }
    return []
  }

  private mutating func show(_ update: PickerUpdate) {
    let (asset, group) = (returnPlace ?? contents[cursor], contents.groupKey(of: cursor))
    let (runAsset, runGroup) = (runStart.flatMap { contents[$0] }, runStart.flatMap(contents.groupKey))
    returnPlace = nil
    contents = update.contents
    tell(update.problems)
    // What comes before a person has moved is shown from its start; after that the place is kept.
    moveCursor(to: isUsed ? asset.flatMap { contents.position(of: $0, in: group) } ?? cursor : 0)
    runStart = runAsset.flatMap { contents.position(of: $0, in: runGroup) }
    drag = nil
    let before = picks.assets
    picks.refresh(update.picks)
    tellGone(of: before)
    if !isLoaded { pickAtStart() }
    isLoaded = true
  }

  /// Tells what could not be read, if that is news; a picker that has nothing else to show lists all of it.
  private mutating func tell(_ found: [ScanProblem]) {
    let known = Set(problems)
    let news = found.filter { !known.contains($0) }
    problems = found
    guard let first = news.first, contents.count > 0 else { return }
    message = TerminalText.safe("\(first)")
    if news.count > 1 { message?.append("\n" + Self.moreProblemsMessage(news.count - 1)) }
  }

  /// Says that there are other problems than those that are shown.
  private static func moreProblemsMessage(_ count: Int) -> String {
    count == 1 ? "And 1 more, which is told at the end." : "And \(count) more, which are told at the end."
  }

  /// Says which picks of before are gone; false if none are.
  @discardableResult
  mutating func tellGone(of before: [Asset]) -> Bool {
    let gone = before.filter { !picks.contains($0) }
    guard let first = gone.first else { return false }
    let name = TerminalText.safe(first.name.text)
    message =
      switch gone.count {
      case 1: "\(name) was picked and is gone"
      case 2: "\(name) and 1 other were picked and are gone"
      default: "\(name) and \(gone.count - 1) others were picked and are gone"
      }
    return true
  }

  private mutating func pickAtStart() {
    for group in contents.groups where group.key == options.pickedSection {
      for asset in group.assets where refusal(of: asset) == nil { picks.insert(asset) }
    }
    firstRevision = picks.revision
  }

  /// Shows one album, or everything.
  package mutating func open(_ kind: Album.Kind) -> [PickerEffect] {
    guard kind != album else { return [] }
    album = kind
    runStart = nil
    cursor = 0
    return [.makeContents]
  }

  // MARK: Places

  /// Moves the cursor to a position, or to the nearest one that there is.
  package mutating func moveCursor(to position: Int) {
    cursor = min(max(position, 0), max(contents.count - 1, 0))
  }

  /// The section and item at the cursor.
  package var cursorPath: ItemIndexPath { contents.path(of: cursor) ?? ItemIndexPath(section: 0, item: 0) }

  /// The photo at the cursor.
  package var current: Asset? { contents[cursor] }

  /// Why a photo may not be picked, however many others are; `nil` if it may.
  package func refusal(of asset: Asset) -> String? {
    // A photo that was replaced since is another one.
    if let finding = findings[PhotoKey(asset)], finding.asset == asset { return finding.reason }
    return options.refusal(of: asset)
  }

  /// The positions between the start of a run and the cursor.
  package var run: ClosedRange<Int>? { runStart.map { min($0, cursor)...max($0, cursor) } }
}
