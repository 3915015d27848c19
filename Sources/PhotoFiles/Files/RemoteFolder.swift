import Synchronization
import SystemPackage

/// A folder on a server. Its files are listed at most once, unless another program changes them during a write; names are
/// looked up in the listing after that.
final class RemoteFolder: Sendable {
  private struct State {
    var listing: [FileName: RemoteStatus]?
    /// The versions of files, as last seen.
    var seen: [FileName: RemoteStatus] = [:]
  }

  let place: RemotePath
  let path: FilePath
  private let source: any RemoteSource
  private let state = Mutex(State())

  init(_ path: FilePath, _ place: RemotePath) throws(Errno) {
    (self.path, self.place) = (path, place)
    source = try RemoteFiles.attempt(path) { () throws(RemoteError) in try RemoteFiles.source(of: place) }
    if let given = RemoteFiles.given(path) { state.withLock { $0.listing = given } }
  }

  /// Opens a subfolder, which need not exist.
  func folder(_ name: FileName) throws(Errno) -> RemoteFolder {
    let path = path.appending(name)
    guard let place = RemotePath(path) else { throw .invalidArgument }
    return try RemoteFolder(path, place)
  }

  func status() throws(Errno) -> FileStatus { FileStatus(.folder, of: place) }

  func entries(includesHidden: Bool, startingWith start: [UInt8]) -> (
    entries: [OpenFolder.Entry], failure: Errno?
  ) {
    do throws(Errno) {
      let found = try listing()
      let entries = found.compactMap { name, status -> OpenFolder.Entry? in
        guard name.bytes.starts(with: start), includesHidden || !name.isHidden else { return nil }
        return OpenFolder.Entry(name: name, kind: status.isFolder ? .directory : .regular)
      }
      return (entries, nil)
    } catch {
      return ([], error)
    }
  }

  /// Looks names up in the last listing of the folder, which the caller knows to be recent, if there is one.
  func useLastListing() {
    guard let listing = RemoteFiles.lastListing(of: path) else { return }
    state.withLock { $0.listing = listing }
  }

  /// The last listing of the folder, or an empty one; takes no request.
  var lastListing: [FileName: RemoteStatus] { RemoteFiles.lastListing(of: path) ?? [:] }

  private func listing() throws(Errno) -> [FileName: RemoteStatus] {
    if let known = state.withLock({ $0.listing }) { return known }
    let entries = try RemoteFiles.attempt(path) { () throws(RemoteError) in
      try source.entries(of: place.path)
    }
    // A folder and a file may share a name in a bucket; the file is shown.
    let listing = Dictionary(entries.map { ($0.name, $0.status) }) { $0.isFolder ? $1 : $0 }
    state.withLock { $0.listing = listing }
    RemoteFiles.keep(listing, of: path)
    return listing
  }

  /// Returns the status of a file or subfolder, from the listing if there is one.
  func status(of name: FileName) throws(Errno) -> FileStatus? {
    let (child, known) = (try child(name), state.withLock { state in state.listing.map { $0[name] } })
    if let known { return known.map { FileStatus($0, of: child) } }
    do throws(Errno) {
      let found = try RemoteFiles.attempt(path.appending(name)) { () throws(RemoteError) in
        try source.status(of: child.path)
      }
      note(found, of: name)
      return FileStatus(found, of: child)
    } catch .noSuchFileOrDirectory {
      state.withLock { $0.seen[name] = nil }
      return nil
    }
  }

  func open(_ name: FileName) throws(Errno) -> RemoteFile {
    let (child, path) = (try child(name), path.appending(name))
    let (status, head) = try RemoteFiles.attempt(path) { () throws(RemoteError) in
      let found = try source.open(child.path, reading: RemoteFile.headCount)
      return (try completed(found.status, of: name, child), found.head)
    }
    note(status, of: name)
    return RemoteFile(source, path, child, status, head: head)
  }

  /// Adds the tag and the date that a server omits when it sends a file. If the file has changed since the listing, the next
  /// listing has other ones, and the file is read again.
  private func completed(
    _ found: RemoteStatus, of name: FileName, _ child: RemotePath
  ) throws(RemoteError) -> RemoteStatus {
    guard found.tag.isEmpty || !found.hasDate else { return found }
    if let listed = state.withLock({ $0.listing?[name] }) ?? RemoteFiles.listed(name, in: path) {
      return found.agrees(with: listed) ? listed : found
    }
    guard found.tag.isEmpty, !found.hasDate else { return found }
    let known = try source.status(of: child.path)
    return found.agrees(with: known) ? known : found
  }

  /// Opens a file of the last listing without a request, or any other file with one. If the file has changed since the
  /// listing, reading it throws `Errno.staleNFSFileHandle`, and opening it again doesn't.
  func openListed(_ name: FileName) throws(Errno) -> RemoteFile {
    guard let status = RemoteFiles.listed(name, in: path), !status.isFolder else { return try open(name) }
    return RemoteFile(source, path.appending(name), try child(name), status, head: nil)
  }

