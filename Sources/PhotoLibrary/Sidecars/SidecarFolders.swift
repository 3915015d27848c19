import PhotoFiles
import PhotoFormats
import Synchronization

/// The sidecars in folders of which files are named one by one: each folder is listed once for all its files.
final class SidecarFolders: Sendable {
  private struct Known {
    let status: FileStatus
    let moment: FileStatus.Time
    let index: SidecarIndex?

    /// True if the folder holds the same names, as far as its times tell. They may be coarse: a folder that had just
    /// changed is listed again a little later.
    func holds(for status: FileStatus, at now: FileStatus.Time) -> Bool {
      status == self.status
        && (status.changed.isSettled(at: moment) || (0...1).contains(now.seconds - moment.seconds))
    }
  }

  private struct State {
    var folders: [Folder: Known] = [:]
    var nameCount = 0
  }

  /// How many folders are kept, and how many names at most in those that hold sidecars.
  private static let limit = (folders: 64 * 1024, names: 256 * 1024)

  private let state = Mutex(State())
  private let entries: @Sendable (Folder) -> [OpenFolder.Entry]

  /// - Parameter entries: lists a folder; nothing is in one that cannot be listed.
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
