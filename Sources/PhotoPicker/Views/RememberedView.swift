import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The paths of a view as they were shown, so that a number goes on meaning the photo that bore it.
public struct RememberedView: Sendable, Equatable {
  /// A group with the number of its photos.
  public struct Group: Sendable, Equatable {
    /// The key by which a person names the group.
    public var key: String
    /// The heading.
    public var title: String
    /// The number of photos.
    public var count: Int
  }

  /// The groups in order.
  public private(set) var groups: [Group]
  /// The absolute paths of the folders and files that were named to find the photos.
  public private(set) var roots: [FilePath]
  private var folders: [[UInt8]]
  private var photos: [Photo]

  private struct Photo: Hashable {
    var folder: Int
    var name: [UInt8]
  }

  /// The number of photos.
  public var count: Int { photos.count }

  /// The paths of a view.
  ///
  /// - Parameters:
  ///   - view: the view as it was shown.
  ///   - roots: the folders and files that were named to find its photos.
  public init(_ view: NumberedView, roots: [FilePath] = []) {
    self.roots = RootPath.resolve(roots).map(\.path)
    groups = view.groups.map { Group(key: $0.key, title: $0.title, count: $0.assets.count) }
    folders = []
    photos = []
    photos.reserveCapacity(view.count)
    var places = FolderPlaces()
    for group in view.groups {
      for asset in group.assets {
        let folder = asset.folder
        let place = places.place(of: folder)
        if place == folders.count { folders.append(folder.bytes) }
        photos.append(Photo(folder: place, name: asset.name.bytes))
      }
    }
  }

  /// The view as a selection knows it.
  public var selectable: SelectableView {
    var start = 0
    let groups = groups.map { group in
      defer { start += group.count }
      return SelectableView.Group(key: group.key, title: group.title, positions: start..<start + group.count)
    }
    return SelectableView(count: count, groups: groups)
  }

  /// The path of the photo at a position, which counts from 0; `nil` beyond the end.
  public func path(at position: Int) -> FilePath? {
    guard photos.indices.contains(position) else { return nil }
    let photo = photos[position]
    return FilePath(fileSystemBytes: folders[photo.folder] + [UInt8(ascii: "/")] + photo.name)
  }

  /// For positions, the others at which the same photo stands, as it does in the groups of its keywords.
  public func copies(of positions: Set<Int>) -> [Int: [Int]] {
    positions.copies(in: photos) { photos.indices.contains($0) ? photos[$0] : nil }
  }

  /// Reads the photos at positions, which count from 0.
  ///
  /// - Returns: the photos that are there, and a problem for each that is gone or cannot be read.
  public func read(_ positions: [Int], with scanner: LibraryScanner) -> (
    picked: [PickedAsset], problems: [ScanProblem]
  ) {
    let groupStarts = selectable.groups.map(\.positions)
    var picked = [PickedAsset]()
    var problems = [ScanProblem]()
    for position in positions {
      guard let path = path(at: position) else { continue }
      let section = groupStarts.partitioningIndex { $0.upperBound > position }
      do throws(ScanProblem) {
        let asset = try scanner.read(path)
        picked.append(
          PickedAsset(
            asset: asset, number: position + 1,
            indexPath: ItemIndexPath(section: section, item: position - groupStarts[section].lowerBound),
            groupKey: groups[section].key))
      } catch {
        problems.append(error.worded("photo \(position + 1) is gone or cannot be read: \(error.reason)"))
      }
    }
    return (picked, problems)
  }
}

/// Numbers folders from 0 in the order in which they are first asked for.
private struct FolderPlaces {
  private var byPath: [Folder: Int] = [:]
  /// The photos of a folder mostly share one object, which is found without a look at its path.
  private var byObject: [ObjectIdentifier: Int] = [:]

  mutating func place(of folder: Folder) -> Int {
    if let place = byObject[ObjectIdentifier(folder)] { return place }
    let place = byPath[folder, default: byPath.count]
    // As a key the folder stays, so that no other takes its address.
    if byPath.updateValue(place, forKey: folder) == nil { byObject[ObjectIdentifier(folder)] = place }
    return place
  }
}

extension RememberedView {
  /// The first text of a kept view. All texts end in NUL: after this one come the number of groups, their keys, titles
  /// and counts; the number of roots and their paths; the number of folders and their paths; the number of photos, and
  /// for each the number of its folder and its name; then `end`.
  private static let signature = "photopick view 2"

  /// The view as it is kept in a file.
  var encoded: [UInt8] {
    var fields = OutputBuffer()
    fields.reserve(photos.count * 32)
    func append(_ text: String) {
      fields.append(text.utf8.filter { $0 != 0 })
      fields.append(0)
    }
    func append(_ number: Int) {
      fields.append(decimal: Int64(number))
      fields.append(0)
    }
    append(Self.signature)
    append(groups.count)
    for group in groups {
      append(group.key)
      append(group.title)
      append(group.count)
    }
    append(roots.count)
    for root in roots {
      fields.append(root.fileSystemBytes)
      fields.append(0)
    }
    append(folders.count)
    for folder in folders {
      fields.append(folder)
      fields.append(0)
    }
    append(photos.count)
    for photo in photos {
      fields.append(decimal: Int64(photo.folder))
      fields.append(UInt8(ascii: "/"))
      fields.append(photo.name)
      fields.append(0)
    }
    append("end")
    return fields.take()
  }

  /// A view from what is kept in a file; `nil` if that is damaged or of another version.
  init?(encoded bytes: [UInt8]) {
    var fields = NULFields(bytes)
    guard fields.next()?.elementsEqual(Self.signature.utf8) == true, let groupCount = fields.count() else {
      return nil
    }
    groups = []
    roots = []
    folders = []
    photos = []
    var total = 0
    for _ in 0..<groupCount {
      guard let key = fields.next(), let title = fields.next(), let count = fields.count() else { return nil }
      groups.append(
        Group(
          key: String(decoding: key, as: UTF8.self), title: String(decoding: title, as: UTF8.self),
          count: count))
      total += count
    }
    guard let rootCount = fields.count() else { return nil }
    for _ in 0..<rootCount {
      guard let root = fields.next() else { return nil }
      roots.append(FilePath(fileSystemBytes: root))
    }
    guard let folderCount = fields.count() else { return nil }
    for _ in 0..<folderCount {
      guard let folder = fields.next() else { return nil }
      folders.append(Array(folder))
    }
    guard let photoCount = fields.count(), photoCount == total else { return nil }
    for _ in 0..<photoCount {
      guard let field = fields.next(), let slash = field.firstIndex(of: UInt8(ascii: "/")),
        let folder = Int(String(decoding: field[..<slash], as: UTF8.self)), folders.indices.contains(folder),
        slash + 1 < field.endIndex
      else { return nil }
      photos.append(Photo(folder: folder, name: Array(field[(slash + 1)...])))
    }
    guard fields.next()?.elementsEqual("end".utf8) == true else { return nil }
  }
}

/// Reads texts that end in NUL one after the other.
private struct NULFields {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
    defer { position = end + 1 }
    return bytes[position..<end]
  }

  /// A number of things that follow; never more than there are bytes left.
  mutating func count() -> Int? {
    guard let field = next(), let number = Int(String(decoding: field, as: UTF8.self)),
      (0...bytes.count).contains(number)
    else { return nil }
    return number
  }
}
