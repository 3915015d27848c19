import PhotoExport
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The shots of picked photos, with the files of each that an export takes.
struct ExportShots {
  /// A file of a shot, with the number of the picked photo.
  struct File {
    let picked: PickedAsset
    let role: AssetStack.Role
    /// Whether the file itself was picked.
    let isChosen: Bool

    var asset: Asset { picked.asset }
  }

  /// The files of one shot; the picked one, which is first, represents it.
  struct Shot {
    var files: [File]

    /// The file whose new name the names of the others follow from: the original with the shortest name.
    var named: File {
      files.min { left, right in
        let (first, second) = (left.isDerived ? 1 : 0, right.isDerived ? 1 : 0)
        return first == second ? left.asset.name.stem.count < right.asset.name.stem.count : first < second
      } ?? files[0]
    }
  }

  private(set) var shots: [Shot] = []

  /// Groups picked photos by shot, and finds the other files.
  ///
  /// - Parameters:
  ///   - hasShots: Whether the photos are in their shots already.
  ///   - scanner: Scans the folders of the photos otherwise.
  ///   - pictures: The pictures to take; photos without one are named on stderr.
  /// - Throws: `CancellationError`.
  init(
    _ picked: [PickedAsset], hasShots: Bool, with scanner: LibraryScanner, taking pictures: PictureChoice
  ) async throws {
    let stacked =
      hasShots ? picked : try await picked.inShots(with: scanner, by: StackCovers.ofUser().finder)
    let chosen = Set(picked.map { PhotoKey($0.asset) })
    var known = Set<PhotoKey>()
    for photo in stacked where !known.contains(PhotoKey(photo.asset)) {
      let members = ViewUnit.shot.members(of: photo.asset).map { member in
        let file = PickedAsset(
          asset: member.asset, number: photo.number, indexPath: photo.indexPath, groupKey: photo.groupKey)
        return File(picked: file, role: member.role, isChosen: chosen.contains(PhotoKey(member.asset)))
      }
      known.formUnion(members.lazy.map { PhotoKey($0.asset) })
      let (first, others) = (
        members.filter { $0.isFile(of: photo) }, members.filter { !$0.isFile(of: photo) }
      )
      shots.append(Shot(files: first + others))
    }
    if pictures != .all { keep(pictures) }
  }

  /// All files, with the numbers of the picked photos.
  var files: [PickedAsset] { shots.flatMap(\.files).map(\.picked) }

  /// Keeps only these files, and shots with one of them.
  mutating func keep(_ files: [PickedAsset]) {
    let kept = Set(files.lazy.map { PhotoKey($0.asset) })
    filter { kept.contains(PhotoKey($0.asset)) }
  }

  /// Keeps one picture of each shot: the best one, an edit before its original, and the camera's picture before a smaller
  /// preview in RAW. A shot without a picture keeps its videos.
  ///
  /// - Throws: `CancellationError`.
  mutating func keepBestPictures(_ options: ExportPictureOptions) throws {
    var previews = SmallPreviews()
    for index in shots.indices {
      try Task.checkCancellation()
      guard let best = shots[index].bestPicture else { continue }
      shots[index].files = [best.file]
      if let preview = best.preview { previews.check(best.file.asset, preview, options.fit ?? .asIs) }
    }
    previews.report()
  }

  private mutating func keep(_ pictures: PictureChoice) {
    let all = shots
    filter { pictures.includes($0.role) }
    let missing = all.filter { shot in shot.files.allSatisfy { !pictures.includes($0.role) } }
    guard let first = missing.first else { return }
    let name = first.files[0].asset.name.text
    let subject = missing.count == 1 ? name : "\(missing.count) photos, such as \(name),"
    Diagnostics.note(
      "\(subject) \(missing.count == 1 ? "has" : "have") no picture for --pictures \(pictures)")
  }

  private mutating func filter(_ isKept: (File) -> Bool) {
    shots = shots.compactMap { shot in
      let files = shot.files.filter(isKept)
      return files.isEmpty ? nil : Shot(files: files)
    }
  }
}

extension ExportShots.File {
  /// Whether the file was made of a picture, or goes along with one.
  fileprivate var isDerived: Bool { role == .edited || role == .video }

