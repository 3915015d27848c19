import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// The files of a shot and their companions, which get the same number if a name is taken. The photo comes last, so that
/// an interrupted move finds the rest again.
struct PlannedGroup: Sendable {
  /// The index of the photo among the exported photos.
  let index: Int
  let folders: [FileName]
  let files: [PlannedFile]
}

/// The files of an export and the destinations.
///
///     let items = photos.map { ExportItem(source: $0, companions: .sidecars) }
///     let plan = try await ExportPlan(items)
///     let result = try await Exporter(to: "/backup").run(plan)
public struct ExportPlan: Sendable {
  /// The groups, those that may want the same name together; the groups of a unit are made one after the other.
  let units: [[PlannedGroup]]
  /// The number of files.
  public let fileCount: Int
  /// The number of bytes of all files.
  public let byteCount: Int64
  /// The companions that are symbolic links and the photos whose companions are unknown, with the indices of the
  /// photos.
  let leftOut: [(index: Int, error: ExportError)]

  var sources: [FilePath] { units.joined().flatMap(\.files).map(\.source) }

  /// Creates a plan. A photo that goes along with an earlier one, or is given twice, is exported once.
  ///
  /// Files are examined on a separate thread.
  ///
  /// - Throws: `CancellationError`.
  public init(_ items: [ExportItem]) async throws {
    self = try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run { try Self(lookingAt: items) }
    }
  }

  private init(lookingAt items: [ExportItem]) throws {
    var planner = ExportPlanner(items)
    var units: [[PlannedGroup]] = []
    var unitOfName: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      try Task.checkCancellation()
      guard let group = planner.group(of: item, at: index) else { continue }
      let key = item.path.clashKey
      let unit = unitOfName[key] ?? units.count
      if unit == units.count {
        unitOfName[key] = unit
        units.append([])
      }
      units[unit].append(group)
    }
    self.units = units
    leftOut = planner.leftOut
    let files = units.lazy.flatMap { $0 }.flatMap(\.files)
    fileCount = files.count
    byteCount = files.reduce(0) { $0 &+ $1.size }
  }
}

/// Makes the groups of a plan.
private struct ExportPlanner {
  private var finder = CompanionFinder()
  /// The photos that are exported themselves.
  private let photos: Set<FilePath>
  private var taken: Set<FilePath> = []
  /// The companions that belong to several photos, each with the index of the last item that exports it.
  private var shared: [FilePath: Int] = [:]
  private(set) var leftOut: [(index: Int, error: ExportError)] = []

  init(_ items: [ExportItem]) {
    photos = Set(items.map(\.source))
  }

  /// Returns the files of an item that no earlier item has; `nil` if there are none.
  mutating func group(of item: ExportItem, at index: Int) -> PlannedGroup? {
    guard taken.insert(item.source).inserted else { return nil }
    do throws(ExportError) {
      return try PlannedGroup(
        index: index, folders: item.path.folders, files: files(of: item, at: index))
    } catch {
      leftOut.append((index, error))
      return nil
    }
  }

  private mutating func files(of item: ExportItem, at index: Int) throws(ExportError) -> [PlannedFile] {
    let folder = item.source.removingLastComponent()
    let photo = item.source.fileName
    var names = ShotNames(of: item.named, as: item.path.name)
    let name = names.name(of: photo, item.role)
    var files = try companions(of: photo, as: name, item, at: index, &names)
    for other in item.others {
      let file = other.path.fileName
      let isLink = other.isChosen ? false : try finder.isLink(file, in: folder, of: photo)
      guard takes(other.path, isLink: isLink, at: index) else { continue }
      let name = names.name(of: file, other.role)
      files += try companions(of: file, as: name, item, at: index, &names)
      files.append(
        PlannedFile(
          source: other.path, role: other.role, name: name, isCompanion: !other.isChosen,
          size: Self.size(of: other.path)))
    }
    files.append(
      PlannedFile(
        source: item.source, role: item.role, name: name, encoding: item.encoding,
        size: Self.size(of: item.source)))
    return files
  }

  private mutating func companions(
    of file: FileName, as name: PlannedName, _ item: ExportItem, at index: Int, _ names: inout ShotNames
  ) throws(ExportError) -> [PlannedFile] {
    let folder = item.source.removingLastComponent()
    let shot = Set(([item.source] + item.others.map(\.path)).map(\.fileName))
    var files: [PlannedFile] = []
    for companion in try finder.companions(of: file, in: folder, with: shot, item.companions) {
      let path = folder.appending(companion.name)
      let isLink = try finder.isLink(companion.name, in: folder, of: file)
      // Each shot gets a copy of a file that belongs to several.
      let isCopied = companion.isShared && !isLink && !photos.contains(path)
      let isTaken =
        isCopied
        ? shared.updateValue(index, forKey: path) != index : takes(path, isLink: isLink, at: index)
      guard isTaken else { continue }
      files.append(
        PlannedFile(
          source: path, role: companion.role, name: names.name(of: companion.name, of: file, as: name),
          isCompanion: true, isShared: companion.isShared, size: Self.size(of: path)))
    }
    return files
  }

  /// Returns whether a file goes along with a photo. A link that was given as a photo is exported as one.
  private mutating func takes(_ path: FilePath, isLink: Bool, at index: Int) -> Bool {
    if isLink, photos.contains(path) { return false }
    guard taken.insert(path).inserted else { return false }
    if isLink { leftOut.append((index, .linkedCompanion(path))) }
    return !isLink
  }

  private static func size(of path: FilePath) -> Int64 { (try? FileStatus(path))?.size ?? 0 }
}

extension ExportPath {
  /// A string that two paths share if their names may clash, also on file systems that ignore case.
  fileprivate var clashKey: String {
    let stem = FileName(bytes: name.stem) ?? name
    return (folders + [stem]).map(\.caseless).joined(separator: "/")
  }
}

extension FilePath {
  /// The last component; `.` if the path is a root.
  var fileName: FileName { lastComponent.map { FileName($0) } ?? FileName(".") }
}
