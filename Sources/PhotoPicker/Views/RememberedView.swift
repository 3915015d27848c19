import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The paths of a displayed view, which keep its numbers valid.
public struct RememberedView: Sendable, Equatable {
  public struct Group: Sendable, Equatable {
    /// The key for `@`.
    public var key: String
    public var title: String
    public var count: Int
  }

  public private(set) var groups: [Group]
  /// The absolute paths of the scanned folders and files.
  public private(set) var roots: [FilePath]
  /// The view options as in a command, such as `--where rating:>=3`; empty if all have their defaults.
  public private(set) var options: String
  /// The folder in which the view was displayed; `nil` if it was deleted.
  package private(set) var origin: FilePath?
  /// Whether a photo represents its stack.
  public private(set) var showsStacks: Bool
  private var folders: [[UInt8]]
  /// The names of all photos, one after another.
  private var names: [UInt8]
  private var photos: [Photo]

  private struct Photo: Equatable {
    var folder: Int
    /// The range in `names`.
    var name: Range<Int>
  }

  public var count: Int { photos.count }

  /// Creates the paths of a view that is displayed in the current folder.
  public init(
    _ view: NumberedView, roots: [FilePath] = [], options: String = "", showsStacks: Bool = false
  ) {
    self.roots = RootPath.resolve(roots).map(\.path)
    self.options = options
    origin = FilePath.currentFolder
    self.showsStacks = showsStacks
    groups = view.groups.map { Group(key: $0.key, title: $0.title, count: $0.assets.count) }
    (folders, names, photos) = ([], [], [])
    photos.reserveCapacity(view.count)
    names.reserveCapacity(view.count * Self.usualNameLength)
    var places = FolderPlaces()
    for group in view.groups {
      for asset in group.assets {
        let (place, start) = (places.place(of: asset), names.count)
        if place == folders.count { folders.append(asset.folder.bytes) }
        names += asset.name.bytes
        photos.append(Photo(folder: place, name: start..<names.count))
      }
    }
  }

  private static let usualNameLength = 16

  public var selectable: SelectableView {
    var start = 0
    let groups = groups.map { group in
      defer { start += group.count }
      return SelectableView.Group(key: group.key, title: group.title, positions: start..<start + group.count)
    }
    return SelectableView(count: count, groups: groups)
  }

  /// Returns the path at a position, from 0.
  public func path(at position: Int) -> FilePath? {
    guard photos.indices.contains(position) else { return nil }
    let photo = photos[position]
    return FilePath(fileSystemBytes: folders[photo.folder] + [UInt8(ascii: "/")] + names[photo.name])
  }

  /// Returns other positions of the same photos, such as in several keyword groups.
  public func copies(of positions: Set<Int>) -> [Int: [Int]] {
    positions.copies(in: photos.lazy.map(file)) { photos.indices.contains($0) ? file(photos[$0]) : nil }
  }

  private struct File: Hashable {
    var folder: Int
    var name: ArraySlice<UInt8>
  }

  private func file(_ photo: Photo) -> File { File(folder: photo.folder, name: names[photo.name]) }

  /// Reads the photos at these positions, from 0.
  ///
  /// - Returns: The photos, and a problem for each missing one.
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
        problems.append(error.worded("photo \(position + 1) was deleted or is unreadable: \(error.reason)"))
      }
    }
    return (picked, problems)
  }
}

/// Numbers folders from 0 in order of first use.
private struct FolderPlaces {
  private var byPath: [Folder: Int] = [:]
  /// Most photos of a folder share one object, which is faster to find than a path.
  private var byObject: [ObjectIdentifier: Int] = [:]

  mutating func place(of asset: Asset) -> Int {
    if let place = byObject[asset.folderIdentifier] { return place }
    let folder = asset.folder
    let place = byPath[folder, default: byPath.count]
    // The dictionary retains the folder, so its address can't be reused.
    if byPath.updateValue(place, forKey: folder) == nil { byObject[ObjectIdentifier(folder)] = place }
    return place
  }
}

extension RememberedView: StoredRecord {
  package static let signature = "photopick view 5"

  package func encode(to output: inout RecordEncoder) {
    output.append(count: groups.count)
    for group in groups {
      output.append(group.key)
      output.append(group.title)
      output.append(count: group.count)
    }
    output.append(each: roots)
    output.append(options)
    output.append(each: origin.map { [$0] } ?? [])
    output.append(count: showsStacks ? 1 : 0)
    output.append(count: folders.count)
    for folder in folders { output.append(bytes: folder) }
    output.append(count: photos.count)
    for photo in photos {
      output.append(count: photo.folder)
      output.append(bytes: names[photo.name])
    }
  }

  package init(from input: inout RecordDecoder) throws(RecordDamage) {
    (groups, folders, names, photos, options, showsStacks) = ([], [], [], [], "", false)
    var total = 0
    for _ in 0..<(try input.count()) {
      let group = Group(key: try input.text(), title: try input.text(), count: try input.count())
      groups.append(group)
      total += group.count
      guard total <= input.remaining else { throw RecordDamage() }
    }
    roots = try input.array()
    options = try input.text()
    let origins: [FilePath] = try input.array()
    origin = origins.first
    showsStacks = try input.index(below: 2) == 1
    for _ in 0..<(try input.count()) { folders.append(try input.data()) }
    guard try input.count() == total else { throw RecordDamage() }
    photos.reserveCapacity(total)
    for _ in 0..<total {
      let (folder, start) = (try input.index(below: folders.count), names.count)
      names += try input.part()
      photos.append(Photo(folder: folder, name: start..<names.count))
    }
    // A folder and a name must form exactly this path.
    guard folders.allSatisfy({ RootPath.isAbsolute($0) && !$0.contains(0) }),
      photos.allSatisfy({ !$0.name.isEmpty }), !names.contains(0)
    else { throw RecordDamage() }
  }
}
