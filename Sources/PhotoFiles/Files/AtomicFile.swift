import SystemPackage

package enum AtomicFile {
  /// Writes bytes to a file that then gets the name in one step.
  ///
  /// An existing file is replaced; if the path leads to a device or a pipe, the bytes are written to it. Symbolic links
  /// are followed as `FilePath.writingTarget` describes. After an error, the file has its old content.
  ///
  /// - Parameters:
  ///   - limit: the maximum permission bits of the file, also if it replaces one with more.
  ///   - placement: `.exclusively` to keep whatever has the name, even a broken link.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath,
    permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead], atMost limit: mode_t? = nil,
    _ placement: PendingFile.Placement = .replacing
  ) throws {
    let file = try AtomicFileWriter(to: path, permissions: permissions, atMost: limit, placement)
    _ = try file.descriptor.writeAll(bytes)
    try file.finish()
  }

  /// Opens a file for `body` to write, which then gets the name in one step. After an error, the file has its old
  /// content.
  package static func write(
    to path: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead],
    atMost limit: mode_t? = nil, _ body: (FileDescriptor) throws -> Void
  ) throws {
    let file = try AtomicFileWriter(to: path, permissions: permissions, atMost: limit)
    try body(file.descriptor)
    try file.finish()
  }

  package static func check(_ path: FilePath) throws(Errno) {
    func require(_ path: FilePath, _ mode: Int32) throws(Errno) {
      try Errno.check(path.withPlatformString { access($0, mode) })
    }
    let target = try path.writingTarget()
    let existing = try target.isStream ? nil : NamedPlace(target).status()
    if target.isStream || existing?.kind == .other { return try require(target, W_OK) }
    if existing?.kind == .directory { throw .isDirectory }
    try require(target.containingFolder, W_OK | X_OK)
  }
}

/// A file that is written in steps, and removed unless it is finished.
package final class AtomicFileWriter: Sendable {
  package let descriptor: FileDescriptor
  private let pending: (file: PendingFile, name: FileName)?
  private let placement: PendingFile.Placement

  /// Opens a file as `AtomicFile.write` does. A new file has at most the bits of reading, writing and execution.
  package init(
    to path: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead],
    atMost limit: mode_t? = nil, _ placement: PendingFile.Placement = .replacing
  ) throws {
    self.placement = placement
    let replaces = placement == .replacing
    let target = try replaces ? path.writingTarget() : path
    if replaces, target.isStream {
      descriptor = try FileDescriptor.open(target, .writeOnly, options: [.append, .closeOnExec])
      pending = nil
      return
    }
    let place = try NamedPlace(target)
    var existing = try replaces ? place.status() : nil
    // A link that was not followed is replaced, and has no attributes to keep.
    if existing?.kind == .symbolicLink { existing = nil }
    if existing?.kind == .other {
      descriptor = try place.folder.open(place.name, O_WRONLY | O_APPEND)
      pending = nil
      return
    }
    let limit = limit ?? 0o7777
    let file =
      if existing?.kind == .regular {
        try PendingFile(in: place.folder, replacing: place.name, atMost: limit)
      } else {
        try PendingFile(in: place.folder, mode: permissions.rawValue & 0o777 & limit)
      }
    descriptor = file.descriptor
    pending = (file, place.name)
  }

  deinit { if pending == nil { try? descriptor.close() } }

  package func finish() throws(Errno) {
    guard let (file, name) = pending else { return }
    try file.finish(as: name, placement, durability: .content)
  }
}
