import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary

/// Distinguishes edits from versions by their thumbnails, and finds crops among photos that a camera took at the same time.
///
/// `VersionFinder` compares gray pictures of 32 × 32 pixels, in which an edit may look the same. Thumbnails have colors, and
/// show a retouched part.
struct EditFinder: Sendable {
  /// What two photos are to each other.
  private enum Relation: Sendable {
    case version
    case editOfFirst
    case editOfSecond
    /// It is unknown which of them was edited.
    case edits
    case different
  }

  /// Positions of two photos, of which the first has at least as many pixels.
  private struct Pair: Sendable, Hashable {
    let first: Int
    let second: Int
    /// Whether `VersionFinder` considers them versions; otherwise, one may be an edit of the other.
    let isLikeVersion: Bool
  }

  /// The versions and edits of each photo, by position.
  struct Result: Sendable {
    var versions: [Int: [Int]] = [:]
    var edits: [Int: [Int]] = [:]
  }

  /// The largest number of photos of a camera at the same time of which each pair is compared.
  private static let simultaneousLimit = 12

  private let assets: [Asset]
  private let cache: ThumbnailCache

  /// - Parameter cache: The thumbnails that are compared.
  init(_ assets: [Asset], _ cache: ThumbnailCache) { (self.assets, self.cache) = (assets, cache) }

  /// Compares likely versions, and photos of the same time.
  ///
  /// Each photo is first compared with its largest likely version. What follows from that isn't compared: of a thousand
  /// versions of one picture, there are half a million pairs.
  /// - Parameter onProgress: Called with the numbers of compared pairs and of all pairs.
  /// - Throws: `CancellationError` if the task is cancelled.
  func relations(
    _ versions: [Int: [Int]], on pool: WorkerPool, _ onProgress: (_ done: Int, _ count: Int) -> Void
  ) async throws -> Result {
    let pairs = pairs(versions)
    let largest = largest(pairs)
    var known: [Pair: Relation] = [:]
    func compareAll(_ open: [Pair]) async throws {
      let byFirst = Dictionary(grouping: open, by: \.first).values.sorted { $0[0].first < $1[0].first }
      try await pool.map(byFirst) {
        compare($0)
      } _: { compared, relations in
        for (pair, relation) in zip(compared, relations) { known[pair] = relation }
        onProgress(known.count, pairs.count)
      }
    }
    try await compareAll(
      pairs.filter { largest[$0.first] == $0.second || largest[$0.second] == $0.first })
    for pair in pairs where pair.isLikeVersion && known[pair] == nil {
      guard let photo = largest[pair.first], largest[pair.second] == photo,
        let first = known[self.pair(photo, pair.first, isLikeVersion: true)],
        let second = known[self.pair(photo, pair.second, isLikeVersion: true)]
      else { continue }
      known[pair] = Self.relation(first, second)
    }
    try await compareAll(pairs.filter { known[$0] == nil })
    return Self.result(known)
  }

  /// Returns the relation of two photos by their relations to a larger one; `nil` if it doesn't follow.
  private static func relation(_ first: Relation, _ second: Relation) -> Relation? {
    switch (first, second) {
    case (.version, .version): .version
    case (.version, .editOfFirst): .editOfFirst
    case (.editOfFirst, .version): .editOfSecond
    default: nil
    }
  }

  private static func result(_ known: [Pair: Relation]) -> Result {
    var result = Result()
    for (pair, relation) in known {
      switch relation {
      case .version: result.versions.connect(pair.first, pair.second)
      case .editOfFirst: result.edits[pair.first, default: []].append(pair.second)
      case .editOfSecond: result.edits[pair.second, default: []].append(pair.first)
      case .edits: result.edits.connect(pair.first, pair.second)
      case .different: break
      }
    }
    return result
  }

  /// Returns for each photo the largest one among it and its likely versions.
  private func largest(_ pairs: [Pair]) -> [Int: Int] {
    var largest: [Int: Int] = [:]
    for pair in pairs where pair.isLikeVersion {
      let known = largest[pair.second] ?? pair.second
      largest[pair.first] = largest[pair.first] ?? pair.first
      largest[pair.second] = self.pair(known, pair.first, isLikeVersion: true).first
    }
    return largest
  }

