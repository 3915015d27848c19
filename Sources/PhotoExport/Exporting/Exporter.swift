import PhotoFiles
import SystemPackage

/// Copies, moves or links photos to a folder, and undoes exports.
///
///     let exporter = try Exporter(to: "/backup", options: ExportOptions(action: .copy))
///     let result = try await exporter.run(ExportPlan(items))
///
/// No file is overwritten: an equal file counts as exported, and any other file makes the new one get a number. A file
/// gets the final name once it is complete, and the original of a move is removed once the copy is durable, so a crash
/// at any moment loses nothing. Run again with the same photos, an export continues where it stopped. An export works
/// on separate threads.
public struct Exporter: Sendable {
  public let destination: FilePath
  /// The folder of the journal files, which are needed to undo exports.
  public let journals: FilePath
  public let options: ExportOptions

  /// Creates an exporter to a folder, which is created if it is missing, with the journal in the default folder.
  public init(to destination: FilePath, options: ExportOptions = ExportOptions()) throws(HomeUnknown) {
    self.init(to: destination, journals: try UserFolders.current.exportJournals, options: options)
  }

  public init(to destination: FilePath, journals: FilePath, options: ExportOptions = ExportOptions()) {
    self.destination = destination
    self.journals = journals
    self.options = options
  }

