import PhotoFiles
import Synchronization
import SystemPackage

/// A server of files in memory, reached under `s3://HOST` by this process.
package final class MemoryServer: RemoteSource {
  package struct File: Sendable {
    package var bytes: [UInt8]
    package var status: RemoteStatus
  }

  package struct State: Sendable {
    package var files: [String: File] = [:]
    /// The requests so far, such as `list `, `open a/b.jpg` and `read a/b.jpg 65536..<70000`.
    package var requests: [String] = []
    package var version = 0
    /// Whether responses to `open` lack tag and date.
    package var isTerse = false
    /// The errors for files and folders.
    package var failures: [String: RemoteError] = [:]
  }

  private static let servers = Mutex<[String: MemoryServer]>([:])
  /// Connects this process to the servers, once.
  private static let connection: Void = RemoteFiles.use { _, host throws(RemoteError) in
    guard let server = servers.withLock({ $0[host] }) else {
      throw RemoteError(.noSuchFileOrDirectory, "there is no such server")
    }
    return server
  }

  package let host: String
  package let state = Mutex(State())

  package init() {
    host = "memory-\(UInt64.random(in: 0...UInt64.max))"
    _ = Self.connection
    Self.servers.withLock { $0[host] = self }
  }

  package var root: FilePath { FilePath(fileSystemBytes: Array("s3://\(host)".utf8)) }

  package func put(_ path: String, _ bytes: [UInt8], modified: Int64 = 1_400_000_000) {
    state.withLock { state in
      state.version += 1
      let time = FileStatus.Time(seconds: modified, nanoseconds: 0)
      let status = RemoteStatus(size: Int64(bytes.count), modified: time, tag: "\"\(state.version)\"")
      state.files[path] = File(bytes: bytes, status: status)
    }
  }

  package func remove(_ path: String) { state.withLock { $0.files[path] = nil } }

  package var requests: [String] { state.withLock { $0.requests } }

  package func forgetRequests() { state.withLock { $0.requests = [] } }

  package subscript(_ path: String) -> [UInt8]? { state.withLock { $0.files[path]?.bytes } }

  private func request<Result>(
    _ name: String, _ path: [UInt8], _ body: (inout State, String) throws(RemoteError) -> Result
  ) throws(RemoteError) -> Result {
    let path = String(decoding: path, as: UTF8.self)
    return try state.withLock { state throws(RemoteError) in
      state.requests.append("\(name) \(path)")
      if let failure = state.failures[path] { throw failure }
      return try body(&state, path)
    }
  }

  package func entries(of folder: [UInt8]) throws(RemoteError) -> [RemoteEntry] {
    try request("list", folder) { state, folder throws(RemoteError) in
      let start = folder.isEmpty ? "" : folder + "/"
      var entries: [String: RemoteStatus] = [:]
      for (path, file) in state.files where path.hasPrefix(start) {
        let parts = path.dropFirst(start.count).split(separator: "/", maxSplits: 1)
        guard let name = parts.first else { continue }
        entries[String(name)] = parts.count > 1 ? .folder : file.status
      }
      if entries.isEmpty, !folder.isEmpty {
        throw RemoteError(.noSuchFileOrDirectory, "there is no such folder")
      }
      return entries.map { RemoteEntry(name: FileName(unchecked: Array($0.utf8)), status: $1) }
    }
  }

  package func status(of path: [UInt8]) throws(RemoteError) -> RemoteStatus {
    try request("status", path) { state, path throws(RemoteError) in
      if let file = state.files[path] { return file.status }
      guard path.isEmpty || state.files.keys.contains(where: { $0.hasPrefix(path + "/") }) else {
        throw RemoteError(.noSuchFileOrDirectory, "no such file or folder")
      }
      return .folder
    }
  }

  package func open(
    _ file: [UInt8], reading count: Int
  ) throws(RemoteError) -> (status: RemoteStatus, head: [UInt8]) {
    try request("open", file) { state, path throws(RemoteError) in
      guard let file = state.files[path] else {
        throw RemoteError(.noSuchFileOrDirectory, "no such file or folder")
      }
      var status = file.status
      if state.isTerse { (status.tag, status.modified) = ("", FileStatus.Time(seconds: 0, nanoseconds: 0)) }
      return (status, Array(file.bytes.prefix(count)))
    }
  }

  package func read(
    _ file: [UInt8], _ range: Range<Int64>, of version: RemoteStatus
  ) throws(RemoteError) -> [UInt8] {
    try request("read \(range)", file) { state, path throws(RemoteError) in
      guard let file = state.files[path], file.status.tag == version.tag else {
        throw RemoteError(.staleNFSFileHandle, "the file has changed")
      }
      return Array(file.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }
  }

  package func write(
    _ content: RemoteContent, to file: [UInt8], replacing replaced: RemoteStatus?
  ) throws(RemoteError) -> RemoteStatus {
    let bytes = try content.bytes(0..<content.count)
    return try request("write", file) { state, path throws(RemoteError) in
      guard state.files[path]?.status.tag == replaced?.tag else {
        throw RemoteError(replaced == nil ? .fileExists : .staleNFSFileHandle, "the file has changed")
      }
      state.version += 1
      let time = FileStatus.Time(seconds: 1_500_000_000, nanoseconds: 0)
      let status = RemoteStatus(size: Int64(bytes.count), modified: time, tag: "\"\(state.version)\"")
      state.files[path] = File(bytes: bytes, status: status)
      return status
    }
  }

  package func remove(_ file: [UInt8], version: RemoteStatus) throws(RemoteError) {
    try request("remove", file) { state, path throws(RemoteError) in
      guard let known = state.files[path] else { return }
      guard known.status.tag == version.tag else {
        throw RemoteError(.staleNFSFileHandle, "the file has changed")
      }
      state.files[path] = nil
    }
  }
}
