import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// A run of the web picker: applies commands of the page and events of the library to the model, and publishes it on
/// the board.
struct PageSession: PickerFrontEnd {
  enum Message: Sendable {
    case engine(PickerEngine.Message)
    case command(PageCommand, page: String?, PageReply)
    case readers(Int)
    case tick
  }

  let mailbox: Mailbox<Message>
  let board: PageBoard
  let numbers = PhotoNumbers()
  let values = LibraryValues()
  private let onEvent: @Sendable (WebPicker.Event) -> Void
  var engine: PickerEngine
  var ending: PickerEnding?
  private var presence: PagePresence
  private var notice: PageBoard.Notice
  private var replies: [(PageReply, PageCommandError?)] = []
  /// Whether the user requested another view that is not ready yet.
  private var isViewAsked = false
  /// The published filter and counts.
  private var filters: (FilterState, FilterCounts)

  var model: PickerModel { notice.model }

  init(
    _ options: PickerOptions, library: @escaping PickerSource, timeout: Duration?,
    onEvent: @escaping @Sendable (WebPicker.Event) -> Void
  ) {
    let mailbox = Mailbox<Message>()
    self.mailbox = mailbox
    self.onEvent = onEvent
    presence = PagePresence(limit: timeout)
    notice = PageBoard.Notice(model: PickerModel(options))
    filters = (notice.model.filterState, notice.model.counts)
    board = PageBoard(notice.model) { mailbox.post(.readers($0)) }
    engine = PickerEngine(options, library: library) { mailbox.post(.engine($0)) }
  }

  /// Runs until the user finishes, and completes pending writes. Returns `nil` if the user cancels or leaves the
  /// page, or the task is cancelled.
  mutating func run() async throws -> PickerResult? {
    engine.readLibrary()
    let clock = Task { [mailbox] in
      while (try? await Task.sleep(for: .seconds(1))) != nil { mailbox.post(.tick) }
    }
    defer { clock.cancel() }
    let result: PickerResult?
    do {
      result = try await answerMessages()
    } catch {
      await leave(.failed, "\(error)")
      throw error
    }
    await leave(result == nil ? .cancelled : .done)
    return result
  }

  private mutating func leave(_ ending: PageBoard.Ending, _ message: String? = nil) async {
    if Task.isCancelled { engine.cancelJobs() }
    notice.ending = ending
    notice.model.message = message ?? notice.model.message
    show()
    board.close()
    for case .command(_, _, let reply) in mailbox.take() { reply.send(nil) }
    await engine.finish()
  }

  /// Publishes the state, and sends pending replies.
  mutating func show() {
    if filters != (model.filterState, model.counts) {
      filters = (model.filterState, model.counts)
      notice.filters += 1
    }
    board.put(notice)
    for (reply, error) in replies { reply.send(error.map { .failure($0) } ?? .success(notice)) }
    replies = []
    onEvent(.progress(progress))
  }

  private var progress: String {
    let picks = notice.model.picks
    let picked =
      picks.count == 0 ? "Nothing picked" : "\(picks.count) picked, \(ByteText.size(picks.byteCount))"
    return [picked, notice.model.work ?? notice.model.progress].compactMap { $0 }.joined(separator: " · ")
  }

  mutating func answer(_ message: Message) throws -> PickerEnding? {
    switch message {
    case .engine(let message):
      if case .library(let library, _) = message { values.set(library.assets) }
      var ending: PickerEnding?
      for event in try engine.take(message, model) {
        let effects = handle(event)
        ending = engine.perform(effects, for: model) ?? ending
      }
      notice.library = engine.library
      return ending
    case .command(let command, let page, let reply):
      notice.addressee = page
      return answer(command, reply)
    case .readers(let count): presence.set(count)
    case .tick:
      guard let reason = presence.reason else { return nil }
      onEvent(.note(reason))
      return .cancel
    }
    return nil
  }

  private mutating func answer(_ command: PageCommand, _ reply: PageReply) -> PickerEnding? {
    // Ignore commands while the engine writes the last ratings and labels.
    guard ending == nil else {
      replies.append((reply, nil))
      return nil
    }
    let before = (notice.model.picks.revision, notice.model.cropRevision)
    do throws(PageCommandError) {
      let effects = try command.apply(to: &notice.model, numbers: numbers)
      if (notice.model.picks.revision, notice.model.cropRevision) != before { notice.revision += 1 }
      if effects.contains(.makeContents) { isViewAsked = true }
      replies.append((reply, nil))
      return engine.perform(effects, for: model)
    } catch {
      replies.append((reply, error))
      return nil
    }
  }

  private mutating func handle(_ event: PickerEvent) -> [PickerEffect] {
    let (picks, albums) = (notice.model.picks.revision, notice.model.albums)
    let (contents, isFirst) = (notice.model.contents, !notice.model.isLoaded)
    let message = notice.model.message
    let effects = notice.model.handle(event)
    switch event {
    case .update:
      // Changes of the library concern all pages.
      if notice.model.message != message { notice.addressee = nil }
      // Ratings and labels don't affect most views.
      let isSame = !isFirst && !isViewAsked && notice.model.contents.isLaidOut(as: contents)
      if isSame { notice.revision += 1 } else { notice.view += 1 }
      isViewAsked = false
    case .albums: if notice.model.albums != albums { notice.view += 1 }
    case .changed, .inspected: notice.revision += 1
    case .progress, .inspecting, .working, .keywords, .counts, .actions, .message: break
    }
    if notice.model.picks.revision != picks { notice.revision += 1 }
    return effects
  }
}

extension NumberedView {
  /// Returns `true` if both views have the same sections and files; then only properties of single photos may differ.
  fileprivate func isLaidOut(as other: NumberedView) -> Bool {
    guard count == other.count, groups.count == other.groups.count else { return false }
    return zip(groups, other.groups).allSatisfy { group, other in
      guard group.key == other.key, group.title == other.title else { return false }
      return group.assets == other.assets
    }
  }
}

///
/// It measures the time in which the machine is awake, so the picker survives suspension.
struct PagePresence {
  /// The grace period for reloading the page or reconnecting to a network.
  static let patience = Duration.seconds(15)

  private var isOpen = false
  /// The time at which the last page closed; `nil` while a page is open, and before the first one.
  private var closed: SuspendingClock.Instant?
  private let start = SuspendingClock.now
  private let limit: Duration?

  /// - Parameter limit: the time limit of the picker; `nil` for none.
  init(limit: Duration?) { self.limit = limit }

  mutating func set(_ count: Int) {
    if count > 0 {
      (isOpen, closed) = (true, nil)
    } else if isOpen {
      (isOpen, closed) = (false, .now)
    }
  }

  /// Why the picker must exit: no page is open, or the time limit is exceeded.
  var reason: String? {
    let now = SuspendingClock.now
    if let limit, start.duration(to: now) >= limit {
      let seconds = limit.components.seconds
      return "no result within \(seconds) second\(seconds == 1 ? "" : "s"); nothing is returned"
    }
    let isGone = closed.map { $0.duration(to: now) >= Self.patience } ?? false
    return isGone ? "the page was closed; nothing is returned" : nil
  }
}
