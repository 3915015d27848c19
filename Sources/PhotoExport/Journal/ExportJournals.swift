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
  /// True for a destination, into which others may have put what they like.
  let isShared: Bool

  /// The journals in a folder of their own.
  init(in folder: FilePath) { (self.folder, prefix, isShared) = (folder, [], false) }

  /// The journals hidden in the destination of exports.
  init(atDestination folder: FilePath) {
    (self.folder, prefix, isShared) = (folder, Array(".photopick-export-".utf8), true)
  }

  /// The name of a journal.
  func name(_ stem: String) -> FileName { FileName(unchecked: prefix + Array(stem.utf8) + Self.suffix) }

  /// The part of a journal's name that tells when its export began.
  func stem(_ name: FileName) -> ArraySlice<UInt8> {
    name.bytes.dropFirst(prefix.count).dropLast(Self.suffix.count)
  }

  /// True if a file is this user's alone to write, so that it says what this user's export did.
  func isOwn(_ status: FileStatus) throws(Errno) -> Bool {
    guard isShared else { return true }
    let parent = try FileStatus(folder)
    let isKept =
      parent.permissions & 0o002 == 0
      || parent.permissions & 0o1000 != 0 && [0, geteuid()].contains(parent.owner)
    return isKept && status.kind == .regular && status.owner == geteuid() && status.permissions & 0o022 == 0
  }

  /// True if what has a name is this user's alone to write.
  func isOwn(_ name: FileName) throws(Errno) -> Bool {
    guard isShared else { return true }
    guard let status = try OpenFolder(folder).status(of: name) else { return false }
    return try isOwn(status)
  }

  /// The path of a journal that may be another user's; `nil` if there is none.
  func pathOfOthers() throws(Errno) -> FilePath? {
    for name in try names() where try !isOwn(name) { return folder.appending(name) }
    return nil
  }

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
  /// True if a folder cannot be written, or made, by this user, or takes nothing more.
  var isOfUnwritableFolder: Bool {
    [
      .readOnlyFileSystem, .permissionDenied, .notPermitted, .noSuchFileOrDirectory, .notDirectory,
      .fileExists, .noSpace, .diskQuotaExceeded,
    ].contains(self)
  }
}
