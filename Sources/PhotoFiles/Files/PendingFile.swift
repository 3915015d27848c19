import CFileSystem
import Synchronization
import SystemPackage

/// A file being written, which gets its name in one step once it is whole; removed with its last reference unless it
/// got one.
///
/// It is the one way in which photopick writes files that somebody reads later. Until it is finished it stands in its
/// folder under a hidden name, or under none if the file system can do that, so that a kill leaves nothing behind.
package final class PendingFile: Sendable {
  /// What may happen to a file that has the name already.
  package enum Placement: Sendable {
    /// It is replaced.
    case replacing
    /// It stays, and the new file is not placed.
    case exclusively
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

  /// Open for reading and writing.
  package let descriptor: FileDescriptor
  /// The hidden name; `nil` if the file has none.
  package let hiddenName: FileName?
  private let folder: OpenFolder
  private let isPlaced = Atomic(false)

  /// Makes an empty file in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder in which the file will get its name.
  ///   - mode: the permissions, less those of the process's umask.
  ///   - prefersNoName: true to give the file no name at all if the file system can (O_TMPFILE, open(2)).
  ///   - willHide: called with the hidden name before a file gets it.
  package init(
    in folder: OpenFolder, mode: mode_t = 0o666, prefersNoName: Bool = false,
    willHide: (FileName) throws -> Void = { _ in }
  ) throws {
    self.folder = folder
    if prefersNoName {
      let unnamed = file_open_unnamed(folder.descriptor.rawValue, mode)
      if unnamed >= 0 {
        descriptor = FileDescriptor(rawValue: unnamed)
        hiddenName = nil
        return
      }
      let failure = Errno(rawValue: errno)
      guard [.notSupported, .isDirectory, .noSuchFileOrDirectory, .invalidArgument].contains(failure) else {
        throw failure
      }
    }
    let name = Self.newHiddenName()
    try willHide(name)
    descriptor = try folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
    hiddenName = name
  }

  deinit {
    try? descriptor.close()
    if let hiddenName, !isPlaced.load(ordering: .acquiring) { try? folder.remove(hiddenName) }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `Errno.fileExists` if the file is placed exclusively and the name is taken.
  package func finish(
    as name: FileName, _ placement: Placement, durability: Durability = .none
  ) throws(Errno) {
    if durability != .none { try synchronizeContent() }
    switch (hiddenName, placement) {
    case (let hidden?, .replacing): try folder.replace(hidden, in: folder, as: name)
    case (let hidden?, .exclusively): try folder.renameExclusively(hidden, to: folder, as: name)
    case (nil, .exclusively): try link(as: name)
    case (nil, .replacing):
      let hidden = Self.newHiddenName()
      try link(as: hidden)
      do throws(Errno) {
        try folder.replace(hidden, in: folder, as: name)
      } catch {
        try? folder.remove(hidden)
        throw error
      }
    }
    isPlaced.store(true, ordering: .releasing)
    if durability == .contentAndName { try folder.synchronize() }
  }

  /// Waits for the disk; what cannot be synchronized, such as a file of /dev/shm on some systems, needs no waiting.
  private func synchronizeContent() throws(Errno) {
    do throws(Errno) { try descriptor.synchronize() } catch .invalidArgument {}
  }

  private func link(as name: FileName) throws(Errno) {
    let result = name.withPlatformString {
      file_name_unnamed(descriptor.rawValue, folder.descriptor.rawValue, $0)
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// A name that tells which process writes the file, so that a later run can remove what a killed one left.
  private static func newHiddenName() -> FileName {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    return FileName(bytes: Array(".photopick-\(getpid())-\(random).part".utf8))
  }
}
