import PhotoActions
import PhotoLibrary

/// The photos that a picker shows: it shows the library as it is now and after each change, until it is cancelled; called
/// again, it reads everything anew. `show` returns once the photos are on the screen, so that work that can wait does.
public typealias PickerSource =
  @Sendable (
    _ onProgress: @escaping @Sendable (ScanProgress) -> Void,
    _ show: @escaping @Sendable (LibrarySnapshot) async -> Void
  ) async throws -> Void

/// Carries out what the model of a picker asks for, and tells the model what came of it. Every face of a picker has one:
/// the terminal as well as others.
///
///     var engine = PickerEngine(options, library: library) { mailbox.post($0) }
///     for message in mailbox.take() {
///       for event in try engine.take(message, model) { effects += model.handle(event) }
///     }
///     let ending = engine.perform(effects, for: model)
package struct PickerEngine {
  /// What work in the background has come to; `take` turns it into events.
  package enum Message: Sendable {
    /// The library as it is now; the receipt is signed once it is shown.
    case library(LibrarySnapshot, Receipt)
    /// A view that was made of the library for the request of that number.
    case view(PickerUpdate, number: Int)
    case event(PickerEvent)
    case failed(any Error)
  }

  /// What runs in the background; new work of a kind takes the place of the former.
  private enum Work {
    case library, view, inspection, keywords, counts
  }

  private let options: PickerOptions
  private let source: PickerSource
  private let post: @Sendable (Message) -> Void
  private let jobs: PickerJobs
  /// The library as it is now; `nil` before it was read.
  package private(set) var library: LibrarySnapshot?
  private var recent = RecentChanges()
  private var tasks: [Work: Task<Void, Never>] = [:]
  private var viewNumber = 0
  private var isViewShown = false
  private var receipts: [Receipt] = []
  private var toldRevision: Int?

  /// - Parameter post: takes what `take` has to be called with, on any thread.
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
        try await source({ post(.event(.progress("Reading… \($0.assets)"))) }) { snapshot in
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

  private mutating func start(_ work: Work, _ body: @escaping @Sendable () async -> Void) {
    tasks[work]?.cancel()
    tasks[work] = Task { await body() }
  }

  /// Ends all work; marks that were asked for are written first.
  package func finish() async {
    for task in tasks.values { task.cancel() }
    await jobs.finish()
  }

  /// True while something is written or moved; an event follows its end.
  package var isBusy: Bool { jobs.isBusy }

  package func cancelJobs() { jobs.cancel() }

  // MARK: Messages

  /// Turns a message into events for the model.
  ///
  /// - Throws: what the library throws; `CancellationError` never.
  package mutating func take(_ message: Message, _ model: PickerModel) throws -> [PickerEvent] {
    switch message {
    case .library(let snapshot, let receipt):
      library = recent.applied(to: snapshot)
      receipts.append(receipt)
      makeView(for: model)
    case .view(let update, let number):
      // A view that was overtaken by another request is not shown.
      guard number == viewNumber else { return [] }
      isViewShown = true
      return [.progress(nil), .update(update)]
    case .event(let event):
      if case .changed(let change) = event {
        if let known = library { recent.add(change, to: known) }
        library = library?.applying(change)
        // A view under way knows nothing of the change and would bring the old photos back.
        if !isViewShown { makeView(for: model) } else { countChoices(for: model) }
      }
      return [event]
    case .failed(let error):
      if !(error is CancellationError) { throw error }
    }
    return []
  }

  /// Says that the latest view is on the screen.
  package mutating func acknowledge() {
    guard isViewShown else { return }
    for receipt in receipts { receipt.sign() }
    receipts = []
  }

  // MARK: Effects

  /// Carries out requests of a model until one ends the picker, and returns how. The caller itself copies paths, reads the
  /// user's commands and lends the terminal.
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

  /// Tells whoever started the picker what is picked, if that has changed since the last call. The first call only takes
  /// note: what is picked at the start is no change.
  package mutating func tellPicks(of model: PickerModel) {
    let revision = model.picks.revision
    defer { toldRevision = revision }
    guard let onChange = options.onChange, revision != toldRevision ?? revision else { return }
    onChange(model.picks.held)
  }

  private mutating func makeView(for model: PickerModel) {
    guard let library else { return }
    viewNumber += 1
    isViewShown = false
    let maker = PickerViewMaker(library, options: options)
    let (post, number, isFirst) = (post, viewNumber, !model.isLoaded)
    let (query, album, picks) = (model.narrowedQuery, model.album, model.picks.assets)
    start(.view) {
      do {
        let update = try await maker.update(query, album: album, picks: picks)
        post(.view(update, number: number))
        let albums = try await maker.albums(query)
        // A later view may have brought its albums meanwhile.
        if !Task.isCancelled { post(.event(.albums(albums))) }
      } catch let error as AssetQuery.QueryError where !isFirst {
        // An album that went away while it is shown may come back.
        post(.view(PickerUpdate(), number: number))
        post(.event(.message("\(error)")))
      } catch {
        post(.failed(error))
      }
    }
    countChoices(for: model)
  }

  /// Counts the photos of each choice of the filter, after the view, which people wait for.
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

  /// Runs a command on photos in the terminal, which the caller has left, and returns a line about its result.
  package func outcome(of action: UserAction, on assets: [Asset]) async -> String {
    await PickerJobs.outcome(of: action, on: assets)
  }

  /// What the picker returns.
  package func result(of model: PickerModel) async throws -> PickerResult {
    guard let library else {
      return PickerResult(
        picked: [], crops: [:], usesOriginal: model.usesOriginal, problems: [], remarks: [])
    }
    return try await PickerViewMaker(library, options: options).result(of: model)
  }
}
