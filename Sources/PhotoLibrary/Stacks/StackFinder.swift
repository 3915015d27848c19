import PhotoFiles
import PhotoFormats

/// Finds the assets that belong together: the files of a shot, and the shots of a burst.
///
///     let assets = StackFinder().stacked(library.assets)
///     assets.first?.stack?.badge   // "RAW+JPEG"
///
/// Files of one folder form a stack if
/// - they are one shot: RAW and photo of the same stem, or a photo and its edited copies, with capture dates within one second
///   if both are known;
/// - they are a photo and the video of a Live Photo: both have the same content identifier, or the same stem, and the
///   video has at most 6 s;
/// - they are a burst of at least three shots: they have the same burst identifier, or one camera took them within 2 s
///   of each other and named them as a burst, or within 500 ms, as fractions of a second in the dates prove.
///
/// The companions of videos, such as thumbnails, are in no stack.
public struct StackFinder: Sendable {
  /// Returns whether the user prefers a photo as the cover of its stack.
  private let isPreferred: @Sendable (Asset) -> Bool

  public init(preferring isPreferred: @escaping @Sendable (Asset) -> Bool = { _ in false }) {
    self.isPreferred = isPreferred
  }

  /// The maximum duration of the video of a Live Photo, in seconds.
  private static let liveVideoLimit = 6.0

  /// Returns the assets in the same order, each with its stack.
  public func stacked(_ assets: [Asset]) -> [Asset] {
    var folders: [ObjectIdentifier: [Int]] = [:]
    for index in assets.indices { folders[ObjectIdentifier(assets[index].folder), default: []].append(index) }
    var result = assets
    for index in result.indices where result[index].stack != nil {
      result[index] = result[index].in(nil, at: 0)
    }
    // Equal folders may be several objects.
    let byFolder = Dictionary(grouping: folders.values) { assets[$0[0]].folder }
    for lists in byFolder.values {
      var indices = lists.count == 1 ? lists[0] : lists.joined().sorted()
      if let films = FilmCompanions(indices.map { assets[$0].name }) {
        indices.removeAll { !films.films(of: assets[$0].name).isEmpty }
      }
      guard indices.count > 1 else { continue }
      var folder = FolderStacks(indices.map { result[$0] })
      for stack in folder.stacks(isPreferred) {
        for (member, position) in stack.positions.enumerated() {
          result[indices[position]] = result[indices[position]].in(stack.stack, at: Int32(member))
        }
      }
    }
    return result
  }

  static func isLiveVideo(_ asset: Asset) -> Bool {
    asset.duration.map { $0 > 0 && $0 <= liveVideoLimit } ?? false
  }
}

/// The photos of one folder while its stacks are found.
private struct FolderStacks {
  private let assets: [Asset]
  private let names: [ShotName]
  private var roles: [AssetStack.Role]
  /// Shots with several files, as positions; each file belongs to at most one.
  private var shots: [[Int]] = []
  private var shotOfFile: [Int?]

  init(_ assets: [Asset]) {
    self.assets = assets
    names = assets.map { ShotName($0.name) }
    roles = assets.map(\.role)
    shotOfFile = Array(repeating: nil, count: assets.count)
  }

  /// Returns each stack with the positions of its members.
  mutating func stacks(_ isPreferred: (Asset) -> Bool) -> [(stack: AssetStack, positions: [Int])] {
    joinByName()
    joinByContentIdentifier()
    let bursts = self.bursts()
    let inBurst = Set(bursts.joined().joined())
    var stacks = bursts.map { stack(of: $0, isPreferred) }
    for shot in shots where !inBurst.contains(shot[0]) { stacks.append(stack(of: [shot], isPreferred)) }
    return stacks
  }

  private func stack(
    of shots: [[Int]], _ isPreferred: (Asset) -> Bool
  ) -> (stack: AssetStack, positions: [Int]) {
    var (members, positions) = ([AssetStack.Member](), [Int]())
    for (number, shot) in shots.enumerated() {
      for file in shot.sorted(by: precedes) {
        members.append(AssetStack.Member(asset: assets[file], role: roles[file], shot: number))
        positions.append(file)
      }
    }
    let cover = members.firstIndex { isPreferred($0.asset) } ?? positions.firstIndex { names[$0].isCover }
    let kind = shots.count > 1 ? .burst : AssetStack.kind(of: members[...])
    return (AssetStack(members, cover: cover ?? 0, kind), positions)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    roles[left] == roles[right] ? assets[left].name < assets[right].name : roles[left] < roles[right]
  }

