import PhotoFiles
import SystemPackage

extension PhotoMarker {
  public struct UndoResult: Sendable {
    /// The sidecars, the one marked last first.
    public internal(set) var sidecars: [MarkedPhoto] = []
    public internal(set) var problems: [MarkError] = []
    /// The journal of what may be taken back later; `nil` if nothing is left.
    public internal(set) var journalName: FileName?
  }

  /// Takes back what the last marker of the user did.
  ///
  /// A sidecar that nobody has changed since gets the bytes that it had, or is removed if there was none. Otherwise
  /// properties are taken back one by one: what was changed since stays. What cannot be taken back does not keep anything
  /// else from it. Sidecars whose disk is away, full or read-only can be taken back later, after all other marks; those
  /// that are damaged cannot.
  ///
  /// - Parameter journals: the folder that keeps what was done.
  /// - Returns: `nil` if there is nothing to take back.
  /// - Throws: `MarkError` if what was done cannot be read.
  public static func undoLast(journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    return try journals.locked { () throws(MarkError) in
      guard let journal = try journals.last() else { return nil }
      return try undo(journal, journals)
    }
  }

  /// Takes back what one marker did, in the same way.
  ///
  /// - Parameter name: the marker's `journalName`.
  /// - Returns: `nil` if that is no longer known, or was taken back.
  public static func undo(_ name: FileName, journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    return try journals.locked { () throws(MarkError) in
      guard let journal = try journals.journal(name) else { return nil }
      return try undo(journal, journals)
    }
  }

  /// Takes back what the last marker of this process's user did.
  ///
  /// - Throws: `HomeUnknown`, `MarkError`.
  public static func undoLast() throws -> UndoResult? {
    try undoLast(journals: journalsOfUser)
  }

  private static func undo(
    _ journal: MarkJournals.Read, _ journals: MarkJournals
  ) throws(MarkError) -> UndoResult {
    var result = UndoResult()
    var left: [MarkEntry] = []
    let undo = MarkUndo(journal.name, journals)
    for entry in journal.entries.reversed() {
      do throws(MarkError) {
        let (done, problem) = try undo.takeBack(entry)
        if let done { result.sidecars.append(done) }
        if let problem { result.problems.append(problem) }
      } catch {
        result.problems.append(error)
        if error.isTransient { left.append(entry) }
      }
    }
    result.journalName = try journals.finish(journal.name, keeping: left.reversed())
    return result
  }
}

private final class MarkUndo {
  private let name: FileName
  private let journals: MarkJournals
  /// The other journals, the oldest first.
  private lazy var others = journals.others(than: name)
  /// For each sidecar, the indices of the journals with entries for it.
  private lazy var othersOfSidecar: [FilePath: [Int]] = {
    var indices: [FilePath: [Int]] = [:]
    for (index, journal) in others.enumerated() {
      for sidecar in Set(journal.entries.map(\.sidecar)) { indices[sidecar, default: []].append(index) }
    }
    return indices
  }()

  init(_ name: FileName, _ journals: MarkJournals) {
    self.name = name
    self.journals = journals
  }

  /// Takes back one entry.
  ///
  /// - Returns: the sidecar, `nil` if nothing of it was left to take back, and what stays since others have changed it.
  func takeBack(
    _ entry: MarkEntry
  ) throws(MarkError) -> (done: MarkedPhoto?, problem: MarkError?) {
    guard let last = entry.sidecar.lastComponent else { return (nil, nil) }
    let (path, name) = (entry.sidecar.removingLastComponent(), FileName(last))
    var problem: MarkError?
    let done = try MarkError.of(entry.sidecar) { () throws -> MarkedPhoto? in
      let folder = try OpenFolder(path)
      switch try folder.status(of: name)?.kind {
      case .regular: break
      // There was no sidecar before the mark either, or the marks that were made on top of it took it along.
      case nil where entry.isMade || entry.isAmended: return nil
      case nil: throw MarkError.gone(sidecar: entry.sidecar)
      case .directory, .symbolicLink, .other:
        throw MarkError.damaged(sidecar: entry.sidecar, reason: "it is no longer a file")
      }
      let marked = try SidecarWriter.update(in: folder, at: path) {
        let place = try SidecarPlace(reading: name, in: folder)
        let (change, isComplete) = try change(place.existing?.bytes ?? [], entry)
        problem = isComplete ? nil : .changedSince(sidecar: entry.sidecar)
        return SidecarEdit(place: place, change: change)
      } willWrite: { _ in
      }
      switch marked.outcome {
      case .unchanged: return nil
      case .removed: return marked
      case .made, .changed, .restored: return MarkedPhoto(sidecar: marked.sidecar, outcome: .restored)
      }
    }
    return (done, problem)
  }

