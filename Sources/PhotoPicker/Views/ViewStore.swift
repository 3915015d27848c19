import Foundation
import PhotoLibrary
import SystemPackage

/// Keeps the view that each terminal session browsed last.
///
/// A view is one file in a folder, named after the session: two terminals never mix. Files of sessions that
/// have ended are removed when a view is saved.
public struct ViewStore: Sendable {
  private let folder: FilePath
  private let session: TerminalSession

  /// A store in a folder, which is made when a view is saved.
  public init(folder: FilePath, session: TerminalSession = .current) {
    self.folder = folder
    self.session = session
  }

  /// The user's store, under `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static var ofUser: ViewStore { ViewStore(folder: UserFolders.state.appending("views")) }

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
        path: file, reason: "the numbers cannot be kept for select: \(FileErrors.reason(error))")
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

  private func removeEndedSessions() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasSuffix(".view") && !name.hasPrefix(".") {
      if !TerminalSession.isAlive(identifier: String(name.dropLast(5))) {
        try? FileManager.default.removeItem(atPath: folder.appending(name).string)
      }
    }
  }
}

/// The terminal session that a process belongs to: its session leader, usually the shell, and when that started.
///
/// The start tells a shell from a later one that got the same process number.
public struct TerminalSession: Sendable, Hashable {
  /// What names the session, fit for a file name: leader and start.
  public let identifier: String

  /// A session of that name.
  public init(identifier: String) { self.identifier = identifier }

  /// The session of this process.
  public static var current: TerminalSession {
    let leader = getsid(0)
    return TerminalSession(identifier: "\(leader)-\(start(of: leader) ?? "0")")
  }

  /// True unless the session has surely ended.
  static func isAlive(identifier: String) -> Bool {
    let parts = identifier.split(separator: "-")
    guard parts.count >= 2, let leader = pid_t(parts[0]) else { return true }
    if let start = start(of: leader) { return identifier == "\(leader)-\(start)" }
    // Without a /proc file system only the process itself can be asked for.
    return kill(leader, 0) == 0 || errno != ESRCH
  }

  /// The boot and the clock tick at which a process started, from `/proc` (proc(5)); `nil` where that is not there.
  private static func start(of process: pid_t) -> String? {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat"),
      // The command's name may hold blanks and brackets, so fields are counted behind the last bracket.
      let end = status.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: status[end...], as: UTF8.self).split(separator: " ")
    guard fields.count > 20 else { return nil }
    let boot = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id") ?? Data()
    return "\(fields[20])-\(String(decoding: boot.prefix(8), as: UTF8.self))"
  }
}
