import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// A photo to export.
public struct ExportItem: Sendable, Hashable {
  public let source: FilePath
  /// The path below the destination.
  public let path: ExportPath
  /// The encoding of the picture made of it when it is copied; `nil` to copy the bytes.
  public let encoding: PictureEncoding?

  /// Creates an item, by default with the name of the photo.
  public init(source: FilePath, path: ExportPath? = nil, encoding: PictureEncoding? = nil) {
    self.source = source
    self.path = path ?? ExportPath(source.fileName.bytes)
    self.encoding = encoding
  }
}

/// A photo of a plan, or a companion.
struct PlannedFile: Sendable {
  let source: FilePath
  /// The part of the new name after the stem of the photo, such as `.JPG` or `.JPG.xmp`.
  var suffix: [UInt8]
  var encoding: PictureEncoding?
  var isCompanion = false
  /// The name of a sidecar with a prefix that differs from the photo, which is preserved with the name of the photo.
  var ownName: FileName?
  /// `true` for the AAE file of an iPhone's first edits, whose stem contains a letter for it.
  var isOfFirstEdits = false
  /// The size in bytes when the plan was made, or 0 if it is unknown.
  let size: Int64
}

/// A photo and the companions, which get the same number if a name is taken. The photo comes last, so that an
/// interrupted move finds the rest again.
struct PlannedGroup: Sendable {
  /// The index of the photo among the exported photos.
  let index: Int
  let folders: [FileName]
  /// The new stem of the photo.
  let stem: [UInt8]
  let files: [PlannedFile]

  /// `IMG.JPG`, `IMG-2.JPG`, `IMG-3.JPG` for 1, 2, 3.
  func name(of file: PlannedFile, _ number: Int) -> FileName {
    if number == 1, let name = file.ownName { return name }
    let stem = stem + (number > 1 ? Array("-\(number)".utf8) : [])
    return FileName(unchecked: (file.isOfFirstEdits ? SidecarIndex.firstEdits(of: stem) : stem) + file.suffix)
  }
}

/// The files of an export and the destinations.
///
///     let items = photos.map { ExportItem(source: $0) }
///     let plan = try await ExportPlan(items, companions: [.sidecars, .pairs])
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

  /// Creates a plan. A photo that is a companion of an earlier one, or is given twice, is exported once.
  ///
  /// Files are examined on a separate thread.
  ///
  /// - Throws: `CancellationError`.
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
          // A link that was given as a photo is exported as one.
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
    } else if SidecarKind(name) == nil {
      // The proxy of a film may have another stem. Under the stem of the film it stays a companion.
      let ending = Array(name.bytes.dropFirst(name.stem.count))
      let isSame = ending.map(\.lowercased) == photoSuffix.map(\.lowercased)
      file.ownName = keepsName ? name : nil
      file.suffix = (isSame ? Array("_proxy".utf8) : []) + ending
    } else {
      file.ownName = keepsName ? name : nil
      file.isOfFirstEdits = SidecarKind(name) == .editList
      // Names that Google clips or numbers are also found under the full name of the photo.
      file.suffix = (file.isOfFirstEdits ? [] : photoSuffix) + name.bytes.dropFirst(name.stem.count)
    }
    return file
  }

  private static func size(of path: FilePath) -> Int64 { (try? FileStatus(path))?.size ?? 0 }
}

extension ExportPath {
  /// A key that two paths share if their names may clash, also on file systems that ignore case.
  fileprivate var clashKey: [UInt8] {
    let bytes = folders.flatMap { $0.bytes + [UInt8(ascii: "/")] } + name.stem
    return bytes.map(\.lowercased)
  }
}

extension FilePath {
  /// The last component; `.` if the path is a root.
  var fileName: FileName { lastComponent.map { FileName($0) } ?? FileName(".") }
}
