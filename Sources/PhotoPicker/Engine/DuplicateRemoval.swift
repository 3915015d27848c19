import PhotoActions
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import SystemPackage

/// Moves all duplicates but the best ones to the trash, with the sidecars that belong only to them.
///
/// Immediately before each move, both files are compared: copies byte by byte, versions by decoding all pixels. Nothing
/// that was stored about the files counts. After the move, the best photo must still exist, since two paths may lead to
/// one file under different numbers (bind mounts, FUSE); otherwise the moved file is restored.
package struct DuplicateRemoval {
  /// A photo that remains, and the reason.
  package struct Refusal: Error, CustomStringConvertible {
    let photo: FilePath
    let reason: String

    package var description: String { "\(photo): \(reason); it stays" }
  }

  package private(set) var removed: [(asset: Asset, files: [TrashedFile])] = []
  package private(set) var problems: [any Error] = []
  /// The metadata of removed duplicates that the photos that remain don't get.
  package private(set) var differences: [MetadataMerge.Difference] = []
  private let trash: Trash
  /// Records the moved files for a later process; `nil` if only the caller undoes the removal.
  private let journal: TrashJournal?
  /// Writes the metadata of duplicates to the sidecars of the best photos; `nil` to keep them as they are.
  private let marker: PhotoMarker?
  private var files = TrashFiles()
  /// The duplicates whose metadata a photo got. It may be a duplicate in another group.
  private var merged: [Asset: [Asset]] = [:]
  /// The journal of marks that was recorded for an undo.
  private var recordedMarks: FileName?

  /// - Parameters:
  ///   - journal: Records the moved files for an undo by a later process.
  ///   - marker: Writes the metadata of duplicates to the sidecars of the best photos.
  package init(_ trash: Trash, journal: TrashJournal? = nil, keepingMetadataWith marker: PhotoMarker? = nil) {
    (self.trash, self.journal, self.marker) = (trash, journal, marker)
  }

  /// Moves duplicates of a photo.
  ///
  /// - Parameters:
  ///   - duplicates: The photos to move: copies or versions of `best`.
  ///   - best: The photo that remains.
  /// - Throws: `CancellationError`; `TrashError.journal` if nothing more can be recorded for an undo.
  package mutating func remove(
    _ duplicates: [Asset], keeping best: Asset, _ kind: DuplicateGroup.Kind
  ) throws {
    var proven: [(asset: Asset, state: State)] = []
    do {
      let comparison = try Comparison(best, kind)
      for duplicate in duplicates {
        try Task.checkCancellation()
        do {
          proven.append((duplicate, try comparison.prove(duplicate)))
        } catch let error where !(error is CancellationError) {
          problems.append(error)
        }
      }
      try keepMetadata(of: proven.map(\.asset), in: best)
    } catch TrashError.journal(let folder, let error) {
      throw TrashError.journal(folder, error)
    } catch let error where !(error is CancellationError) {
      // All duplicates of the group stay.
      return problems.append(error)
    }
    for (duplicate, state) in proven {
      try Task.checkCancellation()
      do {
        removed.append((duplicate, try move(duplicate, best, kind, state)))
      } catch TrashError.journal(let folder, let error) {
        throw TrashError.journal(folder, error)
      } catch let error where !(error is CancellationError) {
        problems.append(error)
      }
    }
  }

  package func finish() throws { try journal?.finish() }

  private mutating func move(
    _ duplicate: Asset, _ best: Asset, _ kind: DuplicateGroup.Kind, _ state: State
  ) throws -> [TrashedFile] {
    // Outside of local file systems, `isStillThere` renames the best photo, which alters its change time.
    guard try state.duplicate == State(best, duplicate).duplicate else {
      throw Refusal.changed(duplicate, best)
    }
    let kept = try best.path.resolved()
    let moved = try files.move(duplicate, with: trash.move)
    do {
      guard try RedundantFile.isStillThere(kept), best.currentStatus() != nil else {
        throw Refusal(photo: duplicate.path, reason: "it is the same file as \(best.path)")
      }
      if kind == .copy, let photo = moved.first, try !FileContent.isSame(photo.trashPath, kept) {
        throw Refusal(photo: duplicate.path, reason: "it was changed in the meantime")
      }
    } catch {
      try trash.restore(moved)
      throw error
    }
    try journal?.record(moved, else: trash)
    return moved
  }

  private mutating func keepMetadata(of duplicates: [Asset], in best: Asset) throws {
    guard let marker else { return }
    let earlier = merged[best] ?? []
    let added = duplicates.flatMap { [$0] + (merged[$0] ?? []) }
    merged[best] = earlier + added
    let merge = MetadataMerge(of: earlier + added, into: best)
    differences += merge.differences.filter { difference in
      !earlier.contains { $0.path == difference.photo }
    }
    guard !merge.change.isEmpty else { return }
    _ = try marker.mark(best, with: merge.change)
    guard let journal, let marks = marker.journalName, marks != recordedMarks else { return }
    try journal.record(marks: marks)
    recordedMarks = marks
  }
}

