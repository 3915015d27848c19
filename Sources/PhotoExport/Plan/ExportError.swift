import PhotoFiles
import SystemPackage

/// The reason why a file could not be exported or restored. The original is always complete and in place.
public enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  case system(action: String, path: FilePath, errno: Errno)
  /// The destination could not be made or opened, which stops the export.
  case destination(action: String, path: FilePath, errno: Errno)
  case diskFull(FilePath)
  /// The path names a folder, a device or a pipe.
  case notAFile(FilePath)
  /// The path names a symbolic link, which a move would break.
  case symbolicLink(FilePath)
  /// Files on servers can only be copied.
  case onServer(FilePath)
  /// A companion is a symbolic link.
  case linkedCompanion(FilePath)
  /// The file to move is outside the folders that the user named, behind a link.
  case outside(FilePath, folder: FilePath)
  case changed(FilePath)
  /// The original of a move keeps a temporary name: the original name is taken, or an I/O error occurred.
  case notPutBack(FilePath, temporary: FilePath, errno: Errno)
  /// The folder of a photo cannot be listed, so the companions are unknown.
  case unlisted(FilePath, folder: FilePath, errno: Errno)
  /// A copy, read back, differs from the bytes that were written.
  case differs(FilePath)
  /// The photo cannot be encoded as another picture.
  case notRendered(FilePath, reason: String)
  /// A hard link would cross file systems.
  case otherFileSystem(FilePath)
  /// A step cannot be written to the journal, which stops the export.
  case journal(FilePath, reason: String)
  /// A journal is corrupt; the steps before the corruption are undone, and the journal is preserved.
  case journalDamaged(FilePath)
  /// A journal names a file that no export to the destination can have written.
  case notOfExport(FilePath, journal: FilePath)
  /// A journal was written by another user, or may have been changed by one.
  case journalOfOthers(FilePath)
  /// An exported file has changed since and stays.
  case changedSince(FilePath)
  /// The original of a copy was deleted or changed, so the copy is not removed.
  case originalGone(FilePath)
  /// The exported file is the original itself, under another path, so it stays.
  case isOriginal(FilePath, original: FilePath)
  /// The file with the bytes of a moved original was deleted.
  case destinationGone(FilePath, original: FilePath)
  /// No exported file exists, but some were moved: their disk may not be mounted. The journal stays.
  case destinationAway(FilePath, journal: FilePath)
  /// The name of the original is taken, so a moved file stays where it is.
  case originalTaken(FilePath, original: FilePath)

  public var description: String {
    switch self {
    case .system(let action, let path, let errno), .destination(let action, let path, let errno):
      "can't \(action) \(path): \(RemoteFiles.reason(for: path) ?? "\(errno)")"
    case .diskFull(let path):
      "the disk that holds \(path) is full; nothing is lost: make room, and run the same command again"
    case .notAFile(let path): "\(path) is no file"
    case .symbolicLink(let path): "\(path) is a symbolic link, which is not moved"
    case .onServer(let path): "\(path) is on a server, where files can be copied, but not moved or linked"
    case .linkedCompanion(let path):
      "\(path) is a symbolic link, which does not go along with a photo; what it leads to may be anything"
    case .outside(let path, let folder):
      "\(path) is not moved: a link leads to it in \(folder), outside of what was named"
    case .changed(let path):
      "\(path) \(path.isRemote ? "was replaced on the server" : "changed") while it was copied; run the same command again"
    case .notPutBack(let path, let temporary, let errno):
      "can't restore the name of \(path): \(errno); the photo is \(temporary): rename it"
    case .unlisted(let path, let folder, let errno):
      "\(path) is not exported, since the other files of its shot are unknown: can't list \(folder): \(errno)"
    case .differs(let path):
      "\(path): what was read back is not what was written; the copy was dropped, check the disk"
    case .notRendered(let path, let reason): "\(path): \(reason)"
    case .otherFileSystem(let path):
      "\(path) is on another file system than the destination, where no hard link leads"
    case .journal(let path, let reason):
      "stopped: what is done cannot be written to the journal \(path): \(reason)"
    case .journalDamaged(let path):
      "not all is taken back: \(path), the journal of that export, is damaged or of version 0.1.0; look after its last "
        + "files yourself, then remove it, so that earlier exports can be taken back"
    case .notOfExport(let path, let journal):
      "\(path) is left alone: \(journal) names it, but no export can have written that; remove that journal if it is "
        + "not yours"
    case .journalOfOthers(let path):
      "nothing is taken back: \(path) may have been written by somebody else; a journal must be yours, and nobody else "
        + "may be able to write it or to put another in its place"
    case .changedSince(let path): "\(path) was changed since the export; it stays"
    case .originalGone(let path): "\(path) stays: its original is gone or was changed"
    case .isOriginal(let path, let original): "\(path) stays: it is \(original) itself"
    case .destinationGone(let path, let original):
      "\(original) cannot be put back: \(path), which held the same bytes, is gone"
    case .destinationAway(let path, let journal):
      "nothing is taken back: none of what was exported to \(path) is there; connect its disk and try again, "
        + "or give this export up by removing \(journal)"
    case .originalTaken(let path, let original):
      "\(path) stays: another file is at \(original) now; move that away and undo again"
    }
  }

  /// Whether every other file would fail too.
  var stopsExport: Bool {
    switch self {
    case .diskFull, .journal, .destination: true
    case .system(_, _, let errno): errno == .readOnlyFileSystem
    case .notAFile, .symbolicLink, .onServer, .linkedCompanion, .outside, .changed, .notPutBack, .unlisted,
      .differs,
      .notRendered, .otherFileSystem, .journalDamaged, .notOfExport, .journalOfOthers, .changedSince,
      .originalGone, .isOriginal, .destinationGone, .destinationAway, .originalTaken:
      false
    }
  }

  static func failed(_ action: String, _ path: FilePath, _ errno: Errno) -> ExportError {
    switch errno {
    case .noSpace, .diskQuotaExceeded: .diskFull(path)
    case .staleNFSFileHandle where path.isRemote: .changed(path)
    default: .system(action: action, path: path, errno: errno)
    }
  }
}

/// Runs `body` and turns a system error into an `ExportError` that names the action.
func exporting<Result>(
  _ action: String, _ path: FilePath, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as Errno {
    throw ExportError.failed(action, path, error)
  }
}
