import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Keeps the views that shells and scripts browsed last.
///
/// A view is one file in a folder, named after the process that it belongs to, which is the parent of the command that
/// showed it: two terminals never mix, and a script never takes away what a person saw. Files of processes that have
/// ended are removed when a view is saved; those of other machines and earlier boots when they are 30 days old.
public struct ViewStore: Sendable {
  private let folder: FilePath
  private let lineage: ProcessLineage

  /// A store in a folder, which is made when a view is saved.
  public init(folder: FilePath, lineage: ProcessLineage = .current) {
    self.folder = folder
    self.lineage = lineage
  }

  /// The user's store, under `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static var ofUser: ViewStore {
    get throws(HomeUnknown) { ViewStore(folder: try UserFolders.current.state.appending("views")) }
  }

  private static let pathExtension = ".view"

  private func fileName(of process: ProcessIdentity) -> FileName {
    FileName(unchecked: Array((process.identifier + Self.pathExtension).utf8))
  }

  private func file(of process: ProcessIdentity) -> OwnFile {
    OwnFile(folder.appending(fileName(of: process)))
  }

  /// The process that a view is kept for: the parent, unless this process itself was a shell that kept one before it
  /// replaced itself by its last command.
  private var owner: ProcessIdentity {
    guard let own = lineage.nearestFirst.first, (try? file(of: own).status()) != nil else {
      return lineage.owner
    }
    return own
  }

  /// A view that was kept, and what it took the place of.
  public struct Saved: Sendable {
    fileprivate let file: OwnFile
    /// Held open and not read: its name went to another file, so that it stays whole, and hardly any is put back.
    fileprivate let former: OpenFile?

    /// Puts back what was there before, since the view was not shown after all. It is done once.
    public func takeBack() throws {
      if let former {
        try file.write(try former.descriptor.readAll())
      } else {
        try file.path.removeFile()
      }
    }
  }

  /// Keeps a view in place of the last one of the shell or script that runs this process.
  ///
  /// - Throws: `ScanProblem` if the file cannot be written; the last view is then lost, since its numbers are no
  ///   longer those that were shown.
  @discardableResult
  public func save(_ view: RememberedView) throws(ScanProblem) -> Saved {
    let fileName = fileName(of: owner)
    let file = OwnFile(folder.appending(fileName))
    let saved = Saved(file: file, former: try? file.open())
    do {
      // A view that a failing power cuts short is recognised when it is read.
      try file.write(RecordFile.bytes([view], reserving: view.count * 32))
    } catch {
      // An empty file says that the numbers are lost; it fits on a full disk too. Nobody is waited for at a pipe.
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK
      let mark = try? OpenFolder(reaching: folder).open(fileName, flags, mode: 0o600)
      try? mark?.close()
      throw ScanProblem(path: file.path, reason: "the numbers cannot be kept for select: \(error)")
    }
    removeEndedProcesses(except: fileName)
    return saved
  }

  /// The view that was browsed last, as far as it is known.
  public enum LastView: Sendable, Equatable {
    case none
    case view(RememberedView)
    /// Something may have been browsed, but its numbers are lost: the file is damaged, or cannot be written.
    case lost(FilePath)
  }

  /// The view of the nearest of the processes that may own one: this process, its ancestors, its session.
  public func load() -> LastView {
    // If nothing can be written, what is there may be older than what was shown.
    guard canSave else { return .lost(file(of: lineage.owner).path) }
    for file in lineage.nearestFirst.map(file) {
      do {
        guard let bytes = try file.contents() else { continue }
        return RecordFile<RememberedView>.onlyRecord(bytes).map { .view($0) } ?? .lost(file.path)
      } catch {
        return .lost(file.path)
      }
    }
    return .none
  }

  /// Whether the folder can be written, or made, and a view be kept there.
  private var canSave: Bool {
    var path = folder
    while (try? FileStatus(path)) == nil, !path.components.isEmpty { path.removeLastComponent() }
    do {
      guard try FileStatus(path).kind == .directory else { return false }
      try path.requireChangeableFolder()
      _ = try file(of: lineage.owner).status()
      return true
    } catch {
      return false
    }
  }

  /// How long a view is kept if its process cannot be asked for, such as one of another machine with the same home:
  /// 30 days in seconds.
  static let keptForUnknownProcesses: Int64 = 30 * 86_400

  /// Removes the views of processes that have ended, but for one.
  func removeEndedProcesses(except saved: FileName, now: FileStatus.Time = .now) {
    guard let folder = try? OpenFolder(folder), let names = try? folder.names() else { return }
    let table = ProcessTable()
    for name in names where name != saved && !name.isHidden && name.text.hasSuffix(Self.pathExtension) {
      let process = ProcessIdentity(identifier: String(name.text.dropLast(Self.pathExtension.count)))
      let isOver =
        switch process.life(in: table) {
        case .alive: false
        case .ended: true
        case .unknown: isOld(name, in: folder, now)
        }
      if isOver { try? folder.remove(name) }
    }
  }

  private func isOld(_ name: FileName, in folder: OpenFolder, _ now: FileStatus.Time) -> Bool {
    // One whose time cannot be told counts as new.
    let written = try? folder.status(of: name)?.modified.seconds
    return now.seconds - (written ?? now.seconds) > Self.keptForUnknownProcesses
  }
}
