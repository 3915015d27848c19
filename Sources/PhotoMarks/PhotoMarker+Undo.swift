import PhotoFiles
import SystemPackage

extension PhotoMarker {
  public struct UndoResult: Sendable {
    /// The sidecars, last marked first.
    public internal(set) var sidecars: [MarkedPhoto] = []
    public internal(set) var problems: [MarkError] = []
    /// The journal of entries to undo later, if any.
    public internal(set) var journalName: FileName?
  }

  /// Undoes the changes of the last marker.
  ///
  /// An unmodified sidecar is restored to its original bytes, or removed if it was new. Otherwise each property is
  /// reverted unless it was changed since. Failures don't affect other sidecars. If a file system is unmounted, full
  /// or read-only, its sidecars can be reverted later, after all other changes.
  ///
  /// - Parameter journals: The folder in which markers keep journals.
  /// - Returns: `nil` if there is nothing to undo.
  /// - Throws: `MarkError` if the journal can't be read.
  public static func undoLast(journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    return try journals.locked { () throws(MarkError) in
      guard let last = try journals.last() else { return nil }
      return try undo(last.name, journals)
    }
  }

  /// Undoes the changes of a marker.
  ///
  /// - Parameters:
  ///   - name: The marker's `journalName`.
  ///   - journals: The folder in which markers keep journals.
  /// - Returns: `nil` if the journal doesn't exist or was already undone.
  public static func undo(_ name: FileName, journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    return try journals.locked { () throws(MarkError) in
      try undo(name, journals)
    }
  }

  /// Undoes the changes of the current user's last marker.
  ///
  /// - Throws: `HomeUnknown`, `MarkError`.
  public static func undoLast() throws -> UndoResult? { try undoLast(journals: journalsOfUser) }

  private static func undo(_ name: FileName, _ journals: MarkJournals) throws(MarkError) -> UndoResult? {
    guard let journal = try journals.retired(name) else { return nil }
    var result = UndoResult()
    var left: [MarkRecord] = []
    let undo = MarkUndo(journal.name, journals)
    for entry in journal.embeddings.reversed() {
      do throws(MarkError) {
        if let done = try entry.takeBack() { result.sidecars.append(done) }
      } catch {
        result.problems.append(error)
        if error.isTransient || undo.isFollowed(entry) { left.append(.embedding(entry)) }
      }
    }
    for entry in journal.entries.all.reversed() {
      do throws(MarkError) {
        let (done, problem) = try undo.takeBack(entry)
        if let done { result.sidecars.append(done) }
        if let problem { result.problems.append(problem) }
      } catch {
        result.problems.append(error)
        if error.isTransient { left.append(.mark(entry)) }
      }
    }
    result.journalName = try journals.finish(journal.name, keeping: left.reversed())
    return result
  }
}

private final class MarkUndo {
  private let name: FileName
  private let journals: MarkJournals
  private var others: [MarkJournals.Read] = []
  private var othersOfSidecar: [FilePath: [Int]] = [:]

  init(_ name: FileName, _ journals: MarkJournals) {
    self.name = name
    self.journals = journals
  }

