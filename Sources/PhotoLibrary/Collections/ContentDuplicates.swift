import PhotoFiles

/// Finds files with the same bytes: same size, then a checksum of both ends, then a comparison of all bytes. A checksum
/// alone never decides.
///
/// Reads only files of equal size, and skips holes. An unreadable file is considered unique.
public enum ContentDuplicates {
  /// Removes all but the first of several assets with the same bytes.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public static func removed(from assets: [Asset]) async throws -> [Asset] {
    try await removed(from: assets, knowing: ContentDigests())
  }

  static func removed(from assets: [Asset], knowing digests: ContentDigests) async throws -> [Asset] {
    let indices = try await Set(groups(of: assets, knowing: digests).lazy.flatMap { $0.dropFirst() })
    return indices.isEmpty
      ? assets : assets.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
  }

  /// Returns the positions of assets with the same bytes, in groups of two or more: ascending, ordered by the first.
  ///
  /// - Parameters:
  ///   - assets: The assets to compare.
  ///   - onProgress: Called with the number of compared files and the number of all files to compare, on any thread.
  /// - Throws: `CancellationError` if the task is cancelled.
  public static func groups(
    of assets: [Asset], onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> [[Int]] {
    try await groups(of: assets, knowing: ContentDigests(), onProgress)
  }

  static func groups(
    of assets: [Asset], knowing digests: ContentDigests,
    _ onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> [[Int]] {
    let suspects = indicesOfEqualSize(assets)
    guard !suspects.isEmpty else { return [] }
    return try await WorkerPool.using(threadCount: WorkerPool.countForFiles) { pool in
      let files = try await pool.map(suspects) { digests.file(at: assets[$0].path) }
      let candidates = candidates(suspects, files)
      let count = candidates.reduce(0) { $0 + $1.count }
      var (found, done) = ([[Int]](), 0)
      try await pool.map(candidates) {
        copies(in: $0, assets, digests)
      } _: { candidates, groups in
        done += candidates.count
        onProgress(done, count)
        found += groups
      }
      return found.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }
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

  private static func candidates(_ indices: [Int], _ files: [ContentDigests.File?]) -> [[Suspect]] {
    var groups: [Content: [Suspect]] = [:]
    for case (let index, let file?) in zip(indices, files) {
      groups[Content(size: file.status.size, digest: file.digest), default: []].append((index, file))
    }
    // In the order of the paths, which is often the order on the disk.
    return groups.values.filter { $0.count > 1 }.sorted { $0[0].index < $1[0].index }
  }

  /// The number of different contents with equal ends that are compared with each other. The number of comparisons
  /// would otherwise grow with its square, so the checksums of all bytes of further files are compared first.
  private static let contentLimit = 4

  private static func copies(in group: [Suspect], _ assets: [Asset], _ digests: ContentDigests) -> [[Int]] {
    var contents: [(first: Suspect, digest: UInt64?, indices: [Int])] = []
    for suspect in group where !Task.isCancelled {
      let path = assets[suspect.index].path
      var digest: UInt64?
      if contents.count >= contentLimit {
        digest = ContentDigests.fullDigest(of: path)
        if digest == nil { continue }
        for place in contents.indices where contents[place].digest == nil {
          contents[place].digest = ContentDigests.fullDigest(of: assets[contents[place].first.index].path)
        }
      }
      let place = contents.firstIndex { content in
        if let digest, content.digest != digest { return false }
        return digests.areSame((content.first.file, assets[content.first.index].path), (suspect.file, path))
      }
      if let place {
        contents[place].indices.append(suspect.index)
      } else {
        contents.append((suspect, digest, [suspect.index]))
      }
    }
    return contents.map(\.indices).filter { $0.count > 1 }
  }
}
