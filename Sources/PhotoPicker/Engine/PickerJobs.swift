import PhotoActions
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import Synchronization
import SystemPackage

/// Runs jobs on photos, one after another, on a separate thread.
final class PickerJobs: Sendable {
  private enum Step {
    /// Changes of metadata, with the journal that contains the previous values.
    case marks(FileName, [Asset], name: String, of: String)
    case trash([(asset: Asset, files: [TrashedFile])], of: String)
    /// Duplicates that were moved to the trash, the photo that was kept, and the journal of its metadata, if changed.
    case removal([(asset: Asset, files: [TrashedFile])], kept: Asset, FileName?)
  }

  private struct State {
    var waiting: ArraySlice<PickerJob> = []
    var steps: [Step] = []
    /// The running task, or `nil` if no job is queued.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  /// The interval between progress updates of a long job.
  private static let pace = Duration.milliseconds(100)

  private let options: PickerOptions
  private let post: @Sendable (PickerEvent) -> Void
  private let pool = WorkerPool(threadCount: 1)
  private let state = Mutex(State())

  /// - Parameter post: Receives events, on any thread.
  init(_ options: PickerOptions, post: @escaping @Sendable (PickerEvent) -> Void) {
    self.options = options
    self.post = post
  }

  func add(_ job: PickerJob) {
    state.withLock { state in
      state.waiting.append(job)
      guard state.task == nil else { return }
      state.task = Task(executorPreference: pool) { [self] in run() }
    }
  }

  /// Completes all jobs and ends the thread.
  func finish() async {
    while let task = state.withLock(\.task) { await task.value }
    pool.finish()
  }

