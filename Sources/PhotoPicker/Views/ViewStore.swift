import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Stores the last view of each shell and script.
///
/// A view is a file named after the process that owns it, the parent of the command that displayed it. Terminals don't
/// share views, and scripts don't replace the view of a person. Saving removes the views of terminated owners, and
/// views of other machines and previous boots after 30 days.
public struct ViewStore: Sendable {
  private let folder: FilePath
  private let lineage: ProcessLineage

  /// Creates a store; saving a view creates the folder.
  public init(folder: FilePath, lineage: ProcessLineage = .current) {
    self.folder = folder
    self.lineage = lineage
  }

  /// The default store, under `$XDG_STATE_HOME` (XDG Base Directory Specification).
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

  /// The owner of the new view: the parent, or this process if it was a shell with a view and replaced itself
  /// with its last command.
  private var owner: ProcessIdentity {
    guard let own = lineage.nearestFirst.first, (try? file(of: own).status()) != nil else {
      return lineage.owner
    }
    return own
  }

  /// A saved view, and the one it replaced.
  public struct Saved: Sendable {
    fileprivate let file: OwnFile
    /// An open descriptor instead of a copy, since the file is rarely restored.
    fileprivate let former: OpenFile?

    /// Brings back the previous view if this one wasn't printed. Call it once.
    public func undo() throws {
      if let former {
        try file.write(try former.descriptor.readAll())
      } else {
        try file.path.removeFile()
      }
    }
  }

  /// Saves a view for the calling shell or script.
  ///
  /// - Throws: `ScanProblem` when writing fails. The previous view is lost then, since its numbers are outdated.
  @discardableResult
  public func save(_ view: RememberedView) throws(ScanProblem) -> Saved {
    let fileName = fileName(of: owner)
    let file = OwnFile(folder.appending(fileName))
    let saved = Saved(file: file, former: try? file.open())
    do {
      // Reading detects a file cut off by a power failure.
      try file.write(RecordFile.bytes([view], reserving: view.count * 32))
    } catch {
      // An empty file means that the numbers are lost, and fits on a full file system. Don't block on a pipe.
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK
      let mark = try? OpenFolder(reaching: folder).open(fileName, flags, mode: 0o600)
      try? mark?.close()
      throw ScanProblem(path: file.path, reason: "the numbers for select cannot be saved: \(error)")
    }
    removeEndedProcesses(except: fileName)
    return saved
  }

  public enum LastView: Sendable, Equatable {
    case none
    case view(RememberedView)
    /// A view may have been displayed, but its file is invalid or not writable.
    case lost(FilePath)
  }

  /// Loads the view of the nearest owner, in the order of the lineage.
  public func load() -> LastView {
    // If the folder isn't writable, its views may be outdated.
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

  /// The number of seconds, 30 days, to retain views of processes with unknown state, such as processes of another
  /// machine with the same home directory.
  static let keptForUnknownProcesses: Int64 = 30 * 86_400

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
    // Treat files of unknown age as new.
    let written = try? folder.status(of: name)?.modified.seconds
    return now.seconds - (written ?? now.seconds) > Self.keptForUnknownProcesses
  }
}
