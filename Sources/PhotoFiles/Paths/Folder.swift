import CFileSystem
import SystemPackage

/// A folder, shared by all assets in it so that each only stores a name.
public final class Folder: Sendable, Hashable {
  public let path: FilePath
  /// The bytes of the path, without a slash at the end unless it is the root.
  package let bytes: [UInt8]
  /// The last component of the path as a string, or `/` for the root.
  public let name: String

  public init(_ path: FilePath) {
    self.path = path
    bytes = path.fileSystemBytes
    name = path.lastComponent.map { String(decoding: $0) } ?? String(decoding: path)
  }

  package func bytes(of name: FileName) -> [UInt8] {
    var path: [UInt8] = []
    withBytes(of: name) { path = Array($0) }
    return path
  }

  /// Calls `body` with the bytes of the path of a file, without allocating memory for a usual one.
  package func withBytes(of name: FileName, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1 + name.bytes.count) { path in
      var count = path.update(fromContentsOf: bytes)
      if bytes.last != UInt8(ascii: "/") {
        path[count] = UInt8(ascii: "/")
        count += 1
      }
      count = path[count...].update(fromContentsOf: name.bytes)
      body(UnsafeBufferPointer(rebasing: path[..<count]))
    }
  }

  public func path(of name: FileName) -> FilePath { FilePath(fileSystemBytes: bytes(of: name)) }

  public static func == (left: Folder, right: Folder) -> Bool { left === right || left.bytes == right.bytes }

  public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension FilePath {
  /// The bytes of the path, or of the URL if it is on a server.
  package var fileSystemBytes: [UInt8] {
    let bytes = withPlatformString { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    return isRemote ? RemotePath.url(ofPath: bytes) : bytes
  }

  /// Creates a path from bytes, which need not be UTF-8, up to the first NUL; or from the URL of a path on a server.
  package init(fileSystemBytes bytes: some Sequence<UInt8>) {
    var terminated = bytes.prefix { $0 != 0 }.map { CInterop.PlatformChar(bitPattern: $0) }
    if RemotePath.isURL(terminated.lazy.map { UInt8(bitPattern: $0) }) {
      terminated.insert(CInterop.PlatformChar(bitPattern: UInt8(ascii: "/")), at: 0)
    }
    terminated.append(0)
    self = terminated.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }
}