  /// Drops queued jobs and stops the current one after the current photo.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.waiting = []
    }
  }

  private func run() {
    while let job = next() {
      switch job {
      case .mark(let files, let change, let name, let subject): mark(files, change, name, subject)
      case .shift(let files, let shift, let name, let subject):
        mark(files, MarkChange(), correcting: ClockCorrection(shift: shift), name, subject)
      case .undo: undo()
      case .trash(let files, let subject): trash(files, subject)
      case .keep(let asset, let duplicates, let kind): keep(asset, duplicates, kind)
      // Start programs after preceding changes of metadata, but don't block on them.
      case .open(let assets): Task { await open(assets) }
      case .run(let action, let assets): Task { await run(action, on: assets) }
      }
    }
  }

  private func next() -> PickerJob? {
    let job = state.withLock { state in
      let job = state.waiting.popFirst()
      if job == nil { state.task = nil }
      return job
    }
    // Wake up front ends that wait for an idle engine.
    if job == nil { post(.working(nil)) }
    return job
  }

  var isBusy: Bool { state.withLock { $0.task != nil } }

  private var isCancelled: Bool { state.withLock(\.isCancelled) }

  // MARK: Marks

  private func mark(
    _ assets: [Asset], _ change: MarkChange, correcting clock: ClockCorrection? = nil, _ name: String,
    _ subject: String
  ) {
    guard let marks = options.marks else { return }
    let marker = PhotoMarker(naming: marks.naming, journals: marks.journals)
    var (marked, problems) = ([Asset](), [MarkError]())
    var (shown, turn) = (0, ContinuousClock.now)
    for (index, asset) in assets.enumerated() where !isCancelled {
      do throws(MarkError) {
        _ = try marker.mark(asset, with: change, correcting: clock)
        marked.append(asset)
      } catch {
        problems.append(error)
        if error.concernsAll { break }
      }
      guard ContinuousClock.now - turn > Self.pace, index + 1 < assets.count else { continue }
      post(.changed(PickerChange(assets: read(marked[shown...]), message: "")))
      post(.working("Marking… \(index + 1) of \(assets.count)"))
      (shown, turn) = (marked.count, ContinuousClock.now)
    }
    if let journal = marker.journalName {
      state.withLock {
        $0.steps.append(
          .marks(journal, marked, name: name, of: Self.text(marked.count, of: assets, subject)))
      }
    }
    post(.working(nil))
    let message =
      problems.isEmpty
      ? "\(name): \(Self.text(marked.count, of: assets, subject))"
      : Self.summary(problems, ("was not marked", "were not marked"), others: marked.count)
    post(.changed(PickerChange(assets: read(marked[shown...]), message: message)))
  }

  private func read(_ assets: some Sequence<Asset>) -> [Asset] {
    guard let scanner = options.marks?.scanner else { return [] }
    return assets.compactMap { asset in try? scanner.read(asset.path) }
  }

  // MARK: Undo

  private func undo() {
    guard let step = state.withLock({ $0.steps.popLast() }) else {
      post(.message("There is nothing to undo."))
      return
    }
    switch step {
    case .marks(let journal, let assets, let name, let subject): undoMarks(journal, assets, name, subject)
    case .trash(let trashed, let subject): restore(trashed, subject)
    case .removal(let trashed, let kept, let journal): restore(trashed, kept, journal)
    }
  }

  /// Restores duplicates, and the metadata of the photo that was kept.
  private func restore(
    _ trashed: [(asset: Asset, files: [TrashedFile])], _ kept: Asset, _ journal: FileName?
  ) {
    if let journal { undoMarks(journal, [kept], "Metadata of duplicates", Self.photos([kept])) }
    restore(trashed, Self.photos(trashed.map(\.asset)))
  }

  private func undoMarks(_ journal: FileName, _ assets: [Asset], _ name: String, _ subject: String) {
    guard let marks = options.marks else { return }
    let message: String
    do throws(MarkError) {
      let result = try PhotoMarker.undo(journal, journals: marks.journals)
      if let result, !result.problems.isEmpty {
        // A partly failed undo must not block preceding steps.
        if let rest = result.journalName {
          state.withLock { $0.steps.insert(.marks(rest, assets, name: name, of: subject), at: 0) }
        }
        message = Self.summary(
          result.problems, ("is unchanged", "are unchanged"), others: result.sidecars.count)
      } else {
        message =
          result == nil ? "That can no longer be undone." : "Undone: \(name): \(subject)"
      }
    } catch {
      message = SafeText.escaping("\(error)")
    }
    post(.changed(PickerChange(assets: read(assets), place: assets.first, message: message)))
  }

  // MARK: Trash

  private func trash(_ assets: [Asset], _ subject: String) {
    var (trashed, problems) = ([(asset: Asset, files: [TrashedFile])](), [TrashError]())
    var files = TrashFiles()
    for asset in assets where !isCancelled {
      do throws(TrashError) {
        let trash = try Trash.ofUser()
        trashed.append((asset, try files.move(asset, with: trash.move)))
      } catch {
        problems.append(error)
      }
      post(.working(trashed.count < assets.count ? "Moving to the trash… \(trashed.count)" : nil))
    }
    state.withLock { [trashed] state in
      if !trashed.isEmpty {
        state.steps.append(.trash(trashed, of: Self.text(trashed.count, of: assets, subject)))
      }
    }
    post(.working(nil))
    let gone = trashed.map(\.asset)
    let message =
      problems.isEmpty
      ? "Moved to the trash: \(Self.text(gone.count, of: assets, subject)); u restores"
      : Self.summary(problems, ("was not moved", "were not moved"), others: gone.count)
    post(.changed(PickerChange(gone: gone, message: message)))
  }

  /// Moves duplicates of a photo to the trash, after adding their metadata to its sidecar.
  private func keep(_ asset: Asset, _ duplicates: [Asset], _ kind: DuplicateGroup.Kind) {
    guard let marks = options.marks else { return }
    let marker = PhotoMarker(naming: marks.naming, journals: marks.journals)
    var (removed, problems) = ([(asset: Asset, files: [TrashedFile])](), [any Error]())
    var differences: [MetadataMerge.Difference] = []
    do {
      var removal = DuplicateRemoval(try Trash.ofUser(), keepingMetadataWith: marker)
      // Files that were moved before an error can be restored, too.
      defer {
        (removed, problems) = (removal.removed, removal.problems + problems)
        differences = removal.differences
      }
      post(.working("Moving to the trash…"))
      try removal.remove(duplicates, keeping: asset, kind)
    } catch {
      problems.append(error)
    }
    let step = Step.removal(removed, kept: asset, marker.journalName)
    if !removed.isEmpty || marker.journalName != nil { state.withLock { $0.steps.append(step) } }
    post(.working(nil))
    let gone = removed.map(\.asset)
    let message =
      problems.isEmpty
      ? "Kept \(Self.photos([asset])), moved to the trash: \(Self.photos(gone)); u restores"
        + Self.summary(differences)
      : Self.summary(problems, ("was not moved", "were not moved"), others: gone.count)
    post(.changed(PickerChange(assets: read([asset]), gone: gone, message: message)))
  }

  private func restore(_ trashed: [(asset: Asset, files: [TrashedFile])], _ subject: String) {
    guard !trashed.isEmpty else { return }
    var (restored, left, problems) = ([Asset](), [(asset: Asset, files: [TrashedFile])](), [TrashError]())
    for photo in trashed.reversed() {
      do throws(TrashError) {
        try Trash.ofUser().restore(photo.files)
        restored.append(photo.asset)
      } catch {
        problems.append(error)
        left.insert(photo, at: 0)
      }
    }
    // Photos that failed to return can be restored by a later undo.
    state.withLock { [left] state in
      if !left.isEmpty {
        state.steps.append(.trash(left, of: Self.text(left.count, of: trashed.map(\.asset), subject)))
      }
    }
    let message =
      problems.isEmpty
      ? "Restored from the trash: \(Self.text(restored.count, of: trashed.map(\.asset), subject))"
      : Self.summary(problems, ("remains in the trash", "remain in the trash"), others: restored.count)
    // The photos return in reverse order, so this was the first to leave.
    post(.changed(PickerChange(restored: read(restored), place: restored.last, message: message)))
  }

  // MARK: Programs

  private func open(_ assets: [Asset]) async {
    do throws(OpeningError) {
      for asset in assets { try await DesktopOpener().open(asset.path) }
      post(.message("Opened: \(Self.photos(assets))"))
    } catch {
      post(.message(SafeText.escaping("\(error)")))
    }
  }

  private func run(_ action: UserAction, on assets: [Asset]) async {
    post(.message("\(SafeText.escaping(action.name))…"))
    post(.message(await Self.outcome(of: action, on: assets)))
  }

  static func outcome(of action: UserAction, on assets: [Asset]) async -> String {
    let outcome: String
    do throws(ActionError) {
      outcome = try await ActionRunner().run(action, on: assets.map(\.path)).description
    } catch {
      outcome = "\(error)"
    }
    return SafeText.escaping("\(action.name): \(outcome)")
  }

  // MARK: Messages

  /// The photos, or the number of files if a job was stopped before the last one.
  private static func text(_ count: Int, of assets: [Asset], _ subject: String) -> String {
    count == assets.count ? subject : "\(count) of \(assets.count) files"
  }

  private static func photos(_ assets: [Asset]) -> String {
    guard let first = assets.first else { return "0 photos" }
    return assets.count == 1 ? SafeText.escaping(first.name.text) : "\(assets.count) photos"
  }

  /// The fields in which duplicates differ from the photo that is kept.
  private static func summary(_ differences: [MetadataMerge.Difference]) -> String {
    guard !differences.isEmpty else { return "" }
    return "\nOther values are not kept: \(differences.map(\.field).uniqued().joined(separator: ", "))"
  }

  /// The first error, and the number of photos that failed.
  private static func summary(
    _ problems: [any Error], _ what: (one: String, many: String), others count: Int
  ) -> String {
    let first = problems.first.map { SafeText.escaping("\($0)") } ?? ""
    guard problems.count + count > 1 else { return first }
    return first
      + (problems.count == 1 ? "\n1 photo \(what.one)." : "\n\(problems.count) photos \(what.many).")
  }
}