  // MARK: - One shot

  private mutating func join(_ files: [Int]) {
    guard files.count > 1 else { return }
    for file in files { shotOfFile[file] = shots.count }
    shots.append(files)
  }

  private mutating func joinByName() {
    var byStem: [[UInt8]: [(file: Int, isEdited: Bool)]] = [:]
    for file in assets.indices {
      byStem[names[file].stem, default: []].append((file, names[file].isEdited))
    }
    for files in byStem.values where files.count > 1 {
      func originals(_ role: AssetStack.Role) -> LazyFilterSequence<[(file: Int, isEdited: Bool)]> {
        files.lazy.filter { [roles] in !$0.isEdited && roles[$0.file] == role }
      }
      let picture = originals(.photo).first?.file
      // Photos of one stem in several formats are versions, unless they were taken with a RAW file.
      guard
        let original = originals(.raw).first?.file ?? (originals(.photo).dropFirst().isEmpty ? picture : nil)
      else {
        joinEditedVideos(
          files.filter { !$0.isEdited }.map(\.file), files.filter(\.isEdited).map(\.file))
        continue
      }
      var shot: [Int] = []
      for (file, isEdited) in files {
        switch roles[file] {
        case .raw where isEdited, .edited: continue
        case .raw, .photo: guard areSimultaneous(file, original) else { continue }
        case .video: guard isVideo(file, of: original) else { continue }
        }
        if isEdited, roles[file] == .photo { roles[file] = .edited }
        shot.append(file)
      }
      join(shot)
    }
  }

  /// Joins a video with its edited copies.
  private mutating func joinEditedVideos(_ originals: [Int], _ edited: [Int]) {
    guard originals.count == 1, roles[originals[0]] == .video else { return }
    let copies = edited.filter { roles[$0] == .video && areSimultaneous($0, originals[0]) }
    for file in copies { roles[file] = .edited }
    join(originals + copies)
  }

  /// Joins the photo and the video of a Live Photo that have different stems.
  private mutating func joinByContentIdentifier() {
    var byIdentifier: [String: [Int]] = [:]
    for file in assets.indices {
      if case .text(let identifier)? = assets[file].values[.contentIdentifier] {
        byIdentifier[identifier, default: []].append(file)
      }
    }
    for files in byIdentifier.values {
      let videos = files.filter { roles[$0] == .video && shotOfFile[$0] == nil }
      let photos = files.filter { file in
        guard roles[file] != .video else { return false }
        guard let shot = shotOfFile[file] else { return true }
        return !shots[shot].contains { roles[$0] == .video }
      }
      // Copies of the photo have the same identifier; the video belongs to the first.
      guard videos.count == 1, StackFinder.isLiveVideo(assets[videos[0]]),
        let photo = photos.min(by: precedes)
      else { continue }
      if let shot = shotOfFile[photo] {
        shots[shot].append(videos[0])
        shotOfFile[videos[0]] = shot
      } else {
        join([photo, videos[0]].sorted())
      }
    }
  }

  private func isVideo(_ video: Int, of photo: Int) -> Bool {
    let identifiers = [video, photo].map { assets[$0].values[.contentIdentifier] }
    if let first = identifiers[0], let second = identifiers[1] { return first == second }
    return StackFinder.isLiveVideo(assets[video]) && isNear(assets[video].date, assets[photo].date)
  }

  /// The maximum time from the photo to its video, in seconds.
  private static let videoTolerance: Int64 = 10
  /// The largest difference between local time and UTC, in seconds, and the unit of all offsets.
  private static let offsets = (limit: Int64(26 * 3600), unit: Int64(900))

  /// Whether a video may begin at the time of a photo. If one of the dates has no known offset from UTC, they may differ
  /// by an offset.
  private func isNear(_ video: CaptureDate?, _ photo: CaptureDate?) -> Bool {
    guard let video, let photo, video.source.isInFile, photo.source.isInFile else { return true }
    if let first = video.unixTime, let second = photo.unixTime {
      return abs(first - second) <= Double(Self.videoTolerance)
    }
    let difference = video.time.seconds - photo.time.seconds
    guard abs(difference) <= Self.offsets.limit + Self.videoTolerance else { return false }
    let rest = abs(difference) % Self.offsets.unit
    return min(rest, Self.offsets.unit - rest) <= Self.videoTolerance
  }

