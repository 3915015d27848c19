import Synchronization
import SystemPackage

/// The servers in use, and the reasons of the last failures.
package enum RemoteFiles {
  /// Connects to a host or bucket.
  package typealias Connector =
    @Sendable (_ scheme: String, _ host: String) throws(RemoteError) -> any RemoteSource

  private struct State {
    var connect: Connector?
    var sources: [String: any RemoteSource] = [:]
    var reasons: [FilePath: String] = [:]
    var listings: [FilePath: [FileName: RemoteStatus]] = [:]
    /// The folders whose listings are given by a list.
    var given: Set<FilePath> = []
    var listedCount = 0
    var concurrency = 64
    /// When a request last failed because its server is unavailable.
    var lastOutage: ContinuousClock.Instant?
  }

  private static let reasonLimit = 10_000
  private static let listedLimit = 1_000_000
  private static let state = Mutex(State())

  /// Sets how servers are reached. Without it, their paths are errors.
  package static func use(_ connect: @escaping Connector) {
    state.withLock { state in
      (state.connect, state.sources) = (connect, [:])
    }
  }

  /// Limits the number of concurrent requests, which is 64 by default.
  package static func limitRequests(to count: Int) { state.withLock { $0.concurrency = max(1, count) } }

  /// The number of threads that keep servers busy, or `local` for local files.
  package static func threadCount(isRemote: Bool, local: Int) -> Int {
    isRemote ? state.withLock { $0.concurrency } : local
  }

  static func source(of place: RemotePath) throws(RemoteError) -> any RemoteSource {
    let key = place.server
    let (known, connect) = state.withLock { ($0.sources[key], $0.connect) }
    if let known { return known }
    guard let connect else {
      throw RemoteError(.notSupported, "this program doesn't read photos on servers")
    }
    let source = try connect(place.scheme, place.host)
    // Threads that connect concurrently share the first connection.
    return state.withLock { state in
      if let known = state.sources[key] { return known }
      state.sources[key] = source
      return source
    }
  }

  /// Returns why the last request for a path failed, if it is on a server.
  package static func reason(for path: FilePath) -> String? {
    path.isRemote ? state.withLock { $0.reasons[path] } : nil
  }

  /// Returns whether a request has failed since an instant because its server is unavailable.
  package static func hasOutage(since start: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.lastOutage.map { $0 >= start } ?? false }
  }

  /// Performs requests for a path, and keeps the reason if they fail.
  static func attempt<Result>(
    _ path: @autoclosure () -> FilePath, _ body: () throws(RemoteError) -> Result
  ) throws(Errno) -> Result {
    do throws(RemoteError) {
      return try body()
    } catch {
      let path = path()
      state.withLock { state in
        if state.reasons.count >= reasonLimit { state.reasons = [:] }
        state.reasons[path] = error.reason
        if error.errno == .hostIsDown { state.lastOutage = .now }
      }
      throw error.errno
    }
  }

  // MARK: Listings

  /// Keeps the last listing of a folder, so that its files can be opened without a request.
  static func keep(_ listing: [FileName: RemoteStatus], of folder: FilePath) {
    state.withLock { state in
      state.listedCount += listing.count - (state.listings[folder]?.count ?? 0)
      if state.listedCount > listedLimit {
        (state.listings, state.given, state.listedCount) = ([:], [], listing.count)
      }
      state.listings[folder] = listing
    }
  }

  /// Uses the listings in a list of photos instead of requesting them. A folder is requested again if another
  /// program turns out to have changed its files.
  package static func give(_ listings: [FilePath: [FileName: RemoteStatus]]) {
    for (folder, listing) in listings {
      keep(listing, of: folder)
      state.withLock { _ = $0.given.insert(folder) }
    }
  }

  static func given(_ folder: FilePath) -> [FileName: RemoteStatus]? {
    state.withLock { $0.given.contains(folder) ? $0.listings[folder] : nil }
  }

  static func lastListing(of folder: FilePath) -> [FileName: RemoteStatus]? {
    state.withLock { $0.listings[folder] }
  }

  static func listed(_ name: FileName, in folder: FilePath) -> RemoteStatus? {
    state.withLock { $0.listings[folder]?[name] }
  }

  /// Notes the version of a file that was seen after the last listing, or `nil` if it was removed. Given listings change; in
  /// others, the file is looked up again.
  static func note(_ status: RemoteStatus?, of name: FileName, in folder: FilePath) {
    state.withLock { state in
      guard let listing = state.listings[folder] else { return }
      let new = state.given.contains(folder) ? status : nil
      state.listedCount += (new == nil ? 0 : 1) - (listing[name] == nil ? 0 : 1)
      state.listings[folder]?[name] = new
    }
  }

  /// Removes what is known about a folder whose files other programs have changed.
  static func forget(_ folder: FilePath) {
    state.withLock { state in
      state.given.remove(folder)
      state.listedCount -= state.listings.removeValue(forKey: folder)?.count ?? 0
    }
  }

  static func status(of path: FilePath, _ place: RemotePath) throws(Errno) -> FileStatus {
    if let listing = given(path.containingFolder), let name = path.lastComponent.map(FileName.init) {
      guard let status = listing[name] else { throw .noSuchFileOrDirectory }
      return FileStatus(status, of: place)
    }
    return try attempt(path) { () throws(RemoteError) in
      FileStatus(try source(of: place).status(of: place.path), of: place)
    }
  }
}

extension FileStatus {
  /// The status of a file or folder on a server. The inode is a checksum of the path, and for a file of the entity tag, so
  /// that it differs between versions.
  init(_ status: RemoteStatus, of place: RemotePath) {
    let host = Checksum.of(Array(place.server.utf8))
    guard !status.isFolder else {
      let inode = Checksum.of(place.path) | 1
      self.init(
        remote: Identity(device: host, inode: inode), kind: .directory, size: 0, modified: status.modified)
      return
    }
    let content = Checksum.of(place.path + [0] + Array(status.tag.utf8))
    // Zero means that the inode is unknown.
    self.init(
      remote: Identity(device: host, inode: content | 1), kind: .regular, size: status.size,
      modified: status.modified)
  }
}
