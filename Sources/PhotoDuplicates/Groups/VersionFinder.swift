import PhotoFiles
import PhotoLibrary

/// Finds photos that show the same picture by their hashes, and verifies each pair on the small pictures.
struct VersionFinder: Sendable {
  /// A photo with a picture that has enough detail to be recognized, turned so that it is not higher than wide.
  private struct Entry: Sendable {
    /// The position of the photo.
    let position: Int
    let picture: SmallPicture
    let isTransposed: Bool
    let hash: PerceptualHash
  }

  /// The least detail: pictures of clear sky, night and fog have the same hashes.
  private static let leastDetail = 1.0
  /// The number of candidates that one task verifies.
  private static let partCount = 1024

  private let entries: [Entry]
  private let mayBeVersions: @Sendable (Int, Int) -> PictureRelation

  /// - Parameters:
  ///   - pictures: The picture of each photo, or `nil`.
  ///   - mayBeVersions: Returns what is known about two photos by position, without their pictures.
  init(_ pictures: [SmallPicture?], _ mayBeVersions: @escaping @Sendable (Int, Int) -> PictureRelation) {
    entries = pictures.enumerated().compactMap { position, picture in
      guard let picture, picture.detail >= Self.leastDetail else { return nil }
      let isHigh = picture.width < picture.height
      let wide = isHigh ? picture.applying(PictureSymmetry(transposes: true)) : picture
      return Entry(position: position, picture: wide, isTransposed: isHigh, hash: PerceptualHash(wide))
    }
    self.mayBeVersions = mayBeVersions
  }

  /// Returns for each photo with versions the positions of these, some of them possibly twice.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func versions(on pool: WorkerPool) async throws -> [Int: [Int]] {
    let queries = queries
    let candidates = try await candidates(queries, on: pool)
    var versions: [Int: [Int]] = [:]
    let starts = Array(stride(from: 0, to: candidates.count, by: Self.partCount))
    try await pool.map(starts) { start in
      pairs(candidates[start..<min(start + Self.partCount, candidates.count)], queries)
    } _: { _, pairs in
      for (left, right) in pairs {
        versions[entries[left].position, default: []].append(entries[right].position)
        versions[entries[right].position, default: []].append(entries[left].position)
      }
    }
    return versions
  }

  private typealias Query = (entry: Int, symmetry: PictureSymmetry)

  private var queries: [Query] {
    entries.indices.flatMap { entry in
      // All pictures are wide, so only those that are almost square may be turned by 90°.
      PictureSymmetry.all.prefix(entries[entry].picture.isAlmostSquare ? 8 : 4).map { (entry, $0) }
    }
  }

  /// Returns each pair of an entry and a later entry with a similar hash, ordered by query.
  private func candidates(_ queries: [Query], on pool: WorkerPool) async throws -> [HashJoin.Neighbor] {
    let join = HashJoin(
      entries.map(\.hash), queries: queries.map { entries[$0.entry].hash.applying($0.symmetry) },
      owners: queries.map { UInt32(truncatingIfNeeded: $0.entry) })
    var found = Set<HashJoin.Neighbor>()
    try await pool.map(0..<HashJoin.wordCount, ahead: pool.threadCount) {
      join.neighbors(byWord: $0)
    } _: { _, neighbors in
      found.formUnion(neighbors)
    }
    return found.sorted { ($0.query, $0.position) < ($1.query, $1.position) }
  }

  /// Returns the candidates that are versions.
  private func pairs(_ candidates: ArraySlice<HashJoin.Neighbor>, _ queries: [Query]) -> [(Int, Int)] {
    var moved: (query: UInt32, picture: SmallPicture)?
    return candidates.compactMap { neighbor in
      let (entry, symmetry) = queries[Int(neighbor.query)]
      let picture =
        moved?.query == neighbor.query ? moved?.picture : entries[entry].picture.applying(symmetry)
      guard let picture else { return nil }
      moved = (neighbor.query, picture)
      let other = Int(neighbor.position)
      let isTurned =
        symmetry != PictureSymmetry() || entries[entry].isTransposed != entries[other].isTransposed
      return isVersion(entry, picture, of: other, isTurned) ? (entry, other) : nil
    }
  }

  private func isVersion(
    _ entry: Int, _ picture: SmallPicture, of other: Int, _ isTurned: Bool
  ) -> Bool {
    let relation = mayBeVersions(entries[entry].position, entries[other].position)
    guard relation != .different, picture.hasShape(of: entries[other].picture),
      let fit = PictureFit(entries[other].picture, picture)
    else { return false }
    return fit.isVersion(isStrict: relation == .possiblyBurst, isTurned: isTurned)
  }
}

/// What the metadata of two photos says about their pictures.
enum PictureRelation: Sendable, Hashable {
  case unknown
  /// Taken by one camera in the same second with the same size, like photos of a burst.
  case possiblyBurst
  /// Taken at different times, or not to be proposed.
  case different

  /// The times at which cameras with different time zones took the same picture differ by a multiple of a quarter of an
  /// hour.
  private static let zoneStep: Int64 = 15 * 60

  init(_ left: Asset, _ right: Asset) {
    self = .unknown
    guard let first = left.date, let second = right.date, first.source.isOfCapture, second.source.isOfCapture
    else { return }
    let seconds = first.time.seconds.subtractingReportingOverflow(second.time.seconds).partialValue
    let haveFractions = first.fractionDigits > 0 && second.fractionDigits > 0
    if seconds % Self.zoneStep != 0 || haveFractions && !first.hasFraction(of: second) {
      self = .different
    } else if seconds == 0, !haveFractions, left.camera == right.camera, left.hasSize(of: right) {
      self = .possiblyBurst
    }
  }
}