  /// Returns each pair once.
  private func pairs(_ versions: [Int: [Int]]) -> [Pair] {
    var pairs = Set<Pair>()
    for (position, others) in versions {
      for other in others { pairs.insert(pair(position, other, isLikeVersion: true)) }
    }
    for (first, second) in simultaneousPairs() where !pairs.contains(pair(first, second, isLikeVersion: true))
    {
      pairs.insert(pair(first, second, isLikeVersion: false))
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private func pair(_ one: Int, _ other: Int, isLikeVersion: Bool) -> Pair {
    let (first, second) = (min(one, other), max(one, other))
    return assets[first].area >= assets[second].area
      ? Pair(first: first, second: second, isLikeVersion: isLikeVersion)
      : Pair(first: second, second: first, isLikeVersion: isLikeVersion)
  }

  /// Returns the pairs of photos that a camera took at the same time, of which one isn't the camera's file: one may be a
  /// crop of the other.
  private func simultaneousPairs() -> [(Int, Int)] {
    struct Shot: Hashable {
      let camera: Camera
      let seconds: Int64
    }
    var shots: [Shot: [Int]] = [:]
    for (position, asset) in assets.enumerated() {
      guard let camera = asset.camera, let date = asset.date, date.source.isOfCapture else { continue }
      shots[Shot(camera: camera, seconds: date.time.seconds), default: []].append(position)
    }
    return shots.values.filter { (2...Self.simultaneousLimit).contains($0.count) }.flatMap { shot in
      shot.indices.flatMap { index in shot[(index + 1)...].map { (shot[index], $0) } }
    }.filter { first, second in
      let (first, second) = (assets[first], assets[second])
      if first.isOriginal && second.isOriginal { return false }
      if let stack = first.stack, stack === second.stack { return false }
      // A crop has another size; other edits are only recognized among photos of one moment.
      if first.hasSize(of: second), !Self.areOfOneMoment(first, second) { return false }
      return PictureRelation(first, second) != .different
    }
  }

  /// Compares pairs with the same first photo.
  private func compare(_ pairs: [Pair]) -> [Relation] {
    guard let first = pairs.first.flatMap({ thumbnail(of: $0.first) }) else {
      return pairs.map { $0.isLikeVersion ? .version : .different }
    }
    return pairs.map { compare($0, first) }
  }

  private func compare(_ pair: Pair, _ first: PixelBuffer) -> Relation {
    let unknown = pair.isLikeVersion ? Relation.version : .different
    // The colors of a RAW photo depend on the program that develops it.
    guard assets[pair.first].format != .raw, assets[pair.second].format != .raw,
      let second = thumbnail(of: pair.second)
    else { return unknown }
    do throws(ImagingError) {
      switch try PictureProof.difference(ofThumbnail: second, from: first) {
      case .colors, .brightness, .part, .sharpness:
        guard pair.isLikeVersion || Self.areOfOneMoment(assets[pair.first], assets[pair.second])
        else { return .different }
        return edited(pair) ?? Self.byColor(first, second)
      case .crop: return edited(pair) ?? .editOfFirst
      case .graphicPart: return .different
      case .picture, .shape, .size, .graphicSize, .several, .supplement, nil: return unknown
      }
    } catch {
      return unknown
    }
  }

  /// Returns which photo was edited, if the files tell: the camera's file was not. Two files of cameras are two shots.
  private func edited(_ pair: Pair) -> Relation? {
    switch (assets[pair.first].isOriginal, assets[pair.second].isOriginal) {
    case (true, true): .different
    case (true, false): .editOfFirst
    case (false, true): .editOfSecond
    case (false, false): nil
    }
  }

  /// Returns which photo was edited by the thumbnails: the one with much less color.
  private static func byColor(_ first: PixelBuffer, _ second: PixelBuffer) -> Relation {
    let (one, other) = (first.colorVariance, second.colorVariance)
    if one > 2 * other { return .editOfFirst }
    return other > 2 * one ? .editOfSecond : .edits
  }

  /// Whether both have the same fraction of a second: two photos of a burst don't.
  private static func areOfOneMoment(_ first: Asset, _ second: Asset) -> Bool {
    guard let first = first.date, let second = second.date else { return false }
    return min(first.fractionDigits, second.fractionDigits) > 0 && first.hasFraction(of: second)
  }

  private func thumbnail(of position: Int) -> PixelBuffer? {
    // A file manager's thumbnail may show a placeholder.
    let thumbnail = try? cache.thumbnail(of: assets[position].path, size: .large, acceptingForeign: false)
    guard let thumbnail, !thumbnail.isTruncated else { return nil }
    return try? thumbnail.pixels.convertedToSRGB()
  }
}

extension Asset {
  fileprivate var area: UInt64 { pixelSize?.area ?? 0 }
}

extension PixelBuffer {
  /// The variance of the color differences of red and blue: 0 for a gray picture, little for a toned one.
  fileprivate var colorVariance: Double {
    withUnsafeBytes { bytes in
      var (sums, squares) = (SIMD2<Int>(), SIMD2<Int>())
      for place in 0..<width * height {
        let green = Int(bytes[4 * place + 1])
        let colors = SIMD2(Int(bytes[4 * place]) - green, Int(bytes[4 * place + 2]) - green)
        sums &+= colors
        squares &+= colors &* colors
      }
      let count = Double(max(width * height, 1))
      let (red, blue) = (Double(sums[0]) / count, Double(sums[1]) / count)
      return Double(squares[0] + squares[1]) / count - red * red - blue * blue
    }
  }
}

extension [Int: [Int]] {
  fileprivate mutating func connect(_ first: Int, _ second: Int) {
    self[first, default: []].append(second)
    self[second, default: []].append(first)
  }
}
