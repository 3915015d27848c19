import PhotoActions
import PhotoDuplicates
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage

/// Moves all duplicates but the best ones to the trash, with the sidecars that belong only to them.
///
/// Immediately before each move, both files are checked: they are unchanged, and copies have equal bytes. After the move,
/// the best photo must still exist, since two paths may lead to one file under different numbers (bind mounts, FUSE);
/// otherwise the moved file is restored.
struct DuplicateRemoval {
  /// A photo that remains, and the reason.
  struct Refusal: Error, CustomStringConvertible {
    let photo: FilePath
    let reason: String

    var description: String { "\(photo): \(reason); it stays" }
  }

  private(set) var removed: [Asset] = []
  private(set) var problems: [any Error] = []
  private let trash: Trash
  private let journal: TrashJournal
  /// Writes the metadata of duplicates to the sidecars of the best photos; `nil` to keep them as they are.
  private let marker: PhotoMarker?
  private var files = TrashFiles()

  /// - Throws: `TrashError`, `HomeUnknown`.
  init(keepingMetadata: Bool) throws {
    trash = try Trash.ofUser()
    journal = try TrashJournals.ofUser().begin()
    marker = keepingMetadata ? try PhotoMarker.ofUser() : nil
  }

  /// Moves the duplicates of a group.
  ///
  /// - Throws: `CancellationError`; `TrashError.journal` if nothing more can be recorded for an undo.
  mutating func remove(_ group: DuplicateGroup) throws {
    guard let best = group.assets.first else { return }
    do {
      for duplicate in group.assets.dropFirst() { try check(best, duplicate, group.kind) }
      try keepMetadata(of: group)
    } catch let error where !(error is CancellationError) {
      // All duplicates of the group stay.
      return problems.append(error)
    }
    for duplicate in group.assets.dropFirst() {
      try Task.checkCancellation()
      do {
        try remove(duplicate, best, group.kind)
        removed.append(duplicate)
      } catch TrashError.journal(let folder, let error) {
        throw TrashError.journal(folder, error)
      } catch let error where !(error is CancellationError) {
        problems.append(error)
      }
    }
  }

  func finish() throws { try journal.finish() }

  private mutating func remove(_ duplicate: Asset, _ best: Asset, _ kind: DuplicateGroup.Kind) throws {
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
    try journal.record(moved, else: trash)
  }

  private func check(_ best: Asset, _ duplicate: Asset, _ kind: DuplicateGroup.Kind) throws {
    guard best.isUnchanged, duplicate.isUnchanged else {
      throw Refusal(photo: duplicate.path, reason: "it or \(best.path) was changed in the meantime")
    }
    if kind == .copy, try !FileContent.isSame(best.path, duplicate.path) {
      throw Refusal(photo: duplicate.path, reason: "it is no copy of \(best.path) any more")
    }
  }

  private func keepMetadata(of group: DuplicateGroup) throws {
    guard let marker, let best = group.assets.first else { return }
    let change = MarkChange(merging: group.assets.dropFirst(), into: best)
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

extension MarkChange {
  /// The metadata that a photo lacks and duplicates have: the best rating, all keywords, title and caption.
  init(merging duplicates: some Sequence<Asset>, into best: Asset) {
    self.init()
    for duplicate in duplicates {
      let stars = Int(duplicate.values[.rating]?.number ?? 0)
      if AssetTrait.rated.matches(duplicate), !AssetTrait.rated.matches(best), stars > rating?.rawValue ?? 0 {
        rating = Rating(rawValue: min(stars, 5))
      }
      addedKeywords += Self.keywords(of: duplicate)
      title = title ?? Self.text(.title, of: duplicate, missingIn: best)
      caption = caption ?? Self.text(.caption, of: duplicate, missingIn: best)
    }
    let known = Set(Self.keywords(of: best))
    addedKeywords = Array(addedKeywords.filter { !known.contains($0) }.uniqued())
    // A sidecar can't represent every string of a header.
    addedKeywords.removeAll { MarkChange(addedKeywords: [$0]).unwritableText != nil }
    if MarkChange(title: title).unwritableText != nil { title = nil }
    if MarkChange(caption: caption).unwritableText != nil { caption = nil }
  }

  private static func text(_ field: MetadataField, of asset: Asset, missingIn best: Asset) -> Text? {
    guard best.texts(field).isEmpty, let text = asset.texts(field).first else { return nil }
    return .set(text)
  }

  /// Returns the keywords with their positions in the hierarchy, and the other keywords.
  private static func keywords(of asset: Asset) -> [String] {
    let tree = asset.texts(.keywordTree)
    let leaves = Set(tree.compactMap { $0.split(separator: "/").last.map(String.init) })
    return tree + asset.texts(.keywords).filter { !leaves.contains($0) }
  }
}
