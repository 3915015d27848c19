import PhotoFiles
import PhotoFormats
import SystemPackage

final class SourceFile {
  let path: FilePath
  private let file: OpenFile

  /// Opens a file of a plan; doesn't follow a companion that has become a link.
  convenience init(_ file: PlannedFile) throws {
    let opened = try exporting("open", file.source) {
      guard file.isCompanion else { return try OpenFile(file.source) }
      let folder = try OpenFolder(reaching: file.source.removingLastComponent())
      do throws(Errno) {
        return try OpenFile(file.source.fileName, in: folder, followsLinks: false)
      } catch .tooManySymbolicLinkLevels {
        throw ExportError.linkedCompanion(file.source)
      }
    }
    try self.init(file.source, opened)
  }

  /// Opens a file; resolves symbolic links, and doesn't block on pipes.
  convenience init(_ path: FilePath) throws {
    try self.init(path, exporting("open", path) { try OpenFile(path) })
  }

  /// Opens a file of a folder; doesn't follow a link.
  convenience init(_ name: FileName, in folder: OpenFolder, path: FilePath) throws {
    try self.init(path, exporting("open", path) { try OpenFile(name, in: folder, followsLinks: false) })
  }

  var isPhoto: Bool {
    (try? PhotoMetadata.isRecognized(ByteSource(file))) ?? false
  }

  private init(_ path: FilePath, _ file: OpenFile) throws {
    self.path = path
    self.file = file
    guard file.status.kind == .regular else { throw ExportError.notAFile(path) }
  }

  var status: FileStatus { file.status }

  /// Returns the descriptor. A file on a server is fetched first.
  private func content() throws -> FileDescriptor { try exporting("read", path) { try file.content() } }

  func checksum() throws -> (size: Int64, checksum: UInt64) { try FileCopier.checksum(of: content()) }

  func hasSameBytes(as other: FileDescriptor) throws -> Bool { try FileContent.isSame(content(), other) }

  func hasSameBytes(as other: SourceFile) throws -> Bool {
    try withExtendedLifetime(other) { try hasSameBytes(as: other.content()) }
  }

  func copy(to target: FileDescriptor, with copier: FileCopier) throws -> FileCopier.Copy {
    try copier.copy(content(), size: status.size, to: target)
  }

  func permissionsWithoutList() throws -> mode_t { try file.permissionsWithoutList() }

  func giveAttributes(to target: FileDescriptor) throws { try target.takeAttributes(of: content()) }

  func giveUserAttributes(to target: FileDescriptor) throws { try target.takeUserAttributes(of: content()) }

  func requireUnchanged() throws {
    // All bytes of a file on a server are of one version.
    if file.remote != nil { return }
    let now = try exporting("read", path) { try FileStatus(file.descriptor) }
    guard now.size == status.size, now.modified == status.modified else { throw ExportError.changed(path) }
  }
}
