import PhotoFiles
import PhotoLibrary
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Copies, moves or links photos to a folder, and takes that back.
///
///     let exporter = Exporter(to: "/backup", journals: journals, options: ExportOptions(action: .copy))
///     let result = try await exporter.run(ExportPlan(items))
///
/// Nothing is overwritten: an equal file counts as exported, any other gives the new one a number. A file gets its name
/// once it is whole, and the original of a move goes once the other is on the disk, so that a kill at any moment
/// loses nothing; run again with the same photos, an export goes on where it stopped. Calls wait for the disk on
/// threads of their own.
public struct Exporter: Sendable {
  /// The absolute path of the destination.
  public let destination: FilePath
  /// The folder in which exports are written down, so that they can be taken back.
  public let journals: FilePath
  /// How the export is made.
  public let options: ExportOptions

  private let renderer: any ExportRenderer

  /// An exporter to a folder, which is made where it is missing.
  ///
  /// - Parameter renderer: makes the pictures of those photos that are not exported as they are.
  public init(
    to destination: FilePath, journals: FilePath, options: ExportOptions = ExportOptions(),
    renderer: any ExportRenderer = NoRenderer()
  ) {
    self.destination = destination
    self.journals = journals
    self.options = options
    self.renderer = renderer
  }

  /// Exports what a plan says.
  ///
  /// - Parameter onProgress: called often, from any thread.
  /// - Throws: `ExportError.journal` where nothing can be written down; `CancellationError` where the task is
  ///   cancelled. What was exported until then stays.
  public func run(
    _ plan: ExportPlan, onProgress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws -> ExportResult {
    let journal = options.isDryRun ? nil : try openJournal()
    let work = ExportWork(
      options: options, folders: ExportFolders(root: destination, journal: journal), renderer: renderer,
      counter: ExportCounter(plan, onProgress))
    let threads = WorkerPool(threadCount: options.concurrency)
    defer { threads.finish() }
    var outcomes = [ExportWork.Outcome]()
    var stop: ExportError?
    try await withThrowingTaskGroup(of: ExportWork.Outcome.self) { group in
      var units = plan.units.makeIterator()
      for _ in 0..<options.concurrency {
        guard let unit = units.next() else { break }
        group.addTask(executorPreference: threads) { try work.run(unit) }
      }
      while let outcome = try await group.next() {
        outcomes.append(outcome)
        stop = stop ?? outcome.stop
        if stop == nil, let unit = units.next() {
          group.addTask(executorPreference: threads) { try work.run(unit) }
        }
      }
    }
    try finish(journal, isWhole: stop == nil)
    let files = outcomes.flatMap(\.files).enumerated()
      .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
    return ExportResult(
      files: files.map(\.element.file),
      problems: outcomes.flatMap(\.problems).sorted { $0.index < $1.index }.map(\.error), stop: stop)
  }

  /// The originals that an export to this destination has moved before it was cut short, and where they are.
  public func movedBefore() -> [FilePath: FilePath] {
    guard options.action == .move,
      let records = try? ExportJournal.unfinished(in: journals, destination: destination)?.records()
    else { return [:] }
    var moved: [FilePath: FilePath] = [:]
    for case .file(.move, let source, let target, let mark) in records {
      if (try? FileStatus(source)) == nil, let status = try? FileStatus(target), mark.matches(status) {
        moved[source] = target
      }
    }
    return moved
  }

  private func openJournal() throws -> ExportJournal {
    do {
      let journal = try ExportJournal.open(in: journals, destination: destination)
      // What a killed run has not finished; the lock of the journal tells that it runs no more.
      for case .part(let path) in try journal.records() { path.withPlatformString { _ = unlink($0) } }
      return journal
    } catch {
      throw ExportError.journal(journals, reason: "\(error)")
    }
  }

  private func finish(_ journal: ExportJournal?, isWhole: Bool) throws {
    guard let journal else { return }
    do throws(Errno) {
      // An export that changed nothing leaves nothing to take back.
      let records = try journal.records()
      if !ExportJournal.haveEffect(records) {
        for case .folder(let path) in records.reversed() { path.withPlatformString { _ = rmdir($0) } }
        return try journal.remove()
      }
      if isWhole { try journal.append(.end) }
      try journal.synchronize()
    } catch {
      throw ExportError.journal(journal.path, reason: "\(error)")
    }
  }
}

/// Makes no pictures, for exports of files as they are.
public struct NoRenderer: ExportRenderer {
  /// A renderer that makes nothing.
  public init() {}

  public func render(_ photo: FilePath) throws -> [UInt8] {
    throw ExportError.notRendered(photo, reason: "there is nothing that makes pictures")
  }
}
