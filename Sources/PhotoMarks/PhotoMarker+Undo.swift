import PhotoFiles
import SystemPackage

extension PhotoMarker {
  /// What became of marks that were taken back.
  public struct UndoResult: Sendable {
    /// The sidecars, the one marked last first.
    public internal(set) var sidecars: [MarkedPhoto] = []
    /// Why some stay as they are.
    public internal(set) var problems: [MarkError] = []
  }

  /// Takes back what the last marker of the user did, property by property: what was changed since stays.
  ///
  /// A sidecar that was made and has not changed since is removed.
  ///
  /// - Parameter journals: the folder that keeps what was done.
  /// - Returns: `nil` if there is nothing to take back.
  /// - Throws: `MarkError` if what was done cannot be read.
  public static func undoLast(journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    guard let (name, entries) = try journals.last() else { return nil }
    return try undo(entries, name, journals)
  }

  /// Takes back what one marker did, in the same way.
  ///
  /// - Parameters:
  ///   - name: the marker's `journalName`.
  ///   - journals: the folder that keeps what was done.
  /// - Returns: `nil` if that is no longer known, or was taken back.
  /// - Throws: `MarkError` if what was done cannot be read.
  public static func undo(_ name: FileName, journals: FilePath) throws(MarkError) -> UndoResult? {
    let journals = MarkJournals(folder: journals)
    guard let entries = try journals.entries(of: name) else { return nil }
    return try undo(entries, name, journals)
  }

  private static func undo(
    _ entries: [MarkJournal.Entry], _ name: FileName, _ journals: MarkJournals
  ) throws(MarkError) -> UndoResult {
    var result = UndoResult()
    for entry in entries.reversed() {
      do throws(MarkError) {
        if let done = try undo(entry) { result.sidecars.append(done) }
      } catch {
        result.problems.append(error)
      }
    }
    // What could not be taken back may be another time.
    if result.problems.isEmpty { try journals.remove(name) }
    return result
  }

  /// Takes back what the last marker of this process's user did.
  ///
  /// - Throws: `HomeUnknown`, `MarkError`.
  public static func undoLast() throws -> UndoResult? {
    try undoLast(journals: journalsOfUser)
  }

  /// Takes back one entry; `nil` if nothing of it is left.
  private static func undo(_ entry: MarkJournal.Entry) throws(MarkError) -> MarkedPhoto? {
    guard let last = entry.sidecar.lastComponent else { return nil }
    let (path, name) = (entry.sidecar.removingLastComponent(), FileName(last))
    return try MarkError.of(entry.sidecar) {
      let folder = try OpenFolder(path)
      guard try folder.status(of: name)?.kind == .regular else { return nil }
      if entry.made != nil, try isLeftOver(entry, name, in: folder) {
        try folder.remove(name)
        return MarkedPhoto(sidecar: entry.sidecar, outcome: .removed)
      }
      let marked = try SidecarWriter.update(in: folder, at: path) {
        let place = try SidecarPlace(reading: name, in: folder)
        let document = try SidecarWriter.document(place.existing?.bytes ?? [], entry.sidecar)
        let steps = entry.values.steps.filter { document[$0.property] == $0.after }
        let back = steps.map { MarkedValues.Step(property: $0.property, before: $0.after, after: $0.before) }
        return SidecarEdit(place: place, document: document, values: MarkedValues(back), photo: nil)
      } willWrite: { _, _ in
      }
      return marked.outcome == .unchanged ? nil : MarkedPhoto(sidecar: marked.sidecar, outcome: .restored)
    }
  }

  /// True if a sidecar that was made holds nothing but what is taken back.
  private static func isLeftOver(
    _ entry: MarkJournal.Entry, _ name: FileName, in folder: OpenFolder
  ) throws -> Bool {
    let place = try SidecarPlace(reading: name, in: folder)
    if place.checksum == entry.made { return true }
    do throws(XMPDocument.Failure) {
      let document = try XMPDocument(place.existing?.bytes ?? [])
      for step in entry.values.steps where document[step.property] == step.after {
        try document.set(step.property, to: step.before)
      }
      try document.set(.metadataDate, to: [])
      try document.set(.sidecarExtension, to: [])
      return try document.xml == XMPDocument().xml
    } catch {
      return false
    }
  }
}
