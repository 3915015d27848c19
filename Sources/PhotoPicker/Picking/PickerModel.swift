import PhotoActions
import PhotoFiles
import PhotoLibrary

/// What a person sees and picks, on whatever kind of screen: a value that changes with each event and does nothing
/// else. Photos have positions, which count from 0 through all sections.
package struct PickerModel: Sendable {
  package let options: PickerOptions
  /// One folder, or everything.
  package private(set) var album = Album.Kind.all
  package internal(set) var query: AssetQuery
  package internal(set) var contents = NumberedView([])
  /// The albums of the library in their order, "All Photos" first.
  package internal(set) var albums: [AlbumSummary] = []
  /// The order of the albums, and which way it runs; `nil` is the usual way.
  package internal(set) var albumOrder: (order: AlbumOrder, direction: SortDirection?)
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
  package internal(set) var cursor = 0
  package internal(set) var picks = PickList()
  /// The position at which a run began; `nil` while there is none.
  package internal(set) var runStart: Int?
  var drag: Drag?
  /// The picks that are being inspected, and how many are done; `nil` while none are.
  package internal(set) var inspection: (picks: [Asset], done: Int)?
  var findings: [PhotoKey: PickerOptions.Finding] = [:]
  /// What narrows the photos that are shown; `nil` shows all that the query asks for.
  package internal(set) var search: PhotoSearch?
  /// The photo to which the cursor goes with the next contents if it is among them.
  package var returnPlace: Asset?
  /// The photo at the cursor before the search, and the one that the search went to.
  var searchPlace: (before: Asset, found: Asset?)?
  /// True if the original files are returned as pictures.
  package var usesOriginal: Bool
  var crops: [PhotoKey: CropFrame] = [:]
  /// Counts changes of crops; it never goes back.
  package internal(set) var cropRevision = 0
  /// True if the cursor goes on to the next photo after each mark.
  package var advances = false
  /// True if what is done next is done to all picks.
  package internal(set) var aimsAtPicks = false
  /// Only photos that were judged so are shown.
  package internal(set) var judged: Set<JudgedKind> = []
  /// Only photos with one of these labels are shown.
  package internal(set) var labels: Set<String> = []
  package private(set) var counts = FilterCounts()
  /// The user's own commands; `nil` if there can be none.
  package private(set) var actions: UserActions?
  /// How far a job is; `nil` if there is none.
  package private(set) var work: String?
  /// The keywords of the library, those of most photos first, as far as they were asked for.
  package private(set) var keywords: [String] = []
  /// Whether the last key, and the key before it, asked if the picks may be dropped.
  var leaving = (isAsked: false, wasAsked: false)
  /// The revision of the picks with which a person began.
  private var firstRevision = 0

  package init(_ options: PickerOptions) {
    self.options = options
    query = options.query
    albumOrder = (options.albumOrder, options.albumDirection)
    actions = options.actions
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
      ? "Discard 1 picked photo? The same key again discards it; d returns it."
      : "Discard \(picks.count) picked photos? The same key again discards them; d returns them."
    return []
  }

  package mutating func handle(_ event: PickerEvent) -> [PickerEffect] {
    switch event {
    case .update(let update): show(update)
    case .albums(let albums): self.albums = albumOrder.order.sorted(albums, albumOrder.direction)
    case .progress(let progress): self.progress = progress
    case .inspecting(let count): inspection?.done = count
    case .inspected(let photos, let findings): return take(findings, of: photos)
    case .changed(let change): return take(change)
    case .working(let work): self.work = work
    case .keywords(let keywords): self.keywords = keywords
    case .counts(let counts): self.counts = counts
    case .actions(let actions): self.actions = actions
    case .message(let message): self.message = message
    }
    return []
  }

  private mutating func show(_ update: PickerUpdate) {
    let (places, group) = ([returnPlace, contents[cursor]].compactMap { $0 }, contents.groupKey(of: cursor))
    let (runAsset, runGroup) = (runStart.flatMap { contents[$0] }, runStart.flatMap(contents.groupKey))
    let former = contents
    returnPlace = nil
    contents = update.contents
    tell(update.problems)
    // What comes before a person has moved is shown from its start; after that the place is kept.
    let position = places.lazy.compactMap { [self] in
      contents.position(of: $0, in: group) ?? place(near: $0, in: former)
    }.first
    moveCursor(to: isUsed ? position ?? cursor : 0)
    runStart = runAsset.flatMap { contents.position(of: $0, in: runGroup) }
    drag = nil
    let before = picks.assets
    picks.refresh(update.picks)
    tellGone(of: before)
    if !isLoaded { pickAtStart() }
    isLoaded = true
  }

  /// How far from a photo its neighbours are looked for.
  private static let longestWay = 1000

  /// The position of the photo that stood nearest to one that is not shown any longer.
  private func place(near asset: Asset, in former: NumberedView) -> Int? {
    guard contents.count > 0, let start = former.position(of: asset) else { return nil }
    var ranks: [PhotoKey: Int] = [:]
    for step in 1...Self.longestWay {
      for neighbour in [former[start + step], former[start - step]] {
        if let key = neighbour.map(PhotoKey.init), ranks[key] == nil { ranks[key] = ranks.count }
      }
    }
    var nearest: (position: Int, rank: Int)?
    for (position, photo) in contents.groups.lazy.flatMap(\.assets).enumerated() {
      guard let rank = ranks[PhotoKey(photo)], rank < nearest?.rank ?? .max else { continue }
      nearest = (position, rank)
      if rank == 0 { break }
    }
    return nearest?.position
  }

  /// Tells what could not be read, if that is news; a picker that has nothing else to show lists all of it.
  private mutating func tell(_ found: [ScanProblem]) {
    let known = Set(problems)
    let news = found.filter { !known.contains($0) }
    problems = found
    guard let first = news.first, contents.count > 0 else { return }
    message = SafeText.escaping("\(first)")
    if news.count > 1 { message?.append("\n" + Self.moreProblemsMessage(news.count - 1)) }
  }

  private static func moreProblemsMessage(_ count: Int) -> String {
    count == 1 ? "And 1 more, which is told at the end." : "And \(count) more, which are told at the end."
  }

  /// Says which picks of before are gone; false if none are.
  @discardableResult
  mutating func tellGone(of before: [Asset]) -> Bool {
    let gone = before.filter { !picks.contains($0) }
    guard let first = gone.first else { return false }
    let name = SafeText.escaping(first.name.text)
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

  package var cursorPath: ItemIndexPath { contents.path(of: cursor) ?? ItemIndexPath(section: 0, item: 0) }

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
