import PhotoFiles

/// The current findings of a walk, so that the next walk reads only changes.
struct WalkRecords: Sendable {
  private var folders: [Folder: FolderRecord] = [:]
  private var namedFiles: [Folder: [FileName: FileFinding]] = [:]
  private var roots: [PolledPath] = []
  private var stale: Set<Folder> = []
  /// The folders of proxies, which changes of other folders make stale.
  private var proxyFolders: Set<Folder> = []
  private(set) var isIncomplete = false

  /// Removes the records of a moved, replaced or deleted folder and its descendants.
  ///
  /// - Returns: The removed folders.
  mutating func forget(_ top: Folder) -> [Folder] {
    var forgotten: [Folder] = []
    var rest = [top]
    while let folder = rest.popLast() {
      guard let record = folders.removeValue(forKey: folder) else { continue }
      proxyFolders.remove(folder)
      forgotten.append(folder)
      rest += record.subfolders + record.linkedFolders.map(\.path)
    }
    if !forgotten.isEmpty { isIncomplete = true }
    return forgotten
  }

  mutating func markStale(_ changed: Set<Folder>) {
    stale.formUnion(changed)
    stale.formUnion(
      proxyFolders.filter { !changed.isDisjoint(with: folders[$0]?.filmFolders ?? []) })
  }

  mutating func markAllStale() { stale.formUnion(folders.keys) }

  subscript(_ folder: Folder) -> FolderRecord? { folders[folder] }

  func current(_ folder: Folder) -> FolderRecord? { stale.contains(folder) ? nil : folders[folder] }

  func namedFiles(in folder: Folder) -> [FileName: FileFinding] { namedFiles[folder] ?? [:] }

  mutating func keep(_ record: FolderRecord, of folder: Folder) {
    folders[folder] = record
    if record.filmFolders.isEmpty { proxyFolders.remove(folder) } else { proxyFolders.insert(folder) }
  }

  mutating func keep(_ files: [FileFinding], of place: FileBatch.Place) {
    if place.isNamed {
      for file in files { namedFiles[place.folder, default: [:]][file.name] = file }
    } else if holds(place) {
      folders[place.folder]?.batches[place.number] = files
    }
  }

  /// Returns `true` if the path still refers to the folder whose files were listed.
  func holds(_ place: FileBatch.Place) -> Bool {
    guard !place.isNamed, let record = folders[place.folder] else { return true }
    return record.identity == place.identity && record.batches.indices.contains(place.number)
  }

  mutating func keep(_ roots: [PolledPath]) { self.roots += roots }

  func folders(missingIn others: WalkRecords) -> [Folder] {
    folders.keys.filter { others.folders[$0] == nil }
  }

  func beginsLike(_ others: WalkRecords) -> Bool {
    roots.map(\.status?.kind) == others.roots.map(\.status?.kind)
      && namedFiles.mapValues(\.count) == others.namedFiles.mapValues(\.count)
  }

  var polledPaths: [PolledPath] { roots + folders.flatMap { $1.polledPaths(in: $0) } }
}
