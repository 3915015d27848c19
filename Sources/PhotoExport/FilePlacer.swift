import PhotoFiles
import SystemPackage

/// A regular file that is open for reading.
final class SourceFile {
  let path: FilePath
  private let file: OpenFile

  /// Opens a file; links are followed, nothing is waited for.
  ///
  /// - Throws: `ExportError`.
  init(_ path: FilePath) throws {
    self.path = path
    file = try exporting("open", path) { try OpenFile(path) }
    guard file.status.kind == .regular else { throw ExportError.notAFile(path) }
  }

  /// The status of the file when it was opened.
  var status: FileStatus { file.status }

  /// The size and checksum of the file.
  ///
  /// - Throws: `Errno`, or `CancellationError`.
  func checksum() throws -> (size: Int64, checksum: UInt64) { try FileCopier.checksum(of: file.descriptor) }

  /// True if another file holds the same bytes.
  ///
  /// - Throws: `Errno`, or `CancellationError`.
  func hasSameBytes(as other: FileDescriptor) throws -> Bool {
    try FileCopier.haveSameBytes(file.descriptor, other)
  }

  /// True if another file holds the same bytes.
  ///
  /// - Throws: `Errno`, or `CancellationError`.
  func hasSameBytes(as other: SourceFile) throws -> Bool {
    try withExtendedLifetime(other) { try hasSameBytes(as: other.file.descriptor) }
  }

  /// Copies the file to an empty one.
  ///
  /// - Throws: as `FileCopier.copy`.
  func copy(to target: FileDescriptor, with copier: FileCopier) throws -> FileCopier.Copy {
    try copier.copy(file.descriptor, size: status.size, to: target)
  }

  /// Throws if the file changed since it was opened.
  func requireUnchanged() throws {
    let now = try exporting("read", path) { try FileStatus(file.descriptor) }
    guard now.size == status.size, now.modified == status.modified else { throw ExportError.changed(path) }
  }
}

/// Puts whole files under names that are free.
struct FilePlacer {
  /// The folder, and its path for messages.
  let folder: OpenFolder
  let path: FilePath
  let copier: FileCopier
  /// Called with the hidden path of a file that is not whole, before it is made.
  let willWrite: (FilePath) throws -> Void

  /// Puts a copy of a file under a name.
  ///
  /// - Parameters:
  ///   - isMoved: keeps all permissions and waits until the copy is on the disk.
  ///   - willName: called with the marks by which the copy is known again, before it gets its name.
  /// - Throws: `ExportError`, `CancellationError`, or `Errno.fileExists` if the name is taken.
  func copy(
    _ source: SourceFile, as name: FileName, isMoved: Bool, willName: (FileMark) throws -> Void
  ) throws {
    try place(name, mode: source.status.permissions & 0o777, modified: source.status.modified, willName) {
      pending in
      let copy = try source.copy(to: pending, with: copier)
      try source.requireUnchanged()
      guard copy.size == source.status.size else { throw ExportError.changed(source.path) }
      if isMoved { try? pending.setPermissions(source.status.permissions) }
      return copy
    } finish: { pending in
      if isMoved { try pending.synchronize() }
    }
    if isMoved { try exporting("write", path) { try folder.synchronize() } }
  }

  /// Puts bytes under a name.
  ///
  /// - Throws: as `copy`.
  func write(
    _ bytes: [UInt8], as name: FileName, modified: FileStatus.Time, willName: (FileMark) throws -> Void
  ) throws {
    try place(name, mode: 0o666, modified: modified, willName) { try copier.write(bytes, to: $0) }
  }

  private func place(
    _ name: FileName, mode: mode_t, modified: FileStatus.Time, _ willName: (FileMark) throws -> Void,
    _ fill: (FileDescriptor) throws -> FileCopier.Copy, finish: (FileDescriptor) throws -> Void = { _ in }
  ) throws {
    let target = path.appending(name)
    let (pending, mark) = try exporting("write", target) {
      let pending = try PendingFile(in: folder, mode: mode, prefersNoName: true) {
        try willWrite(path.appending($0))
      }
      let copy = try fill(pending.descriptor)
      guard copy.isEqual else { throw ExportError.differs(target) }
      try pending.descriptor.setModified(modified)
      try finish(pending.descriptor)
      return (pending, FileMark(try FileStatus(pending.descriptor), checksum: copy.checksum))
    }
    try willName(mark)
    do throws(Errno) {
      try pending.finish(as: name, .exclusively)
    } catch .fileExists {
      throw Errno.fileExists
    } catch {
      throw ExportError.failed("write", target, error)
    }
  }
}