  /// Undoes an entry.
  ///
  /// - Returns: The sidecar, or `nil` if it was already reverted, and an error if some properties were changed since.
  func takeBack(_ entry: MarkEntry) throws(MarkError) -> (done: MarkedPhoto?, problem: MarkError?) {
    guard let last = entry.sidecar.lastComponent else { return (nil, nil) }
    let (path, name) = (entry.sidecar.removingLastComponent(), FileName(last))
    var problem: MarkError?
    let done = try MarkError.of(entry.sidecar) { () throws -> MarkedPhoto? in
      let folder = try OpenFolder(path)
      switch try folder.status(of: name)?.kind {
      case .regular: break
      // The sidecar was new, or undoing a later change removed it.
      case nil where entry.isMade || entry.isAmended: return nil
      case nil: throw MarkError.gone(sidecar: entry.sidecar)
      case .directory, .symbolicLink, .other:
        throw MarkError.damaged(sidecar: entry.sidecar, reason: "it is no longer a file")
      }
      let marked = try SidecarWriter.update(in: folder, at: path) {
        let place = try SidecarPlace(reading: name, in: folder)
        guard let content = place.content else {
          guard entry.isMade || entry.isAmended else { throw MarkError.gone(sidecar: entry.sidecar) }
          return SidecarEdit(place: place, change: entry.isMade ? .remove : .none)
        }
        let (change, isComplete) = try change(content, entry)
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

  /// Reads the other journals, to which other processes may append. They do so before they write, so that all marks in the
  /// current file are in journals.
  private func readOthers() {
    let read = journals.others(than: name, reusing: others)
    if others.elementsEqual(read, by: { $0.name == $1.name && $0.size == $1.size }) { return }
    others = read
    othersOfSidecar = [:]
    for (index, journal) in read.enumerated() {
      for sidecar in journal.entries.sidecars { othersOfSidecar[sidecar, default: []].append(index) }
    }
  }

  /// Returns whether another journal contains the next change of this photo, which must be undone first.
  func isFollowed(_ entry: EmbeddingEntry) -> Bool {
    readOthers()
    return others.contains { $0.embeddings.contains { $0.photo == entry.photo && $0.before == entry.after } }
  }

  private func hasLaterMark(_ sidecar: FilePath) -> Bool {
    readOthers()
    return othersOfSidecar[sidecar, default: []].contains { name.bytesPrecede(others[$0].name) }
  }

  /// Returns the change that undoes an entry, and whether it is complete.
  private func change(
    _ bytes: [UInt8], _ entry: MarkEntry
  ) throws(MarkError) -> (change: SidecarEdit.Change, isComplete: Bool) {
    // The original bytes of an amended entry are obsolete.
    guard !entry.isAmended else { return try changeByProperty(bytes, entry) }
    let checksum = Checksum.of(bytes)
    // The process was killed before it wrote the mark, or another application has restored the sidecar. If a later
    // mark has restored the same bytes, it must still get the original value.
    if checksum == entry.before, !hasLaterMark(entry.sidecar) { return (.none, true) }
    if checksum == entry.after {
      if entry.isMade { return (.remove, true) }
      if let old = entry.inverse.applied(to: bytes)?.bytes, Checksum.of(old) == entry.before {
        return (.write(old), true)
      }
    }
    return try changeByProperty(bytes, entry)
  }

  /// Reverts the properties that weren't modified since. Amends later changes that are based on a reverted property.
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
    // Arrays are always complete, and so are strings with their original value. The original value of an amended entry
    // is known only with respect to photopick's changes.
    let isComplete =
      entry.isAmended || left.allSatisfy { $0.property.form == .list || document[$0.property] == $0.after }
    return (change, isComplete)
  }

  /// Whether reverting properties leaves only the template of a new sidecar.
  private func isTemplate(_ document: SidecarDocument, _ properties: [MarkProperty: [String]]) -> Bool {
    let rest = properties.merging([.metadataDate: [], .sidecarExtension: []]) { back, _ in back }
    return (try? document.changing(rest))?.bytes == SidecarDocument.template
  }

  /// Passes the original values to the next mark of the same sidecar, unless it was undone.
  ///
  /// - Returns: The steps that another application changed.
  private func amend(
    _ entry: MarkEntry, _ superseded: [MarkedValues.Step]
  ) throws(MarkError) -> [MarkedValues.Step] {
    readOthers()
    let indices = othersOfSidecar[entry.sidecar] ?? []
    func isNext(_ index: Int, _ condition: (MarkEntry) -> Bool) -> Bool {
      others[index].entries.entries(of: entry.sidecar).contains(where: condition)
    }
    // Prefer the directly following change: several may have found the same string.
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
      try journals.amend(&others[index], amendment)
    }
    return left
  }
}
