import SystemPackage

/// Writes files whole or not at all.
package enum AtomicFile {
  /// Writes bytes to a file that then takes its name in one step.
  ///
  /// A file that is there is replaced; if the path leads to a device or a pipe, the bytes are written to it.
  ///
  /// - Parameters:
  ///   - limit: permission bits that the file has at most, also if it replaces one that has more; `nil` for those of
  ///     that file.
  ///   - placement: `.exclusively` if whatever has the name, a link that leads nowhere too, stays.
  /// - Throws: `Errno`; the file is then as it was.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath,
    permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead], atMost limit: mode_t? = nil,
    _ placement: PendingFile.Placement = .replacing, isSynced: Bool = true
  ) throws {
    let file = try AtomicFileWriter(to: path, permissions: permissions, atMost: limit, placement)
    _ = try file.descriptor.writeAll(bytes)
    try file.finish(isSynced: isSynced)
  }

  /// Opens a file for `body` to write, which then takes its name in one step.
  ///
  /// - Parameters:
  ///   - limit: permission bits that the file has at most, as above.
  ///   - isSynced: the bytes are on the disk before the file takes its name, so that it is whole also after the power
  ///     failed.
  /// - Throws: `Errno`, or what `body` throws; the file is then as it was.
  package static func write(
    to path: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead],
    atMost limit: mode_t? = nil, isSynced: Bool = true, _ body: (FileDescriptor) throws -> Void
  ) throws {
    let file = try AtomicFileWriter(to: path, permissions: permissions, atMost: limit)
    try body(file.descriptor)
    try file.finish(isSynced: isSynced)
  }

  /// Tells early whether a file could be written; a disk may be full later all the same.
  ///
  /// - Throws: `Errno` if it could not.
  package static func check(_ path: FilePath) throws(Errno) {
    func require(_ path: FilePath, _ mode: Int32) throws(Errno) {
      if path.withPlatformString({ access($0, mode) }) != 0 { throw Errno(rawValue: errno) }
    }
    let target = resolvingLink(path)
    let existing = try? FileStatus(target)
    if isStream(path) || existing?.kind == .other { return try require(path, W_OK) }
    if existing?.kind == .directory { throw .isDirectory }
    let folder = target.removingLastComponent()
    try require(folder.isEmpty ? "." : folder, W_OK | X_OK)
  }

  /// True for names of open streams, such as `/dev/stdout`: they are written to, even if a file is behind them.
  fileprivate static func isStream(_ path: FilePath) -> Bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].contains { path.starts(with: $0) }
  }

  /// Gives a new file the permissions and, if that is allowed, the owner of the one that it replaces.
  ///
  /// - Parameter limit: the permission bits that the file has at most.
  package static func keepAccess(
    of existing: FileStatus, for file: FileDescriptor, atMost limit: mode_t = 0o7777
  ) {
    if existing.owner != geteuid() || existing.group != getegid() {
      _ = fchown(file.rawValue, existing.owner, existing.group)
    }
    _ = fchmod(file.rawValue, existing.permissions & limit)
  }

  /// The path to which a symbolic link leads, so that the link stays and its target is replaced.
  fileprivate static func resolvingLink(_ path: FilePath) -> FilePath { (try? path.resolved()) ?? path }
}

/// A file that is written in steps, whole or not at all: nothing is left of it unless it is finished.
package final class AtomicFileWriter: Sendable {
  /// Takes the bytes.
  package let descriptor: FileDescriptor
  /// The new file and the name that it gets; `nil` if a device or a pipe is written to.
  private let pending: (file: PendingFile, name: FileName)?
  private let placement: PendingFile.Placement

  /// Opens a file as `AtomicFile.write` does.
  ///
  /// A new file gets none of the bits above those of reading, writing and execution, whatever the permissions say.
  /// - Throws: `Errno` if it cannot be written.
  package init(
    to path: FilePath, permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead],
    atMost limit: mode_t? = nil, _ placement: PendingFile.Placement = .replacing
  ) throws {
    self.placement = placement
    let replaces = placement == .replacing
    let target = replaces ? AtomicFile.resolvingLink(path) : path
    let existing = replaces ? try? FileStatus(target) : nil
    let isSpecial = existing.map { $0.kind != .regular && $0.kind != .directory } ?? false
    if replaces && AtomicFile.isStream(path) || isSpecial {
      descriptor = try FileDescriptor.open(path, .writeOnly, options: [.append, .closeOnExec])
      pending = nil
      return
    }
    guard let name = target.lastComponent.map({ FileName($0) }) else { throw Errno.isDirectory }
    let parent = target.removingLastComponent()
    let folder = try OpenFolder(reaching: parent.isEmpty ? "." : parent)
    let limit = limit ?? 0o7777
    // Nobody gets to read it meanwhile who may not read the file that it replaces.
    let mode = permissions.rawValue & (existing?.permissions ?? 0o777) & limit
    let file = try PendingFile(in: folder, mode: mode)
    if let existing { AtomicFile.keepAccess(of: existing, for: file.descriptor, atMost: limit) }
    descriptor = file.descriptor
    pending = (file, name)
  }

  deinit { if pending == nil { try? descriptor.close() } }

  /// Gives the file its name.
  package func finish(isSynced: Bool = true) throws(Errno) {
    guard let (file, name) = pending else { return }
    try file.finish(as: name, placement, durability: isSynced ? .content : .none)
  }
}