  /// Whether two files are of the same camera and within one second, as far as both headers tell.
  private func areSimultaneous(_ left: Int, _ right: Int) -> Bool {
    if let camera = assets[left].cameraName, let other = assets[right].cameraName, camera != other {
      return false
    }
    guard let first = assets[left].date, let second = assets[right].date, first.source.isInFile,
      second.source.isInFile
    else { return true }
    if let first = first.unixTime, let second = second.unixTime { return abs(first - second) <= 1 }
    return abs(first.seconds - second.seconds) <= 1
  }

  // MARK: - Bursts

  /// The smallest number of shots in a burst.
  private static let burstCount = 3
  /// The maximum time between neighbours of a burst, in seconds.
  private static let burstInterval = 0.5
  /// The maximum time between neighbours with names of a burst, in seconds. Their dates may have whole seconds.
  private static let namedInterval = 2.0

  /// Returns the bursts, each in order of time.
  private func bursts() -> [[[Int]]] {
    var shots = self.shots
    for file in assets.indices where shotOfFile[file] == nil && roles[file] != .video { shots.append([file]) }
    var (marked, timed) = ([String: [[Int]]](), [String: [(time: Double, shot: [Int])]]())
    var named: [NamedBurst: [(time: Double, shot: [Int])]] = [:]
    for shot in shots {
      let first = shot.lazy.filter { roles[$0] != .video && roles[$0] != .edited }.min()
      guard let first else { continue }
      if case .text(let identifier)? = assets[first].values[.burst] {
        marked[identifier, default: []].append(shot)
      } else if let date = assets[first].date, date.source.isInFile, let camera = assets[first].cameraName {
        if let name = names[first].burst {
          named[NamedBurst(name: name, camera: camera), default: []].append((date.seconds, shot))
        } else if date.fractionDigits > 0 {
          timed[camera, default: []].append((date.seconds, shot))
        }
      }
    }
    let bursts = marked.values.filter { $0.count >= Self.burstCount }.map { $0.sorted { inOrder($0, $1) } }
    return bursts + named.values.flatMap { runs($0, within: Self.namedInterval, includesEqualTimes: true) }
      + timed.values.flatMap { runs($0, within: Self.burstInterval, includesEqualTimes: false) }
  }

  /// The common properties of shots that are a burst by their names.
  private struct NamedBurst: Hashable {
    let name: [UInt8]
    let camera: String
  }

  private func inOrder(_ left: [Int], _ right: [Int]) -> Bool {
    let (first, second) = (assets[left[0]], assets[right[0]])
    if let time = first.date, let other = second.date, time.seconds != other.seconds {
      return time.seconds < other.seconds
    }
    // The name of a copy is longer, and a copy may be a single file.
    if left.count != right.count { return left.count > right.count }
    let (length, other) = (first.name.bytes.count, second.name.bytes.count)
    return length == other ? first.name < second.name : length < other
  }

  /// Returns the runs of shots that follow one another fast enough.
  ///
  /// - Parameter includesEqualTimes: Whether shots of the same time belong to the run; otherwise they are copies, and only the
  ///   first does.
  private func runs(
    _ shots: [(time: Double, shot: [Int])], within interval: Double, includesEqualTimes: Bool
  ) -> [[[Int]]] {
    var runs: [[[Int]]] = []
    var run: [(time: Double, shot: [Int])] = []
    func end() {
      if run.count >= Self.burstCount { runs.append(run.map(\.shot)) }
      run = []
    }
    for next in shots.sorted(by: { inOrder($0.shot, $1.shot) }) {
      if let last = run.last {
        if next.time == last.time, !includesEqualTimes { continue }
        if next.time - last.time > interval { end() }
      }
      run.append(next)
    }
    end()
    return runs
  }
}

extension CaptureDate {
  /// The reading of the clock in seconds, with its fraction.
  fileprivate var seconds: Double { Double(time.seconds) + Double(nanoseconds) / 1e9 }
}