  /// Exports the files of a plan.
  ///
  /// - Parameters:
  ///   - plan: the files and destinations.
  ///   - onProgress: called often, from any thread.
  /// - Throws: `ExportError.journal` if no journal can be written; `ExportError.onServer` for a move or links if the
  ///   destination or a file is on a server;
  ///   `CancellationError`. Files exported until then stay.
  public func run(
    _ plan: ExportPlan, onProgress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws -> ExportResult {
    // The folder of an original may be on the same server, mounted: the copy would then be the original.
    if options.action != .copy, let path = ([destination] + plan.sources).first(where: \.isRemote) {
      throw ExportError.onServer(path)
    }
    // Each thread opens original, copy and both folders; folders of the destination stay open.
    let threadCount = FileDescriptor.share(of: options.concurrency, each: 4)
    return try await WorkerPool.using(threadCount: threadCount) { pool in
      try await pool.run { try await run(plan, on: pool, onProgress) }
    }
  }

  private func run(
    _ plan: ExportPlan, on pool: WorkerPool, _ onProgress: @escaping @Sendable (ExportProgress) -> Void
  ) async throws -> ExportResult {
    try Task.checkCancellation()
    let numbers = options.action == .move ? ExportRecord.numbers(of: interruptedSteps()) : [:]
    let journal = options.isDryRun ? nil : try openJournal()
    let work = ExportWork(
      options: options,
      folders: ExportFolders(
        root: destination, journal: journal, openLimit: FileDescriptor.share(of: 128, each: 1)),
      counter: ExportCounter(plan, onProgress), movable: options.movableRoots.map { MovableFolders($0) },
      numbers: numbers)
    var outcomes = [ExportWork.Outcome]()
    let isStopped = SharedFlag()
    let run = { @Sendable (unit: [PlannedGroup]) in
      let outcome = isStopped.isSet ? ExportWork.Outcome() : try work.run(unit)
      if outcome.stop != nil { isStopped.set() }
      return outcome
    }
    // Far ahead, so that a large file blocks no thread.
    try await pool.map(plan.units, ahead: 64 * options.concurrency, run) { _, outcome in
      outcomes.append(outcome)
    }
    let stop = outcomes.lazy.compactMap(\.stop).first
    let isKept = try finish(journal, isWhole: stop == nil)
    let files = outcomes.flatMap(\.files).enumerated()
      .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
    return ExportResult(
      files: files.map(\.element.file),
      problems: (plan.leftOut + outcomes.flatMap(\.problems)).sorted { $0.index < $1.index }.map(\.error),
      stop: stop, journalAtDestination: isKept ? journal.flatMap { $0.isShared ? $0.path : nil } : nil)
  }

  /// Returns the originals that an interrupted export to this destination has moved, with the new paths.
  public func movedBefore() -> [FilePath: FilePath] {
    guard options.action == .move else { return [:] }
    var moved: [FilePath: FilePath] = [:]
    for case .file(.move, let source, let target, let mark) in interruptedSteps() {
      if (try? FileStatus(source)) == nil, let status = try? FileStatus(target), mark.matches(status) {
        moved[source] = target
      }
    }
    return moved
  }

  /// Returns the steps of an interrupted export to this destination.
  private func interruptedSteps() -> [ExportRecord] {
    [ExportJournals(in: journals), ExportJournals(atDestination: destination)].flatMap {
      place -> [ExportRecord] in
      let journal = (try? place.unfinished(destination: destination)) ?? nil
      return (try? journal?.content().records) ?? []
    }
  }

  /// Renames originals back if an export or undo was interrupted while the names were temporary.
  ///
  /// Call it before you search for photos, so that they are found under the original names. `run` and `undoLast` do the
  /// same. Only the last export in each of the two journal folders is examined.
  public func restoreNames() {
    guard !options.isDryRun else { return }
    // The export fails with the same error.
    for place in [ExportJournals(in: journals), ExportJournals(atDestination: destination)] {
      try? place.putBackFiles()
    }
  }

  private func openJournal() throws(ExportError) -> ExportJournal {
    restoreNames()
    do throws(Errno) {
      let journal = try openJournalOfUser()
      // Files that a terminated run has left incomplete: the lock of the journal proves that it has ended.
      let folders = ExportFolders(root: destination, journal: nil, openLimit: 16)
      for case .part(let path) in try journal.content().records { _ = folders.removePart(path) }
      return journal
    } catch {
      throw .journal(journals, reason: error.reasonOfOwnFile)
    }
  }

  /// Opens a journal in the default folder, or in the destination if that is not writable.
  private func openJournalOfUser() throws(Errno) -> ExportJournal {
    do throws(Errno) {
      return try ExportJournals(in: journals).open(destination: destination)
    } catch {
      guard error.isOfUnwritableFolder else { throw error }
      return try openJournalAtDestination()
    }
  }

  private func openJournalAtDestination() throws(Errno) -> ExportJournal {
    let made = try OpenFolder.missing(at: destination)
    do throws(Errno) {
      try OpenFolder.make(destination, mode: 0o777, isDurable: true)
      let journal = try ExportJournals(atDestination: destination).open(destination: destination)
      for path in made { try journal.append(.folder(path)) }
      return journal
    } catch {
      for path in made.reversed() { try? path.removeEmptyFolder() }
      throw error
    }
  }

  private func finish(_ journal: ExportJournal?, isWhole: Bool) throws -> Bool {
    guard let journal else { return false }
    do throws(Errno) {
      // An export that changed nothing leaves nothing to take back.
      let content = try journal.content()
      if !content.isDamaged, !ExportRecord.haveEffect(content.records) {
        let folders = ExportFolders(root: destination, journal: nil, openLimit: 16)
        try journal.removeWithFolders(content.records) { folders.removeFolder($0) }
        return false
      }
      if isWhole { try journal.append(.end) }
      try journal.synchronize()
      return true
    } catch {
      throw ExportError.journal(journal.path, reason: "\(error)")
    }
  }
}

extension Exporter {
  /// Whether the default folder is writable; if it is not, exports store the journal in the destination.
  public static var keepsJournalsForUser: Bool {
    guard var folder = try? UserFolders.current.exportJournals else { return false }
    while !folder.components.isEmpty, (try? FileStatus(folder)) == nil { folder.removeLastComponent() }
    guard (try? FileStatus(folder))?.kind == .directory else { return false }
    return (try? folder.requireChangeableFolder()) != nil
  }
}

extension UserFolders {
  /// The default folder of journal files: `~/.local/state/photopick/exports`.
  public var exportJournals: FilePath { get throws(HomeUnknown) { try state.appending("exports") } }
}
