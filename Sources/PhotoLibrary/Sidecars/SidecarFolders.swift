import PhotoFiles
import PhotoFormats
import Synchronization

/// Caches the sidecars of folders, for files that are read individually.
final class SidecarFolders: Sendable {
  private struct Known {
    let status: FileStatus
    let moment: FileStatus.Time
    let index: SidecarIndex?

    /// Returns `true` if the names in the folder haven't changed. Timestamps may be coarse: a recently modified folder
    /// is listed again after a second.
    func holds(for status: FileStatus, at now: FileStatus.Time) -> Bool {
      status == self.status
        && (status.changed.isSettled(at: moment) || (0...1).contains(now.seconds - moment.seconds))
    }
  }

  private struct State {
    var folders: [Folder: Known] = [:]
    var nameCount = 0
  }

  private static let limit = (folders: 64 * 1024, names: 256 * 1024)

  private let state = Mutex(State())
  private let entries: @Sendable (Folder) -> [OpenFolder.Entry]

  /// - Parameter entries: Returns the entries of a folder, or an empty array on failure.
  init(
    listing entries: @escaping @Sendable (Folder) -> [OpenFolder.Entry] = { folder in
      (try? OpenFolder(folder.path).entries(includesHidden: true).entries) ?? []
    }
  ) {
    self.entries = entries
  }

  func index(of folder: Folder) -> SidecarIndex? {
    let moment = FileStatus.Time.now
    guard let status = try? FileStatus(folder.path) else { return nil }
    if let known = state.withLock({ $0.folders[folder] }), known.holds(for: status, at: moment) {
      return known.index
    }
    let entries = entries(folder)
    let known = Known(status: status, moment: moment, index: SidecarIndex(entries))
    state.withLock { state in
      let count = known.index == nil ? 0 : entries.count
      if state.folders.count >= Self.limit.folders || state.nameCount + count > Self.limit.names {
        state = State()
      }
      state.folders[folder] = known
      state.nameCount += count
    }
    return known.index
  }
}
