import PhotoFiles
import PhotoFormats
import SystemPackage

/// A cache of file metadata, so that a scan reads only new and modified files.
///
/// A scan looks up files before reading them, and stores its findings. A cached value is used only if the file has the
/// same status, so an incomplete cache affects only the speed.
package protocol MetadataCache: Sendable {
  /// Returns the cached content of a folder. Called concurrently.
  ///
  /// - Parameter facts: Values shared between photos.
  func known(_ folder: Folder, sharing facts: SharedFacts) -> KnownFolder

  /// Returns the cached file with a device, inode and birth time, regardless of its path. Called concurrently.
  func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile?

  /// Stores the findings of a scan. Called from a single task. May suspend to limit the number of pending writes.
  func absorb(_ reports: [ScanReport]) async

  func finish() async

  /// Flushes all findings after a cancelled scan, without further maintenance.
  func stop() async
}

package struct KnownFolder: Sendable {
  /// The files by name, including files that are no photos.
  package var files: KnownFiles
  /// The names of subfolders, with the resolved path if it differs.
  package var folders: [FileName: FilePath?]
  package var identity: FileStatus.Identity?
  /// The resolved path if it differs.
  package var target: FilePath?

  package init(
    files: KnownFiles = KnownFiles(), folders: [FileName: FilePath?] = [:],
    identity: FileStatus.Identity? = nil, target: FilePath? = nil
  ) {
    self.files = files
    self.folders = folders
    self.identity = identity
    self.target = target
  }
}

/// The metadata of a file in a cache. A reference, because a scan copies `KnownFile` several times.
package final class KnownMetadata: Sendable {
  /// The camera and values of a photo as `SharedFacts` returns them.
  package struct SharedParts: Sendable {
    package var camera: CameraName?
    package var values = MetadataValues()

    package init() {}
  }

  private let unshared: PhotoMetadata
  private let shared: SharedParts?

  package init(_ metadata: PhotoMetadata) { (unshared, shared) = (metadata, nil) }

  /// Creates metadata without camera and values, which others share.
  package init(_ metadata: PhotoMetadata, sharing parts: SharedParts) {
    (unshared, shared) = (metadata, parts)
  }

  /// The metadata with camera and values.
  package var complete: PhotoMetadata {
    guard let shared else { return unshared }
    var metadata = unshared
    (metadata.camera, metadata.values) = (shared.camera?.camera, shared.values)
    return metadata
  }

  /// Returns the asset of a file with this metadata.
  package func asset(
    _ name: FileName, in folder: Folder, _ status: FileStatus, isSymbolicLink: Bool, _ clocks: LibraryClocks
  ) -> Asset {
    Asset(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: unshared,
      clocks: clocks, camera: shared.map(\.camera) ?? unshared.camera.map(CameraName.init),
      values: shared.map(\.values) ?? unshared.values)
  }
}

package struct KnownFile: Sendable {
  /// The device number, which may change when the device is mounted again; 0 if unknown.
  package var device: UInt64 = 0
  package var inode: UInt64
  package var size: Int64
  package var modified: FileStatus.Time
  package var changed: FileStatus.Time
  package var birth: FileStatus.Time?
  /// Whether any later change of the file or its sidecars must alter their status, except for unsynchronized writes
  /// to mapped memory.
  package var isSettled: Bool
  package var isSymbolicLink = false
  package var sidecars: [SeenSidecar] = []
  /// The metadata of file and sidecars, or `nil` if the file is no photo.
  package var metadata: KnownMetadata?

  package init(
    inode: UInt64, size: Int64, modified: FileStatus.Time, changed: FileStatus.Time, birth: FileStatus.Time?,
    isSettled: Bool, metadata: KnownMetadata?
  ) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.birth = birth
    self.isSettled = isSettled
    self.metadata = metadata
  }

  /// Returns `true` if the status proves that the file at the same path, except for its sidecars, hasn't changed.
  package func matches(_ status: FileStatus) -> Bool {
    inode == status.identity.inode && size == status.size && modified == status.modified
      && changed == status.changed
  }

  /// Returns `true` if the status proves that a file was moved with a parent folder.
  ///
  /// Renaming a file alters its change time, like overwriting it and restoring its modification time, so such files
  /// are read again. The same applies to files with whole-second timestamps, such as on memory cards: two of them may
  /// agree in all compared values.
  package func matchesMoved(_ status: FileStatus, birth: FileStatus.Time) -> Bool {
    self.birth == birth && birth.nanoseconds != 0 && changed.nanoseconds != 0
      && device == status.identity.device && matches(status)
  }
}

package enum ScanReport: Sendable {
  case folder(FolderReport)
  /// A file that was read, or recognized as moved.
  indirect case file(FileReport)
  case unreadableFile(Folder, FileName)
  /// A folder that is listed under a different path.
  case hiddenFolder(Folder)

  package struct FolderReport: Sendable {
    package var folder: Folder
    package var identity: FileStatus.Identity
    /// The resolved path if it differs, because a symbolic link is part of the path.
    package var target: FilePath?
    package var goneFiles: [FileName]
    package var goneFolders: [FileName]

    package init(
      folder: Folder, identity: FileStatus.Identity, target: FilePath?, goneFiles: [FileName] = [],
      goneFolders: [FileName] = []
    ) {
      self.folder = folder
      self.identity = identity
      self.target = target
      self.goneFiles = goneFiles
      self.goneFolders = goneFolders
    }
  }

  package struct FileReport: Sendable {
    package var folder: Folder
    package var name: FileName
    package var file: KnownFile
    package var asset: Asset?
  }
}

/// The cached files of a folder, sorted by name.
///
/// Caches return files mostly in this order, and walks look them up in this order, so that a lookup usually finds the
/// next element. This is faster than a dictionary.
package struct KnownFiles: Sendable {
  package struct Entry: Sendable {
    package let name: FileName
    package let file: KnownFile

    package init(name: FileName, file: KnownFile) {
      self.name = name
      self.file = file
    }
  }

  /// Sorted by the bytes of the names.
  private(set) var entries: [Entry]

  /// Creates a list from unsorted entries. The last entry of a name takes precedence.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
    let isAscending = entries.indices.dropFirst()
      .allSatisfy { entries[$0 - 1].name.bytesPrecede(entries[$0].name) }
    guard !isAscending else { return }
    self.entries.sort { $0.name.bytesPrecede($1.name) }
    var kept = 0
    for entry in self.entries {
      if kept > 0, self.entries[kept - 1].name == entry.name { kept -= 1 }
      self.entries[kept] = entry
      kept += 1
    }
    self.entries.removeSubrange(kept...)
  }

  var count: Int { entries.count }

  package subscript(name: FileName) -> KnownFile? {
    var index = 0
    return file(name, near: &index)
  }

  /// Returns the file of a name.
  ///
  /// - Parameter index: The index to try first, replaced by the index after the result.
  func file(_ name: FileName, near index: inout Int) -> KnownFile? {
    if !holds(name, at: index) {
      let found = entries.partitioningIndex { !$0.name.bytesPrecede(name) }
      guard holds(name, at: found) else { return nil }
      index = found
    }
    defer { index += 1 }
    return entries[index].file
  }

  private func holds(_ name: FileName, at index: Int) -> Bool {
    index < entries.count && entries[index].name == name
  }
}
