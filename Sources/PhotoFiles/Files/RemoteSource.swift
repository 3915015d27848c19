import SystemPackage

/// Files on a server, such as the objects of a bucket or the resources of a WebDAV collection.
///
/// Paths are the bytes after the host or bucket, without a slash at either end; the root is empty. Calls block the
/// thread until the server answers, so call them on worker threads. A source retries temporary failures itself.
package protocol RemoteSource: Sendable {
  /// Returns the files and folders in a folder, not those below it, in any order. A name that can't be part of a path
  /// (empty, `.`, `..`, or with a slash or NUL) is omitted.
  func entries(of folder: [UInt8]) throws(RemoteError) -> [RemoteEntry]

  /// Returns the status, of which a folder has only the kind.
  ///
  /// - Throws: `Errno.noSuchFileOrDirectory` if neither a file nor a folder has the path.
  func status(of path: [UInt8]) throws(RemoteError) -> RemoteStatus

  /// Returns the status and the first bytes with a single request: up to `count`, fewer only at the end of the file.
  func open(_ file: [UInt8], reading count: Int) throws(RemoteError) -> (status: RemoteStatus, head: [UInt8])

  /// Returns the bytes in a range of a version, all of them.
  ///
  /// - Throws: `Errno.staleNFSFileHandle` if the file has changed since.
  func read(_ file: [UInt8], _ range: Range<Int64>, of version: RemoteStatus) throws(RemoteError) -> [UInt8]

  /// Writes a whole file atomically.
  ///
  /// - Parameter replaced: The version to replace; `nil` if there must be no file.
  /// - Returns: The new version.
  /// - Throws: `Errno.fileExists` if there is a file although `replaced` is `nil`, `Errno.staleNFSFileHandle` if the
  ///   file isn't that version.
  func write(
    _ content: RemoteContent, to file: [UInt8], replacing replaced: RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus

  /// Removes a version of a file.
  ///
  /// - Throws: `Errno.staleNFSFileHandle` if the file isn't that version. A missing file is no error.
  func remove(_ file: [UInt8], version: RemoteStatus) throws(RemoteError)
}

/// The bytes of a file to be written.
package enum RemoteContent: Sendable, ExpressibleByArrayLiteral {
  case bytes([UInt8])
  /// The first bytes of an open file, which stays open and doesn't change.
  case file(FileDescriptor, count: Int)

  package init(arrayLiteral bytes: UInt8...) { self = .bytes(bytes) }

  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let count): count
    }
  }

  /// Returns the bytes in a range, all of them.
  ///
  /// - Throws: `RemoteError` if the file can't be read or has become shorter.
  package func bytes(_ range: Range<Int>) throws(RemoteError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return range == 0..<bytes.count ? bytes : Array(bytes[range])
    case .file(let file, _):
      do throws(Errno) {
        return try file.bytes(at: range)
      } catch {
        throw RemoteError(error, "the file that is being written can't be read: \(error)")
      }
    }
  }

  /// Returns all bytes.
  ///
  /// - Throws: `Errno.fileTooLarge` beyond the limit.
  package func bytes(limit: Int) throws(RemoteError) -> [UInt8] {
    guard count <= limit else {
      throw RemoteError(.fileTooLarge, "files of more than \(limit) bytes can't be written")
    }
    return try bytes(0..<count)
  }
}

package struct RemoteEntry: Sendable, Hashable {
  package var name: FileName
  package var status: RemoteStatus

  package init(name: FileName, status: RemoteStatus) {
    self.name = name
    self.status = status
  }
}

/// A failed request.
package struct RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error of a file system that is closest: `permissionDenied`, `noSuchFileOrDirectory`, `timedOut`, `ioError`…
  /// `hostIsDown` means that the server is unavailable, `notPermitted` that there is no valid password or key for it.
  package var errno: Errno
  /// A phrase for people without secrets and line breaks, such as `the server answered 403 AccessDenied`.
  package var reason: String

  package var description: String { reason }

  /// Returns whether an error concerns a server, and not one of its files.
  package static func isOfServer(_ errno: Errno) -> Bool { errno == .hostIsDown || errno == .notPermitted }

  package init(_ errno: Errno, _ reason: String) {
    self.errno = errno
    self.reason = reason
  }
}