/// The states of both files while they were compared.
private struct State: Equatable {
  let best: FileStatus
  let duplicate: FileStatus

  /// - Throws: A refusal if one isn't the file that was listed, or is a link.
  init(_ best: Asset, _ duplicate: Asset) throws {
    guard let bestStatus = best.currentStatus(), let status = duplicate.currentStatus() else {
      throw DuplicateRemoval.Refusal.changed(duplicate, best)
    }
    (self.best, self.duplicate) = (bestStatus, status)
  }
}

/// Proves that other files are duplicates of a photo.
private struct Comparison {
  private let best: Asset
  private let kind: DuplicateGroup.Kind
  /// `nil` for copies.
  private let proof: PictureProof?

  /// - Throws: `ImagingError` if the best photo of versions can't be decoded without an error.
  init(_ best: Asset, _ kind: DuplicateGroup.Kind) throws {
    (self.best, self.kind) = (best, kind)
    proof =
      switch kind {
      case .copy: nil
      case .version, .edit: try PictureProof(of: best.path)
      }
  }

  /// - Returns: The states of the files, which were compared entirely.
  /// - Throws: A refusal if they differ.
  func prove(_ duplicate: Asset) throws -> State {
    let state = try State(best, duplicate)
    if let proof {
      if let difference = try proof.difference(from: duplicate.path), !isEdit(duplicate, difference) {
        throw DuplicateRemoval.Refusal(
          photo: duplicate.path, reason: "compared with \(best.path), \(difference)")
      }
    } else if try !FileContent.isSame(best.path, duplicate.path) {
      throw DuplicateRemoval.Refusal(photo: duplicate.path, reason: "it is no copy of \(best.path) any more")
    }
    guard try state == State(best, duplicate) else {
      throw DuplicateRemoval.Refusal.changed(duplicate, best)
    }
    return state
  }

  /// Returns whether a difference is one that edits have. A part differs also if a face has moved, so for such a difference
  /// the capture date must prove that there is only one shot.
  private func isEdit(_ duplicate: Asset, _ difference: PictureProof.Difference) -> Bool {
    guard kind == .edit, difference.isEdit else { return false }
    guard difference == .part else { return true }
    guard let camera = best.camera, camera == duplicate.camera, let date = best.date else { return false }
    // Several photos of a burst have the same second.
    return date.source == .exifDateTimeOriginal && date.fractionDigits > 0 && date == duplicate.date
  }
}

extension DuplicateRemoval.Refusal {
  fileprivate static func changed(_ duplicate: Asset, _ best: Asset) -> Self {
    Self(photo: duplicate.path, reason: "it or \(best.path) was changed in the meantime")
  }
}

extension Asset {
  /// Returns the status of the file at the path if it is no link and has the same size and modification time; `nil`
  /// otherwise.
  fileprivate func currentStatus() -> FileStatus? {
    guard let status = try? OpenFolder(folder.path).status(of: name), status.kind == .regular,
      status.identity == identity, status.size == fileSize, status.modified == modified
    else { return nil }
    return status
  }
}
