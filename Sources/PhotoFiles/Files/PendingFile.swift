import CFileSystem
import Synchronization
import SystemPackage

/// A file being written, which gets its name in one step once it is whole; removed with its last reference unless it
/// got one.
///
/// It is the one way in which photopick writes files that somebody reads later. Until it is finished it stands in its
/// folder under a hidden name, or under none if the file system can do that. What a kill leaves behind is removed by
/// the next process that writes into the folder.
package final class PendingFile: Sendable {
  /// What may happen to a file that has the name already.
  package enum Placement: Sendable {
    case replacing
    case exclusively
  }

  /// What a hidden file is for, with the end of its name.
  package enum Purpose: String, Sendable, CaseIterable {
    /// It is written, and gets its own name once it is whole.
    case writing = ".part"
    /// A browser opens it under the hidden name.
    case page = ".html"
  }

  /// What is on the disk when a file has its name, so that it holds even after the power failed.
  package enum Durability: Sendable {
    /// Nothing for certain: for what can be made anew.
    case none
    /// The content, so that the name never leads to half a file.
    case content
    /// The content and the name.
    case contentAndName
  }

  package let descriptor: FileDescriptor
  package let hiddenName: FileName?
  private let folder: OpenFolder
  private let isTemporary: Atomic<Bool>

  /// Makes an empty file in the folder in which it will get its name.
  ///
  /// - Parameters:
  ///   - prefersNoName: true to give the file no name at all if the file system can (O_TMPFILE, open(2)).
  ///   - willHide: called with the hidden name before a file gets it.
  package init(
    in folder: OpenFolder, mode: mode_t = 0o666, prefersNoName: Bool = false, purpose: Purpose = .writing,
    willHide: (FileName) throws -> Void = { _ in }
  ) throws {
    self.folder = folder
    isTemporary = Atomic(true)
    AbandonedParts.removeOnce(from: folder)
    if prefersNoName {
      let unnamed = file_open_unnamed(folder.descriptor.rawValue, mode)
      if unnamed >= 0 {
        descriptor = FileDescriptor(rawValue: unnamed)
        hiddenName = nil
        return
      }
      let failure = Errno(rawValue: errno)
      // A kernel that does not know O_TMPFILE takes the folder for the file to open (open(2)).
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
  /// - Parameter limit: the permission bits that the file has at most.
  package convenience init(
    in folder: OpenFolder, replacing name: FileName, atMost limit: mode_t = 0o7777
  ) throws {
    // Nobody else reads or writes it before it has the permissions of the file that it replaces.
    try self.init(in: folder, mode: 0o600)
    try takeAttributes(of: name, atMost: limit)
  }

  private func takeAttributes(of name: FileName, atMost limit: mode_t) throws(Errno) {
    let file: FileDescriptor
    do throws(Errno) {
      file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch .permissionDenied {
      // Who else may use a file that this user cannot open is not known.
      let permissions = try folder.status(of: name)?.permissions ?? 0
      return try descriptor.setPermissions(permissions & limit & 0o700)
    }
    let original = try OpenFile(owning: file)
    try withExtendedLifetime(original) { () throws(Errno) in
      try descriptor.takeAttributes(of: original.descriptor, atMost: limit)
    }
  }

  /// Opens a file that has a name of the caller's own until it is finished.
  ///
  /// A file that an earlier writer left under that name is opened as it is. `write` overwrites its bytes, which works
  /// on a full disk too, and cuts off the rest. The caller sees to it that one process at a time uses the name.
  ///
  /// - Parameter remains: true to leave the file under that name if it is not finished.
  package init(
    in folder: OpenFolder, under name: FileName, mode: mode_t = 0o666, remains: Bool = false
  ) throws(Errno) {
    self.folder = folder
    isTemporary = Atomic(!remains)
    descriptor = try folder.open(name, O_RDWR | O_CREAT, mode: mode)
    hiddenName = name
  }

  deinit {
    try? descriptor.close()
    if let hiddenName, isTemporary.load(ordering: .acquiring) { try? folder.remove(hiddenName) }
  }

  /// Writes bytes over what the file holds, and cuts off what is left of that.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try withErrno {
      try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
      try descriptor.resize(to: Int64(bytes.count), retryOnInterrupt: true)
    }
  }

  /// True for the hidden name of a file that is, or was, being written.
  package static func isHiddenName(_ name: FileName) -> Bool { AbandonedParts.writer(of: name) != nil }

  /// Leaves the file under the name that it has, also if it is never finished.
  package func relinquish() { isTemporary.store(false, ordering: .releasing) }

  /// Gives the file its name. Throws `Errno.fileExists` if it is placed exclusively and the name is taken.
  package func finish(
    as name: FileName, _ placement: Placement, durability: Durability = .none
  ) throws(Errno) {
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
