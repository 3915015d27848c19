import PhotoActions
import PhotoFiles
import PhotoLibrary
import PhotoMarks
import SystemPackage

/// Moves all duplicates but the best ones to the trash, with the sidecars that belong only to them.
///
/// Immediately before each move, both files are checked: they are unchanged, and copies have equal bytes. After the move,
/// the best photo must still exist, since two paths may lead to one file under different numbers (bind mounts, FUSE);
/// otherwise the moved file is restored.
package struct DuplicateRemoval {
  /// A photo that remains, and the reason.
  package struct Refusal: Error, CustomStringConvertible {
    let photo: FilePath
    let reason: String

    package var description: String { "\(photo): \(reason); it stays" }
  }

  package private(set) var removed: [(asset: Asset, files: [TrashedFile])] = []
  package private(set) var problems: [any Error] = []
  private let trash: Trash
  /// Records the moved files for a later process; `nil` if only the caller undoes the removal.
  private let journal: TrashJournal?
  /// Writes the metadata of duplicates to the sidecars of the best photos; `nil` to keep them as they are.
  private let marker: PhotoMarker?
  private var files = TrashFiles()

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
    do {
      for duplicate in duplicates { try check(best, duplicate, kind) }
      try keepMetadata(of: duplicates, in: best)
    } catch let error where !(error is CancellationError) {
      // All duplicates of the group stay.
      return problems.append(error)
    }
    for duplicate in duplicates {
      try Task.checkCancellation()
      do {
        removed.append((duplicate, try move(duplicate, best, kind)))
      } catch TrashError.journal(let folder, let error) {
        throw TrashError.journal(folder, error)
      } catch let error where !(error is CancellationError) {
        problems.append(error)
      }
    }
  }

  package func finish() throws { try journal?.finish() }

  private mutating func move(
    _ duplicate: Asset, _ best: Asset, _ kind: DuplicateGroup.Kind
  ) throws -> [TrashedFile] {
    try check(best, duplicate, kind)
    let kept = try best.path.resolved()
    let moved = try files.move(duplicate, with: trash.move)
    do {
      guard try RedundantFile.isStillThere(kept), best.isUnchanged else {
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

  private func check(_ best: Asset, _ duplicate: Asset, _ kind: DuplicateGroup.Kind) throws {
    guard best.isUnchanged, duplicate.isUnchanged else {
      throw Refusal(photo: duplicate.path, reason: "it or \(best.path) was changed in the meantime")
    }
    if kind == .copy, try !FileContent.isSame(best.path, duplicate.path) {
      throw Refusal(photo: duplicate.path, reason: "it is no copy of \(best.path) any more")
    }
  }

  private func keepMetadata(of duplicates: [Asset], in best: Asset) throws {
    guard let marker else { return }
    let change = MarkChange(merging: duplicates, into: best)
    if !change.isEmpty { _ = try marker.mark(best, with: change) }
  }
}

extension Asset {
  /// Whether the file at the path is the same, with the same size and modification time.
  fileprivate var isUnchanged: Bool {
    guard let status = try? FileStatus(path) else { return false }
    return status.identity == identity && status.size == fileSize && status.modified == modified
  }
}
