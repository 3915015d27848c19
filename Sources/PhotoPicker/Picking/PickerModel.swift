import PhotoActions
import PhotoFiles
import PhotoLibrary

/// The state of a picker, independent of the front end: a value that only changes in response to events. Positions
/// count from 0 across the whole view.
package struct PickerModel: Sendable {
  package let options: PickerOptions
  package private(set) var album = Album.Kind.all
  package internal(set) var query: AssetQuery
  package internal(set) var contents = NumberedView([])
  /// All albums in display order, starting with "All Photos".
  package internal(set) var albums: [AlbumSummary] = []
  /// The album order and direction, `nil` for the default direction.
  package internal(set) var albumOrder: (order: AlbumOrder, direction: SortDirection?)
  /// The files and folders that could not be read.
  package private(set) var problems: [ScanProblem] = []
  /// Whether the first view has arrived.
  package private(set) var isLoaded = false
  /// The scan's progress, or `nil` when complete.
  package private(set) var progress: String?
  /// The current message, which may contain line breaks.
  package var message: String?
  /// `true` once the user has done anything; from then on, updates preserve the position.
  package private(set) var isUsed = false
  package internal(set) var cursor = 0
  package internal(set) var picks = PickList()
  package internal(set) var runStart: Int?
  var drag: Drag?
  /// The picks under inspection, and the number inspected.
  package internal(set) var inspection: (picks: [Asset], done: Int)?
  /// The burst whose shots the view contains, and the query of the view behind it.
  package internal(set) var openedBurst: (stack: AssetStack, outer: AssetQuery)?
  /// A change that the user must confirm. The next input that doesn't, drops it.
  package var question: PickerQuestion?
  var findings: [PhotoKey: PickerOptions.Finding] = [:]
  package internal(set) var search: PhotoSearch?
  /// The photo to move the cursor to when the next view arrives.
  package var returnPlace: Asset?
  /// The photo at the cursor before the search, and the one found.
  var searchPlace: (before: Asset, found: Asset?)?
  package var usesOriginal: Bool
  var crops: [PhotoKey: CropFrame] = [:]
  /// Increases with each change of a crop.
  package internal(set) var cropRevision = 0
  /// Whether the cursor advances after each mark.
  package var advances = false
  /// Whether the next action applies to all picks.
  package internal(set) var aimsAtPicks = false
  package internal(set) var judged: Set<JudgedKind> = []
  package internal(set) var labels: Set<String> = []
  package internal(set) var counts = FilterCounts()
  /// What the user has chosen for the request of an app.
  package internal(set) var dialogAnswer = PickerDialog.Answer()
  /// Whether the name of the file to save is taken, so that the user must confirm it.
  package internal(set) var isNameTaken = false
  /// Custom commands, or `nil` if unavailable.
  package private(set) var actions: UserActions?
  package private(set) var work: String?
  /// All keywords if requested, most frequent first.
  package private(set) var keywords: [String] = []
  /// Whether both this and the previous key asked to discard the picks.
  var leaving = (isAsked: false, wasAsked: false)
  private var firstRevision = 0

  package init(_ options: PickerOptions) {
    self.options = options
    query = options.query
    albumOrder = (options.albumOrder, options.albumDirection)
    actions = options.actions
    usesOriginal = options.usesOriginal
    if let folder = options.folder { album = .folder(folder) }
    if let dialog = options.dialog {
      dialogAnswer = dialog.initialAnswer
      if let filter = dialogAnswer.filter { query.predicate = dialog.filters[filter].predicate }
    }
    for asset in options.picks where refusal(of: asset) == nil { picks.insert(asset) }
    firstRevision = picks.revision
  }

  /// Prepares for user input by clearing the message.
  package mutating func begin() {
    message = nil
    question = nil
    isUsed = true
    leaving = (false, leaving.isAsked)
  }

  /// Cancels the picker, but asks once before discarding picks.
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
    case .counts(let counts):
      self.counts = counts
      countChoices()
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
    report(update.problems)
    // Stay at the start until the user acts, then preserve the position.
    let position = places.lazy.compactMap { [self] in
      contents.position(of: $0, in: group) ?? place(near: $0, in: former)
    }.first
    moveCursor(to: isUsed ? position ?? cursor : 0)
    runStart = runAsset.flatMap { contents.position(of: $0, in: runGroup) }
    drag = nil
    let before = picks.assets
    picks.refresh(update.picks)
    reportDeleted(from: before)
    if !isLoaded { pickAtStart() }
    isLoaded = true
  }

  /// The distance to search for neighbors of a photo.
  private static let neighborLimit = 1000

  /// Returns the position of the visible photo nearest to a photo that disappeared.
  private func place(near asset: Asset, in former: NumberedView) -> Int? {
    guard contents.count > 0, let start = former.position(of: asset) else { return nil }
    var ranks: [PhotoKey: Int] = [:]
    for step in 1...Self.neighborLimit {
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

  /// Prints new problems, or all of them in an empty picker.
  private mutating func report(_ found: [ScanProblem]) {
    let known = Set(problems)
    let news = found.filter { !known.contains($0) }
    problems = found
    guard let first = news.first, contents.count > 0 else { return }
    message = SafeText.escaping("\(first)")
    if news.count > 1 { message?.append("\n" + Self.moreProblemsMessage(news.count - 1)) }
  }

  private static func moreProblemsMessage(_ count: Int) -> String {
    count == 1 ? "1 more problem is reported at the end." : "\(count) more problems are reported at the end."
  }

  /// Names picks that were deleted. Returns `false` if there are none.
  @discardableResult
  mutating func reportDeleted(from before: [Asset]) -> Bool {
    let gone = before.filter { !picks.contains($0) }
    guard let first = gone.first else { return false }
    let name = SafeText.escaping(first.name.text)
    message =
      switch gone.count {
      case 1: "\(name) was picked but no longer exists"
      case 2: "\(name) and 1 other were picked but no longer exist"
      default: "\(name) and \(gone.count - 1) others were picked but no longer exist"
      }
    return true
  }

  private mutating func pickAtStart() {
    for group in contents.groups where group.key == options.pickedSection {
      for asset in group.assets where refusal(of: asset) == nil { picks.insert(asset, as: contents.unit) }
    }
    firstRevision = picks.revision
  }

  package mutating func open(_ kind: Album.Kind) -> [PickerEffect] {
    guard kind != album else { return [] }
    album = kind
    runStart = nil
    cursor = 0
    if let openedBurst { query = openedBurst.outer }
    openedBurst = nil
    return [.makeContents]
  }

  // MARK: Places

  /// Moves the cursor to the nearest valid position.
  package mutating func moveCursor(to position: Int) {
    cursor = min(max(position, 0), max(contents.count - 1, 0))
  }

  package var cursorPath: ItemIndexPath { contents.path(of: cursor) ?? ItemIndexPath(section: 0, item: 0) }

  package var current: Asset? { contents[cursor] }

  /// Returns the reason why a photo can't be picked, regardless of the number of picks.
  package func refusal(of asset: Asset) -> String? {
    // Findings don't apply to a replaced file.
    if let finding = findings[PhotoKey(asset)], finding.asset == asset { return finding.reason }
    return options.refusal(of: asset)
  }

  package var run: ClosedRange<Int>? { runStart.map { min($0, cursor)...max($0, cursor) } }
}
