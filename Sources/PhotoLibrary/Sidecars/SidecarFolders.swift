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
    func holds(for status: FileStatus, at now: FileStatus.Time, isRemote: Bool) -> Bool {
      // The status of a folder on a server doesn't change.
      if isRemote { return (0...SidecarFolders.remoteSeconds).contains(now.seconds - moment.seconds) }
      return holds(for: status, at: now)
    }

    private func holds(for status: FileStatus, at now: FileStatus.Time) -> Bool {
      status == self.status
        && (status.changed.isSettled(at: moment) || (0...1).contains(now.seconds - moment.seconds))
    }
  }

  private struct State {
    var folders: [Folder: Known] = [:]
    var nameCount = 0
  }

  /// How long the listing of a folder on a server is used, in seconds.
  private static let remoteSeconds: Int64 = 10
  private static let limit = (folders: 64 * 1024, names: 256 * 1024)

  private let state = Mutex(State())
  private let entries: @Sendable (Folder) -> [OpenFolder.Entry]

  /// - Parameter entries: Returns the folder's entries, or an empty array on failure.
  init(
    listing entries: @escaping @Sendable (Folder) -> [OpenFolder.Entry] = { folder in
      (try? OpenFolder(folder.path).entries(includesHidden: true).entries) ?? []
    }
  ) {
    self.entries = entries
  }

  func index(of folder: Folder) -> SidecarIndex? {
    let moment = FileStatus.Time.now
    let isRemote = folder.path.isRemote
    let found = isRemote ? try? OpenFolder(reaching: folder.path).status() : try? FileStatus(folder.path)
    guard let status = found else { return nil }
    if let known = state.withLock({ $0.folders[folder] }),
      known.holds(for: status, at: moment, isRemote: isRemote)
    {
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
