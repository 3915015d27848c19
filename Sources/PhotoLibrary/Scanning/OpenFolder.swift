import CFileSystem
import PhotoFormats
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder held open, so that what is in it is reached by name alone however deep it lies.
package struct OpenFolder: ~Copyable {
  /// The folder's descriptor.
  package let descriptor: FileDescriptor

  /// Opens a folder.
  package init(_ path: FilePath) throws(Errno) {
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Opens a folder only to reach what is in it by name, which takes no permission to list it.
  init(reaching path: FilePath) throws(Errno) {
    var number = path.withPlatformString { folder_open_to_reach($0) }
    while number < 0, errno == EINTR { number = path.withPlatformString { folder_open_to_reach($0) } }
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }

  /// One name in a folder.
  package struct Entry: Sendable {
    package let name: FileName
    package let kind: FileStatus.Kind
  }

  /// The names in the folder without `.` and `..`, in the order in which the file system gives them.
  ///
  /// - Parameter includesHidden: also names that begin with a dot.
  /// - Returns: the names, and the error that ended the reading early, if one did.
  package func entries(includesHidden: Bool) -> (entries: [Entry], failure: Errno?) {
    // closedir closes the descriptor that the stream was made of, so the stream gets one of its own.
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return ([], Errno(rawValue: errno)) }
    guard let stream = fdopendir(copy) else {
      let failure = Errno(rawValue: errno)
      close(copy)
      return ([], failure)
    }
    defer { closedir(stream) }
    rewinddir(stream)
    var entries = [Entry]()
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Self.name(entry)
      if name.bytes == [0x2E] || name.bytes == [0x2E, 0x2E] || name.isHidden && !includesHidden { continue }
      entries.append(Entry(name: name, kind: kind(of: name, type: Int32(entry.pointee.d_type))))
    }
    return (entries, errno == 0 ? nil : Errno(rawValue: errno))
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> FileName {
    // The name may run beyond the declared size of the field, so it is measured where it stands in memory.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return FileName(bytes: Array(UnsafeRawBufferPointer(start: start, count: length)))
  }

  private func kind(of name: FileName, type: Int32) -> FileStatus.Kind {
    switch type {
    case Int32(DT_REG): return .regular
    case Int32(DT_DIR): return .directory
    case Int32(DT_LNK): return .symbolicLink
    case Int32(DT_UNKNOWN):
      do throws(Errno) {
        return try FileStatus(name, in: descriptor, followingLinks: false).kind
      } catch {
        return .regular  // Reading it will tell what is wrong.
      }
    default: return .other
    }
  }
}