  /// What takes an entry back, and whether that is all of it.
  private func change(
    _ bytes: [UInt8], _ entry: MarkEntry
  ) throws(MarkError) -> (change: SidecarEdit.Change, isComplete: Bool) {
    // An amended entry has to restore something else than the bytes before it.
    if !entry.isAmended, Checksum.of(bytes) == entry.after {
      if entry.isMade { return (.remove, true) }
      if let old = entry.inverse.applied(to: bytes)?.bytes, Checksum.of(old) == entry.before {
        return (.write(old), true)
      }
    }
    return try changeByProperty(bytes, entry)
  }

  /// Takes back the properties that nobody has changed since. Marks that were made on top of those that were changed
  /// come from what this entry found then.
  private func changeByProperty(
    _ bytes: [UInt8], _ entry: MarkEntry
  ) throws(MarkError) -> (change: SidecarEdit.Change, isComplete: Bool) {
    let document = try SidecarDocument(bytes, of: entry.sidecar)
    var properties: [MarkProperty: [String]] = [:]
    var superseded: [MarkedValues.Step] = []
    for step in entry.values.steps {
      let current = document[step.property]
      if let back = step.takenBack(from: current), back != current { properties[step.property] = back }
      superseded += step.superseded(by: current)
    }
    var change = SidecarEdit.Change.none
    if entry.isMade, isTemplate(document, properties) {
      change = .remove
    } else if !properties.isEmpty {
      change = .write(try document.changing(properties).bytes)
    }
    let left = try amend(entry, superseded)
    // A list holds what it should, and so does a text that is what it was before. What an amended entry found is known
    // only as far as marks go.
    let isComplete =
      entry.isAmended || left.allSatisfy { $0.property.form == .list || document[$0.property] == $0.after }
    return (change, isComplete)
  }

  /// Whether nothing is left in a sidecar that photopick made once properties are taken back.
  private func isTemplate(_ document: SidecarDocument, _ properties: [MarkProperty: [String]]) -> Bool {
    let rest = properties.merging([.metadataDate: [], .sidecarExtension: []]) { back, _ in back }
    return (try? document.changing(rest))?.bytes == SidecarDocument.template
  }

  /// Hands on what an entry found to the mark that was made on top of it, if that one is not taken back yet.
  ///
  /// - Returns: what could not be handed on, since another program has changed it.
  private func amend(
    _ entry: MarkEntry, _ superseded: [MarkedValues.Step]
  ) throws(MarkError) -> [MarkedValues.Step] {
    let indices = othersOfSidecar[entry.sidecar] ?? []
    func isNext(_ index: Int, _ condition: (MarkEntry) -> Bool) -> Bool {
      others[index].entries.contains { $0.sidecar == entry.sidecar && condition($0) }
    }
    // The mark that was made right after this one comes first: several may have found the same text.
    let follower = indices.first { index in isNext(index) { $0.before == entry.after } }
    let order = (follower.map { [$0] } ?? []) + indices.filter { $0 != follower }
    var amendments: [Int: [MarkedValues.Step]] = [:]
    var left: [MarkedValues.Step] = []
    for step in superseded {
      let next = order.first { index in
        isNext(index) { $0.values.steps.contains { $0.isConcerned(by: step) } }
      }
      if let next { amendments[next, default: []].append(step) } else { left.append(step) }
    }
    let heir = entry.isMade ? indices.first : nil
    for case let index? in [heir, follower] where amendments[index] == nil { amendments[index] = [] }
    for (index, steps) in amendments {
      let amendment = MarkAmendment(
        sidecar: entry.sidecar, before: entry.before, after: entry.after, isMade: index == heir, steps: steps)
      try journals.amend(others[index].name, amendment)
      // The next entry has to see what was handed on.
      amendment.apply(to: &others[index].entries)
    }
    return left
  }
}