  /// Writes a file.
  ///
  /// - Parameter placement: Whether to replace the version that was last seen, or that exists, or to require that there
  ///   is no file.
  /// - Throws: `Errno.fileExists` or `Errno.staleNFSFileHandle` if another program has written the file.
  func write(
    _ content: RemoteContent, to name: FileName, _ placement: PendingFile.Placement
  ) throws(Errno) {
    let child = try child(name)
    var replaced: RemoteStatus?
    if placement == .replacing {
      replaced = state.withLock { $0.seen[name] }
      if replaced == nil, try status(of: name) != nil { replaced = state.withLock { $0.seen[name] } }
    }
    let written = try changing(name) { () throws(RemoteError) in
      try source.write(content, to: child.path, replacing: replaced)
    }
    note(written, of: name)
  }

  func remove(_ name: FileName) throws(Errno) {
    let child = try child(name)
    if state.withLock({ $0.seen[name] == nil }) { _ = try status(of: name) }
    guard let version = state.withLock({ $0.seen[name] ?? $0.listing?[name] }) else { return }
    try changing(name) { () throws(RemoteError) in try source.remove(child.path, version: version) }
    state.withLock { state in
      state.seen[name] = nil
      state.listing?[name] = nil
    }
    RemoteFiles.note(nil, of: name, in: path)
  }

  /// Performs a request that changes a file. If another program has changed the file, nothing about the folder is known
  /// any more.
  private func changing<Result>(
    _ name: FileName, _ body: () throws(RemoteError) -> Result
  ) throws(Errno) -> Result {
    do throws(Errno) {
      return try RemoteFiles.attempt(path.appending(name), body)
    } catch {
      if error == .fileExists || error == .staleNFSFileHandle {
        state.withLock { state in
          state.listing = nil
          state.seen[name] = nil
        }
        RemoteFiles.forget(path)
      }
      throw error
    }
  }

  private func note(_ status: RemoteStatus, of name: FileName) {
    state.withLock { state in
      state.seen[name] = status
      if state.listing != nil { state.listing?[name] = status }
    }
    RemoteFiles.note(status, of: name, in: path)
  }

  private func child(_ name: FileName) throws(Errno) -> RemotePath {
    guard let place = RemotePath(path.appending(name)) else { throw .invalidArgument }
    return place
  }
}

/// A file on a server that is open for reading. Bytes after the first are read by range, all of the same version.
package final class RemoteFile: Sendable {
  /// The number of bytes of the first request, which suffices for most headers.
  package static let headCount = 64 * 1024
  /// The most bytes that are fetched at once when the whole file is needed.
  private static let pieceCount: Int64 = 32 << 20

  private let head: Mutex<[UInt8]?>
  let status: FileStatus
  private let source: any RemoteSource
  private let path: FilePath
  private let place: RemotePath
  private let version: RemoteStatus
  private let whole = Mutex<Result<Content, Errno>?>(nil)

  init(
    _ source: any RemoteSource, _ path: FilePath, _ place: RemotePath, _ version: RemoteStatus, head: [UInt8]?
  ) {
    (self.source, self.path, self.place, self.version) = (source, path, place, version)
    self.head = Mutex(head)
    status = FileStatus(version, of: place)
  }

  /// Returns the first bytes, which are fetched once.
  package func firstBytes() throws(Errno) -> [UInt8] {
    try head.withLock { head throws(Errno) in
      if let head { return head }
      let bytes = try fetch(0..<min(Int64(Self.headCount), version.size))
      head = bytes
      return bytes
    }
  }

  /// Returns the bytes in a range, fewer at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
    let end = min(Int64(offset) + Int64(count), version.size)
    guard offset >= 0, Int64(offset) < end else { return [] }
    if end <= Self.headCount { return Array(try firstBytes()[offset..<Int(end)]) }
    return try fetch(Int64(offset)..<end)
  }

  private func fetch(_ range: Range<Int64>) throws(Errno) -> [UInt8] {
    if range.isEmpty { return [] }
    do throws(Errno) {
      return try RemoteFiles.attempt(path) { () throws(RemoteError) in
        try source.read(place.path, range, of: version)
      }
    } catch {
      if error == .staleNFSFileHandle { RemoteFiles.forget(path.containingFolder) }
      throw error
    }
  }

  /// All bytes, in a file without a name.
  private final class Content: Sendable {
    let descriptor: FileDescriptor

    init() throws(Errno) { descriptor = try .openedWithoutName() }

    deinit { try? descriptor.close() }
  }

  /// Returns a file without a name that contains all bytes, for code that needs a descriptor. They are fetched once.
  func content() throws(Errno) -> FileDescriptor {
    try whole.withLock { whole throws(Errno) in
      if let whole { return try whole.get().descriptor }
      let result = Result { () throws(Errno) in try fetched() }
      whole = result
      return try result.get().descriptor
    }
  }

  private func fetched() throws(Errno) -> Content {
    let content = try Content()
    for start in stride(from: 0, to: version.size, by: Int(Self.pieceCount)) {
      let bytes = try bytes(at: Int(start), count: Int(min(Self.pieceCount, version.size - start)))
      try withErrno {
        _ = try bytes.withUnsafeBytes { try content.descriptor.writeAll(toAbsoluteOffset: start, $0) }
      }
    }
    return content
  }
}