  fileprivate func isFile(of photo: PickedAsset) -> Bool { PhotoKey(asset) == PhotoKey(photo.asset) }

  /// The number of pixels by the header.
  fileprivate var area: UInt64 { asset.pixelSize?.area ?? 0 }

  /// The size of the largest preview in a RAW file, which is read; `nil` on servers.
  fileprivate var previewSize: PixelSize? { asset.path.isRemote ? nil : (try? PhotoLens(asset.path))?.size }
}

extension ExportShots.Shot {
  /// The best picture, and the size of the preview if it is a RAW file; `nil` if there are only videos. Damaged files
  /// come last.
  fileprivate var bestPicture: (file: ExportShots.File, preview: PixelSize?)? {
    let pictures = files.filter { !$0.asset.isVideo }
    let sound = pictures.filter { $0.asset.damage == nil }
    func largest(_ role: AssetStack.Role) -> ExportShots.File? {
      (sound.isEmpty ? pictures : sound).filter { $0.role == role }.max { $0.area < $1.area }
    }
    if let edited = largest(.edited) { return (edited, nil) }
    let photo = largest(.photo)
    guard let raw = largest(.raw) else { return photo.map { (file: $0, preview: nil) } }
    // A RAW file is shown by its preview, which is rarely larger than the camera's picture.
    if let photo, photo.area >= raw.area { return (photo, nil) }
    let preview = raw.previewSize
    if let photo, photo.area >= preview?.area ?? 0 { return (photo, nil) }
    return (raw, preview)
  }
}

extension [PickedAsset] {
  /// Returns the photos in their stacks, which are found among the files of their folders.
  ///
  /// Reading all photos of a folder on a server could take a request for each. There, a shot consists of files whose names
  /// have the same stem.
  fileprivate func inShots(with scanner: LibraryScanner, by finder: StackFinder) async throws -> [PickedAsset]
  {
    let remote = filter { $0.asset.path.isRemote }
    if remote.isEmpty { return try await stacked(with: scanner, by: finder) }
    let local = try await filter { !$0.asset.path.isRemote }.stacked(with: scanner, by: finder)
    let known = Set(remote.map(\.asset.path))
    var files: [FilePath] = []
    for (folder, photos) in Dictionary(grouping: remote, by: \.asset.folder) {
      let stems = Set(photos.map { ShotName($0.asset.name).stem })
      let names = (try? OpenFolder(folder.path).names()) ?? []
      files += names.filter { stems.contains(ShotName($0).stem) }.map(folder.path(of:))
    }
    // The photos themselves aren't read again.
    let others = try await scanner.scan(files.filter { !known.contains($0) }).assets
    let found = finder.stacked(remote.map(\.asset) + others)
    let inStacks = Dictionary((local.map(\.asset) + found).map { (PhotoKey($0), $0) }) { first, _ in first }
    return map { photo in
      PickedAsset(
        asset: inStacks[PhotoKey(photo.asset)].map(photo.asset.inGroups) ?? photo.asset, number: photo.number,
        indexPath: photo.indexPath, groupKey: photo.groupKey)
    }
  }
}

/// The RAW files whose previews are smaller than the pictures that are made of them.
private struct SmallPreviews {
  private var first: (name: String, size: PixelSize)?
  private var count = 0

  /// Previews that lack some rows and columns at the edges count as large enough.
  private static let tolerance = 0.95

  mutating func check(_ raw: Asset, _ size: PixelSize, _ fit: FitSize) {
    guard let full = raw.shownSize else { return }
    let scales = [(fit.width, full.width), (fit.height, full.height)].map { wanted, side in
      wanted == 0 ? 1 : Double(wanted) / Double(side)
    }
    let wanted = Double(max(full.width, full.height)) * (scales + [1]).reduce(1, min)
    guard Double(max(size.width, size.height)) < wanted * Self.tolerance else { return }
    count += 1
    if first == nil { first = (raw.name.text, size) }
  }

  func report() {
    guard let first else { return }
    let size = "\(first.size.width)×\(first.size.height)"
    Diagnostics.note(
      count == 1
        ? "\(first.name): its preview, \(size), is smaller than requested"
        : "the previews of \(count) RAW photos are smaller than requested, such as \(first.name): \(size)")
  }
}
