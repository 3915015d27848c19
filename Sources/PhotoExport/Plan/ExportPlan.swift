import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// A photo to be exported.
public struct ExportItem: Sendable, Hashable {
  /// The absolute path of the file.
  public let source: FilePath
  /// Its place below the destination.
  public let path: ExportPath
  /// The picture made of it when it is copied; `nil` for the file as it is.
  public let encoding: PictureEncoding?

  /// A photo and its place, which has the photo's own name unless another path is given.
  public init(source: FilePath, path: ExportPath? = nil, encoding: PictureEncoding? = nil) {
    self.source = source
    self.path = path ?? ExportPath(source.fileName.bytes)
    self.encoding = encoding
  }
}

/// A file of a plan: a photo, or a file that goes along with it.
struct PlannedFile: Sendable {
  let source: FilePath
  /// The part of the file's new name behind the stem of the photo, such as `.JPG` or `.JPG.xmp`.
  var suffix: [UInt8]
  var encoding: PictureEncoding?
  var isCompanion = false
  /// The name of a sidecar that does not begin as that of its photo does, and which it keeps if the photo keeps its own.
  var ownName: FileName?
  /// True for the list of an iPhone's first edits, which has a mark inside its stem.
  var isOfFirstEdits = false
  /// The size in bytes when the plan was made; 0 if that is not known.
  let size: Int64
}

/// A photo and its companions, which get the same number if a name is taken. The photo comes last, so that an
/// interrupted move finds the rest again.
struct PlannedGroup: Sendable {
  /// The place of the photo among those that are exported.
  let index: Int
  let folders: [FileName]
  /// The new name of the photo without its extension.
  let stem: [UInt8]
  let files: [PlannedFile]

  /// `IMG.JPG`, `IMG-2.JPG`, `IMG-3.JPG` for 1, 2, 3.
  func name(of file: PlannedFile, _ number: Int) -> FileName {
    if number == 1, let name = file.ownName { return name }
    let stem = stem + (number > 1 ? Array("-\(number)".utf8) : [])
    return FileName(unchecked: (file.isOfFirstEdits ? SidecarIndex.firstEdits(of: stem) : stem) + file.suffix)
  }
}

/// Assigns files to their places.
///
///     let items = photos.map { ExportItem(source: $0) }
///     let plan = try await ExportPlan(items, companions: [.sidecars, .pairs])
///     let result = try await Exporter(to: "/backup").run(plan)
public struct ExportPlan: Sendable {
  /// Groups that want the same name stand together, in the order of the photos, and are made one after the other.
  let units: [[PlannedGroup]]
  /// The number of files.
  public let fileCount: Int
  /// The bytes of all files.
  public let byteCount: Int64
  /// The links that would go along with a photo if they were files, and the photos whose companions are not known, by
  /// the places of the photos.
  let leftOut: [(index: Int, error: ExportError)]

  /// A plan for photos; a photo that goes along with an earlier one, or is given twice, goes once.
  ///
  /// The files are looked at on a thread of its own.
  /// - Throws: `CancellationError` if the task is cancelled.
  public init(_ items: [ExportItem], companions: CompanionOptions = []) async throws {
    self = try await WorkerPool.using(threadCount: 1) { pool in
      try await pool.run { try Self(lookingAt: items, companions) }
    }
  }

  private init(lookingAt items: [ExportItem], _ companions: CompanionOptions) throws {
    var finder = CompanionFinder(companions)
    let wanted = companions.isEmpty ? [] : Set(items.map(\.source))
    var leftOut: [(index: Int, error: ExportError)] = []
    var taken = Set<FilePath>()
    var units: [[PlannedGroup]] = []
    var unitOfName: [[UInt8]: Int] = [:]
    for (index, item) in items.enumerated() where taken.insert(item.source).inserted {
      try Task.checkCancellation()
      let folder = item.source.removingLastComponent()
      let name = item.source.fileName
      var along = [FileName]()
      let names: [FileName]
      do throws(ExportError) {
        names = try finder.companions(of: name, in: folder)
      } catch {
        leftOut.append((index, error))
        continue
      }
      for name in names {
        let path = folder.appending(name)
        if finder.isLink(path) {
          // One that was asked for by itself is a photo like others.
          if !wanted.contains(path), taken.insert(path).inserted {
            leftOut.append((index, .linkedCompanion(path)))
          }
        } else if taken.insert(path).inserted {
          along.append(name)
        }
      }
      let stem = item.path.name.stem
      let suffix = Array(item.path.name.bytes.dropFirst(stem.count))
      let photo = PlannedFile(
        source: item.source, suffix: suffix, encoding: item.encoding, size: Self.size(of: item.source))
      let group = PlannedGroup(
        index: index, folders: item.path.folders, stem: stem,
        files: along.map { Self.file($0, in: folder, along: name, suffix, keepsName: item.path.name == name) }
          + [photo])
      let unit = unitOfName[item.path.clashKey] ?? units.count
      if unit == units.count {
        unitOfName[item.path.clashKey] = unit
        units.append([])
      }
      units[unit].append(group)
    }
    self.units = units
    self.leftOut = leftOut
    let files = units.lazy.flatMap { $0 }.flatMap(\.files)
    fileCount = files.count
    byteCount = files.reduce(0) { $0 &+ $1.size }
  }

  private static func file(
    _ name: FileName, in folder: FilePath, along photo: FileName, _ photoSuffix: [UInt8], keepsName: Bool
  ) -> PlannedFile {
    let source = folder.appending(name)
    let stem = photo.stem
    var file = PlannedFile(source: source, suffix: [], isCompanion: true, size: size(of: source))
    if name.bytes.starts(with: photo.bytes + [UInt8(ascii: ".")]) {
      file.suffix = photoSuffix + name.bytes.dropFirst(photo.bytes.count)
    } else if name.bytes.starts(with: stem) {
      file.suffix = Array(name.bytes.dropFirst(stem.count))
    } else {
      file.ownName = keepsName ? name : nil
      file.isOfFirstEdits = SidecarKind(name) == .editList
      // What Google clips or numbers in its own way is found under the photo's whole name too.
      file.suffix = (file.isOfFirstEdits ? [] : photoSuffix) + name.bytes.dropFirst(name.stem.count)
    }
    return file
  }

  private static func size(of path: FilePath) -> Int64 { (try? FileStatus(path))?.size ?? 0 }
}

extension ExportPath {
  /// A key that two paths share if they may want the same name, also on file systems that ignore case.
  fileprivate var clashKey: [UInt8] {
    let bytes = folders.flatMap { $0.bytes + [UInt8(ascii: "/")] } + name.stem
    return bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension FilePath {
  /// The last component; `.` for a root, which has no name in another folder.
  var fileName: FileName { lastComponent.map { FileName($0) } ?? FileName(".") }
}
