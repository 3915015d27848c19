import Foundation
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

  private var file: FilePath { folder.appending("\(session.identifier).view") }

  /// Keeps a view in place of the session's last one.
  ///
  /// - Throws: `ScanProblem` where the file cannot be written; the last view is then lost, since its numbers are no
  ///   longer those that were shown.
  public func save(_ view: RememberedView) throws(ScanProblem) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // A view that a failing power cuts short is told from a whole one when it is read.
      try AtomicFile.write(view.encoded, to: file, permissions: .ownerReadWrite, isSynced: false)
    } catch {
      // An empty file says that the numbers are lost; it fits on a full disk too.
      let mark = try? FileDescriptor.open(
        file, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
      try? mark?.close()
      throw ScanProblem(
        path: file, reason: "the numbers cannot be kept for select: \(error)")
    }
    removeEndedSessions()
  }

  /// What is known of the view that a session browsed last.
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
    if let bytes = FileManager.default.contents(atPath: file.string) {
      return RememberedView(encoded: Array(bytes)).map { .view($0) } ?? .lost(file)
    }
    return canSave ? .none : .lost(file)
  }

  /// True where the folder can be written, or made.
  private var canSave: Bool {
    var path = folder
    while !FileManager.default.fileExists(atPath: path.string), !path.components.isEmpty {
      path.removeLastComponent()
    }
    var isFolder = ObjCBool(false)
    let exists = FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
    return exists && isFolder.boolValue && access(path.string, W_OK | X_OK) == 0
      && !FileManager.default.fileExists(atPath: file.string)
  }

  /// How long a view is kept whose session cannot be asked for, as one of another machine with the same home: 30 days
  /// in seconds.
  static let keptForUnknownSessions: TimeInterval = 30 * 86_400

  private func removeEndedSessions() {
    let table = ProcessTable()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasSuffix(".view") && !name.hasPrefix(".") {
      let session = TerminalSession(identifier: String(name.dropLast(5)))
      let path = folder.appending(name).string
      guard session != self.session else { continue }
      let isOver =
        switch session.life(in: table) {
        case .alive: false
        case .ended: true
        case .unknown: isOld(path)
        }
      if isOver { try? FileManager.default.removeItem(atPath: path) }
    }
  }

  private func isOld(_ path: String) -> Bool {
    let written = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return written.map { -$0.timeIntervalSinceNow > Self.keptForUnknownSessions } ?? false
  }
}
