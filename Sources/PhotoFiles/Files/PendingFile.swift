import CFileSystem
import Synchronization
import SystemPackage

/// A file that is being written, and gets its name in one step when it is complete; removed with its last reference if
/// it has no name by then.
///
/// photopick writes all files for later reading this way. Until then the file has a hidden name in its folder, or no
/// name if the file system can do that. The next writer in the folder removes what a terminated program has left.
package final class PendingFile: Sendable {
  package enum Placement: Sendable {
    case replacing
    case exclusively
  }

  /// The purpose of a hidden file, with the suffix.
  package enum Purpose: String, Sendable, CaseIterable {
    case writing = ".part"
    /// A browser opens the file under the hidden name.
    case page = ".html"
    /// SQLite writes further files next to it, with longer names.
    case database = ".sqlite"
  }

  /// The data that survives a power failure once a file has its name.
  package enum Durability: Sendable {
    /// Nothing for certain: for files that can be recreated.
    case none
    /// The content, so that the name never leads to half a file.
    case content
    case contentAndName
  }

  package let descriptor: FileDescriptor
  package let hiddenName: FileName?
  private let folder: OpenFolder
  /// The folder of the hidden file if it isn't `folder`.
  private let staging: (path: FilePath, folder: OpenFolder)?
  private let isTemporary: Atomic<Bool>

  /// Creates an empty file in the folder of the final name.
  ///
  /// - Parameters:
  ///   - prefersNoName: whether to create an unnamed file if the file system can (O_TMPFILE, open(2)).
  ///   - willHide: called with the hidden name before a file gets it.
  package init(
    in folder: OpenFolder, mode: mode_t = 0o666, prefersNoName: Bool = false, purpose: Purpose = .writing,
    willHide: (FileName) throws -> Void = { _ in }
  ) throws {
    self.folder = folder
    isTemporary = Atomic(true)
    if folder.isRemote {
      AbandonedParts.removeOnce(from: folder)
      // The server stores the bytes in one step.
      guard purpose == .database else {
        (descriptor, hiddenName, staging) = (try FileDescriptor.openedWithoutName(), nil, nil)
        return
      }
      let path = try UserFolders.current.cache
      try OpenFolder.make(path)
      let place = try OpenFolder(path)
      AbandonedParts.removeOnce(from: place)
      let name = AbandonedParts.newName(for: purpose)
      descriptor = try place.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      (hiddenName, staging) = (name, (path, place))
      return
    }
    staging = nil
    AbandonedParts.removeOnce(from: folder)
    if prefersNoName {
      let unnamed = file_open_unnamed(folder.descriptor.rawValue, mode)
      if unnamed >= 0 {
        descriptor = FileDescriptor(rawValue: unnamed)
        hiddenName = nil
        return
      }
      let failure = Errno(rawValue: errno)
      // A kernel that lacks O_TMPFILE tries to open the folder as a file (open(2)).
      guard failure.isOfMissingCall || [.isDirectory, .noSuchFileOrDirectory].contains(failure) else {
        throw failure
      }
    }
    let name = AbandonedParts.newName(for: purpose)
    try willHide(name)
    descriptor = try folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
    hiddenName = name
  }

  /// Makes an empty file that will replace a regular file of a folder, with the owner, permissions, access control list
  /// and extended attributes of that file, as far as the user may set them.
  ///
  /// - Parameter limit: the maximum permission bits of the file.
  package convenience init(
    in folder: OpenFolder, replacing name: FileName, atMost limit: mode_t = 0o7777
  ) throws {
    // No other user can access it before it has the permissions of the file that it replaces.
    try self.init(in: folder, mode: 0o600)
    if folder.isRemote { return }
    try takeAttributes(of: name, atMost: limit)
  }

  private func takeAttributes(of name: FileName, atMost limit: mode_t) throws(Errno) {
    let file: FileDescriptor
    do throws(Errno) {
      file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch .permissionDenied {
      // It is unknown who else may use a file that this user cannot open.
      let permissions = try folder.status(of: name)?.permissions ?? 0
      return try descriptor.setPermissions(permissions & limit & 0o700)
    }
    let original = try OpenFile(owning: file)
    try withExtendedLifetime(original) { () throws(Errno) in
      try descriptor.takeAttributes(of: original.descriptor, atMost: limit)
    }
  }

  /// Opens a file that has a name of the caller's choice until it is finished.
  ///
  /// If a previous writer has left a file under that name, `write` overwrites its bytes, which works on a full disk
  /// too, and truncates the rest. The caller ensures that the name has a single writer at a time.
  ///
  /// - Parameter remains: whether an unfinished file remains under that name.
  package init(
    in folder: OpenFolder, under name: FileName, mode: mode_t = 0o666, remains: Bool = false
  ) throws(Errno) {
    self.folder = folder
    staging = nil
    isTemporary = Atomic(!remains)
    descriptor = try folder.open(name, O_RDWR | O_CREAT, mode: mode)
    hiddenName = name
  }

  deinit {
    try? descriptor.close()
    if let hiddenName, isTemporary.load(ordering: .acquiring) {
      try? (staging?.folder ?? folder).remove(hiddenName)
    }
  }

  /// Returns the path of the hidden file, or `nil` for an unnamed file.
  ///
  /// - Parameter folder: The path of the folder of the final name.
  package func hiddenPath(in folder: FilePath) -> FilePath? {
    hiddenName.map { (staging?.path ?? folder).appending($0) }
  }

  package func write(_ bytes: [UInt8]) throws(Errno) {
    try withErrno {
      try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
      try descriptor.resize(to: Int64(bytes.count), retryOnInterrupt: true)
    }
  }

  /// Returns a hidden name of this process for a temporary file on a server.
  package static func newHiddenName() -> FileName { AbandonedParts.newName() }

  /// Returns whether a name is the hidden one of a file that is, or was, being written.
  package static func isHiddenName(_ name: FileName) -> Bool { AbandonedParts.writer(of: name) != nil }

  package func relinquish() { isTemporary.store(false, ordering: .releasing) }

  /// Gives the file the final name. Throws `Errno.fileExists` if it is placed exclusively and the name is taken.
  package func finish(
    as name: FileName, _ placement: Placement, durability: Durability = .none
  ) throws(Errno) {
    if let remote = folder.remote {
      let size = Int(try FileStatus(descriptor).size)
      try remote.write(.file(descriptor, count: size), to: name, placement)
      // The hidden file is removed with this object.
      return
    }
    if durability != .none { try descriptor.synchronize() }
    switch (hiddenName, placement) {
    case (let hidden?, .replacing): try folder.replace(hidden, in: folder, as: name)
    case (let hidden?, .exclusively): try folder.renameExclusively(hidden, to: folder, as: name)
    case (nil, .exclusively): try link(as: name)
    case (nil, .replacing):
      let hidden = AbandonedParts.newName()
      try link(as: hidden)
      do throws(Errno) {
        try folder.replace(hidden, in: folder, as: name)
      } catch {
        try? folder.remove(hidden)
        throw error
      }
    }
    relinquish()
    if durability == .contentAndName { try folder.synchronize() }
  }

  private func link(as name: FileName) throws(Errno) {
    try Errno.check(
      name.withPlatformString { file_name_unnamed(descriptor.rawValue, folder.descriptor.rawValue, $0) })
  }
}
