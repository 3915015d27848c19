import PhotoFiles
import SystemPackage

/// The journals in a folder: in one of their own, or hidden in the destination of an export.
///
/// They stand in the destination if the user's own folder cannot be written, as with a home that is read-only.
struct ExportJournals: Sendable {
  private static let suffix = Array(".journal".utf8)

  /// The folder.
  let folder: FilePath
  /// The bytes with which the names of journals begin.
  private let prefix: [UInt8]

  /// The journals in a folder of their own.
  init(in folder: FilePath) { (self.folder, prefix) = (folder, []) }

  /// The journals hidden in the destination of exports.
  init(atDestination folder: FilePath) { (self.folder, prefix) = (folder, Array(".photopick-export-".utf8)) }

  /// The name of a journal.
  func name(_ stem: String) -> FileName { FileName(bytes: prefix + Array(stem.utf8) + Self.suffix) }

  /// The names of the journals, the oldest first; none if the folder is missing.
  func names() throws(Errno) -> [FileName] {
    do throws(Errno) {
      return try OpenFolder(folder).names()
        .filter {
          $0.bytes.starts(with: prefix) && $0.bytes.suffix(Self.suffix.count).elementsEqual(Self.suffix)
        }
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch .noSuchFileOrDirectory, .notDirectory {
      return []
    }
  }
}

extension Errno {
  /// True if a folder cannot be written, or made, by this user.
  var isOfUnwritableFolder: Bool {
    [
      .readOnlyFileSystem, .permissionDenied, .notPermitted, .noSuchFileOrDirectory, .notDirectory,
      .fileExists,
    ].contains(self)
  }
}
