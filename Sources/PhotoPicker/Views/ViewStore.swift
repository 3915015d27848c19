import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Keeps the view that each terminal session browsed last.
///
/// A view is one file in a folder, named after the session: two terminals never mix. Files of sessions that
/// have ended are removed when a view is saved; those of other machines and earlier boots when they are 30 days old.
public struct ViewStore: Sendable {
  private let folder: FilePath
  private let session: TerminalSession

  /// A store in a folder, which is made when a view is saved.
  public init(folder: FilePath, session: TerminalSession = .current) {
    self.folder = folder
    self.session = session
  }

  /// The user's store, under `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static var ofUser: ViewStore { ViewStore(folder: UserFolders.current.state.appending("views")) }

  private static let pathExtension = ".view"

  private var fileName: FileName {
    FileName(bytes: Array((session.identifier + Self.pathExtension).utf8))
  }

  private var file: FilePath { folder.appending(fileName) }

  /// Keeps a view in place of the session's last one.
  ///
  /// - Throws: `ScanProblem` if the file cannot be written; the last view is then lost, since its numbers are no
  ///   longer those that were shown.
  public func save(_ view: RememberedView) throws(ScanProblem) {
    do {
      try OpenFolder.make(folder)
      // A view that a failing power cuts short is recognised when it is read.
      try AtomicFile.write(view.encoded, to: file, permissions: .ownerReadWrite, isSynced: false)
    } catch {
      // An empty file says that the numbers are lost; it fits on a full disk too.
      let mark = try? OpenFolder(reaching: folder).open(fileName, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try? mark?.close()
      throw ScanProblem(path: file, reason: "the numbers cannot be kept for select: \(error)")
    }
    removeEndedSessions()
  }

  /// The view that a session browsed last, as far as it is known.
  public enum LastView: Sendable, Equatable {
    /// Nothing was browsed.
    case none
    /// The view.
    case view(RememberedView)
    /// Something may have been browsed whose numbers could not be kept: the file is damaged, or cannot be written.
    case lost(FilePath)
  }

  /// The view that the session browsed last.
  public func load() -> LastView {
    if let bytes = try? file.contents() {
      return RememberedView(encoded: bytes).map { .view($0) } ?? .lost(file)
    }
    return canSave ? .none : .lost(file)
  }

  /// True if the folder can be written, or made.
  private var canSave: Bool {
    var path = folder
    while (try? FileStatus(path)) == nil, !path.components.isEmpty { path.removeLastComponent() }
    return (try? FileStatus(path))?.kind == .directory && (try? FileStatus(file)) == nil
      && (try? AtomicFile.check(path.appending(fileName))) != nil
  }

  /// How long a view is kept whose session cannot be asked for, as one of another machine with the same home: 30 days
  /// in seconds.
  static let keptForUnknownSessions: Int64 = 30 * 86_400

  private func removeEndedSessions() {
    guard let folder = try? OpenFolder(folder), let names = try? folder.names() else { return }
    let table = ProcessTable()
    for name in names where name != fileName && !name.isHidden && name.text.hasSuffix(Self.pathExtension) {
      let session = TerminalSession(identifier: String(name.text.dropLast(Self.pathExtension.count)))
      let isOver =
        switch session.life(in: table) {
        case .alive: false
        case .ended: true
        case .unknown: isOld(name, in: folder)
        }
      if isOver { try? folder.remove(name) }
    }
  }

  private func isOld(_ name: FileName, in folder: OpenFolder) -> Bool {
    guard let written = try? folder.status(of: name)?.modified else { return false }
    return FileStatus.Time.now.seconds - written.seconds > Self.keptForUnknownSessions
  }
}
