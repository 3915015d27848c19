import PhotoFiles

public enum ContentDuplicates {
  /// Removes all but the first of several assets with the same bytes.
  ///
  /// Reads only files of equal size, and skips holes. An unreadable file is considered unique.
  /// - Throws: `CancellationError` if the task is cancelled.
  public static func removed(from assets: [Asset]) async throws -> [Asset] {
    try await removed(from: assets, knowing: ContentDigests())
  }

  static func removed(from assets: [Asset], knowing digests: ContentDigests) async throws -> [Asset] {
    let suspects = indicesOfEqualSize(assets)
    guard !suspects.isEmpty else { return assets }
    let superfluous = try await WorkerPool.using(threadCount: WorkerPool.countForFiles) { pool in
      let files = try await pool.map(suspects) { digests.file(at: assets[$0].path) }
      return try await pool.map(groups(suspects, files)) { copies(in: $0, assets, digests) }
    }
    let indices = Set(superfluous.joined())
    return assets.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
  }

  private static func indicesOfEqualSize(_ assets: [Asset]) -> [Int] {
    var counts: [Int64: Int] = [:]
    for asset in assets where asset.fileSize > 0 { counts[asset.fileSize, default: 0] += 1 }
    return assets.indices.filter { counts[assets[$0].fileSize, default: 0] > 1 }
  }

  private typealias Suspect = (index: Int, file: ContentDigests.File)

  private struct Content: Hashable {
    let size: Int64
    let digest: UInt64
  }

  private static func groups(_ indices: [Int], _ files: [ContentDigests.File?]) -> [[Suspect]] {
    var groups: [Content: [Suspect]] = [:]
    for case (let index, let file?) in zip(indices, files) {
      groups[Content(size: file.status.size, digest: file.digest), default: []].append((index, file))
    }
    return groups.values.filter { $0.count > 1 }
  }

  private static func copies(in group: [Suspect], _ assets: [Asset], _ digests: ContentDigests) -> [Int] {
    var first: [Suspect] = []
    var copies: [Int] = []
    for suspect in group where !Task.isCancelled {
      let path = assets[suspect.index].path
      if first.contains(where: { digests.areSame(($0.file, assets[$0.index].path), (suspect.file, path)) }) {
        copies.append(suspect.index)
      } else {
        first.append(suspect)
      }
    }
    return copies
  }
}
