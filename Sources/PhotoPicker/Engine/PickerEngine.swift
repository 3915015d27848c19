import PhotoActions
import PhotoLibrary

/// Provides the photos of a picker: calls `show` with the current library and after each change, until it is
/// cancelled. Another call reads everything again. `show` returns when the photos are on display, so less urgent work
/// can wait for it.
public typealias PickerSource =
  @Sendable (
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws -> Void

/// Performs the effects that the model requests and sends the results back as events. All front ends use it.
///
///     var engine = PickerEngine(options, library: library) { mailbox.post($0) }
///     for message in mailbox.take() {
///       for event in try engine.take(message, model) { effects += model.handle(event) }
///     }
///     let ending = engine.perform(effects, for: model)
package struct PickerEngine {
  /// A result of background work, which `take` converts to events.
  package enum Message: Sendable {
    /// The current library. Sign the receipt once it is on display.
    case library(LibrarySnapshot, Receipt)
    /// The response to the view request with this number.
    case view(PickerUpdate, number: Int)
    case event(PickerEvent)
    case failed(any Error)
  }

  /// The kinds of background work. A new task replaces the previous one of the same kind.
  private enum Work {
    case library, view, inspection, keywords, counts
  }

  private let options: PickerOptions
  private let source: PickerSource
  private let post: @Sendable (Message) -> Void
  private let jobs: PickerJobs
  /// The current library, or `nil` before the first scan.
  package private(set) var library: LibrarySnapshot?
  private var recent = RecentChanges()
  private var tasks: [Work: Task<Void, Never>] = [:]
  private var viewNumber = 0
  private var isViewShown = false
  private var receipts: [Receipt] = []
  private var reportedRevision: Int?

  /// - Parameter post: Receives the messages for `take`, on any thread.
  package init(
    _ options: PickerOptions, library: @escaping PickerSource, post: @escaping @Sendable (Message) -> Void
  ) {
    self.options = options
    source = library
    self.post = post
    jobs = PickerJobs(options) { post(.event($0)) }
  }

  package mutating func readLibrary() {
    start(.library) { [post, source] in
      do {
        try await source({ post(.event(.progress(Self.reading($0.assets)))) }) { snapshot in
          let receipt = Receipt()
          post(.library(snapshot, receipt))
          await receipt.signature()
        }
        post(.event(.progress(nil)))
      } catch {
        post(.failed(error))
      }
    }
  }

  private static func reading(_ count: Int) -> String { "Reading… \(count)" }

  private mutating func start(_ work: Work, _ body: @escaping @Sendable () async -> Void) {
    tasks[work]?.cancel()
    tasks[work] = Task { await body() }
  }

  /// Cancels all work after completing pending metadata changes.
  package func finish() async {
    for task in tasks.values { task.cancel() }
    await jobs.finish()
  }

  /// `true` while jobs are running; an event announces the end of the last one.
  package var isBusy: Bool { jobs.isBusy }

  package func cancelJobs() { jobs.cancel() }

  // MARK: Messages

  /// Converts a message to events for the model.
  ///
  /// - Throws: The error of the library, except `CancellationError`.
  package mutating func take(_ message: Message, _ model: PickerModel) throws -> [PickerEvent] {
    switch message {
    case .library(let snapshot, let receipt):
      library = recent.applied(to: snapshot)
      receipts.append(receipt)
      makeView(for: model)
    case .view(let update, let number):
      // A later request replaced this view.
      guard number == viewNumber else { return [] }
      isViewShown = true
      let reading = library.flatMap { $0.isPart ? Self.reading($0.assets.count) : nil }
      return [.progress(reading), .update(update)]
    case .event(let event):
      if case .changed(let change) = event {
        if let known = library { recent.add(change, to: known) }
        library = library?.applying(change)
        // The pending view predates the change and would restore the old photos.
        if !isViewShown { makeView(for: model) } else { countChoices(for: model) }
      }
      return [event]
    case .failed(let error): if !(error is CancellationError) { throw error }
    }
    return []
  }

  /// Confirms that the latest view is on display.
  package mutating func acknowledge() {
    guard isViewShown else { return }
    for receipt in receipts { receipt.sign() }
    receipts = []
  }

  // MARK: Effects

  /// Performs effects until one ends the picker, and returns that ending. The front end handles effects that need it:
  /// copying paths, reading custom commands, running a command in the terminal.
  package mutating func perform(_ effects: [PickerEffect], for model: PickerModel) -> PickerEnding? {
    for effect in effects {
      switch effect {
      case .makeContents: makeView(for: model)
      case .inspect(let photos): inspect(photos)
      case .stopInspecting: tasks[.inspection]?.cancel()
      case .rescan: readLibrary()
      case .listKeywords: listKeywords()
      case .work(let job): jobs.add(job)
      case .finish: return .finish
      case .cancel: return .cancel
      case .copyPaths, .readActions, .runInTerminal: break
      }
    }
    return nil
  }

  /// Calls `onChange` if the picks changed since the last call. The first call only records the initial picks.
  package mutating func reportPicks(of model: PickerModel) {
    let revision = model.picks.revision
    defer { reportedRevision = revision }
    guard let onChange = options.onChange, revision != reportedRevision ?? revision else { return }
    onChange(model.picks.withDeleted)
  }

  private mutating func makeView(for model: PickerModel) {
    guard let library else { return }
    viewNumber += 1
    isViewShown = false
    let (options, post, number, isFirst) = (options, post, viewNumber, !model.isLoaded)
    var query = model.narrowedQuery
    query.duplicateSearch?.onProgress = { post(.event(.progress($0))) }
    let (album, picks) = (model.album, model.picks.assets)
    start(.view) { [query] in
      do {
        let stacked = query.needsStacks ? library.stacked(by: query.stackFinder) : library
        let maker = PickerViewMaker(stacked, options: options)
        let update = try await maker.update(query, album: album, picks: picks)
        post(.view(update, number: number))
        let albums = try await maker.albums(query)
        // A later view may have delivered its albums already.
        if !Task.isCancelled { post(.event(.albums(albums))) }
      } catch let error as AssetQuery.QueryError where !isFirst {
        // The current album was deleted and may come back.
        post(.view(PickerUpdate(), number: number))
        post(.event(.message("\(error)")))
      } catch {
        post(.failed(error))
      }
    }
    countChoices(for: model)
  }

  /// Counts the photos for each filter choice once the view is ready, which is more urgent.
  private mutating func countChoices(for model: PickerModel) {
    guard let library else { return }
    let maker = PickerViewMaker(library, options: options)
    let (query, album, view, post) = (model.unfilteredQuery, model.album, tasks[.view], post)
    start(.counts) {
      await view?.value
      guard let counts = try? await maker.counts(query, album: album), !Task.isCancelled else { return }
      post(.event(.counts(counts)))
    }
  }

  private mutating func inspect(_ photos: [Asset]) {
    guard let inspect = options.inspect else { return }
    start(.inspection) { [post] in
      do {
        let found = try await inspect(photos) { post(.event(.inspecting($0))) }
        if !Task.isCancelled { post(.event(.inspected(photos, found))) }
      } catch {
        post(.failed(error))
      }
    }
  }

  private mutating func listKeywords() {
    guard let assets = library?.assets else { return }
    start(.keywords) { [post] in
      let keywords = FieldValues(AssetField(.keywords), in: assets).values.map(\.text)
      if !Task.isCancelled { post(.event(.keywords(keywords))) }
    }
  }

  /// Runs a command in the terminal, which the front end has released, and returns a line about the result.
  package func outcome(of action: UserAction, on assets: [Asset]) async -> String {
    await PickerJobs.outcome(of: action, on: assets)
  }

  package func result(of model: PickerModel) async throws -> PickerResult {
    guard let library else {
      return PickerResult(
        picked: [], crops: [:], usesOriginal: model.usesOriginal, problems: [], remarks: [],
        dialog: model.dialogAnswer)
    }
    return try await PickerViewMaker(library, options: options).result(of: model)
  }
}
