import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What stands under the name that a file is to get.
enum NameState {
  /// Nothing.
  case free
  /// What the export would put there.
  case equal
  /// The original itself, under this or another of its names.
  case same
  /// Something else.
  case taken
}

/// A picture made of a photo, once and only where it is needed.
final class RenderedPicture {
  private let photo: FilePath
  private let renderer: any ExportRenderer
  private var made: [UInt8]?

  init(_ photo: FilePath, _ renderer: any ExportRenderer) {
    self.photo = photo
    self.renderer = renderer
  }

  /// The bytes.
  ///
  /// - Throws: `ExportError.notRendered`.
  func bytes() throws -> [UInt8] {
    if let made { return made }
    do {
      let bytes = try renderer.render(photo)
      made = bytes
      return bytes
    } catch {
      throw ExportError.notRendered(photo, reason: "\(error)")
    }
  }
}

extension Directory {
  /// What stands under a name, compared with what an export would put there.
  ///
  /// - Throws: `ExportError`, or `CancellationError`.
  func state(
    of name: FileName, path: FilePath, for source: FilePath, _ action: ExportAction,
    _ picture: RenderedPicture?
  ) throws -> NameState {
    let component = try exporting("look for", path) { try name.component() }
    guard let found = try exporting("look for", path, { try status(of: component) }) else { return .free }
    if action == .link {
      return found.type == .symbolicLink && target(of: name) == source.fileSystemBytes ? .equal : .taken
    }
    guard found.type == .regular else { return .taken }
    let original = try SourceFile(source)
    let existing = try exporting("open", path) { try open(component, O_RDONLY | O_NONBLOCK) }
    return try existing.closeAfter {
      let status = try exporting("read", path) { try FileStatus(existing) }
      if status.identity == original.status.identity, picture == nil { return .same }
      if action == .hardlink { return .taken }
      return try exporting("read", path) {
        if let picture {
          let bytes = try picture.bytes()
          guard status.size == bytes.count else { return .taken }
          return try bytes == existing.readAll() ? .equal : .taken
        }
        guard status.size == original.status.size else { return .taken }
        return try original.hasSameBytes(as: existing) ? .equal : .taken
      }
    }
  }

  /// The status of what stands under a name, links not followed.
  func fileStatus(of name: FileName) throws(Errno) -> FileStatus {
    try FileStatus(name, in: descriptor, followingLinks: false)
  }

  /// The status of the folder itself.
  func fileStatus() throws(Errno) -> FileStatus { try FileStatus(descriptor) }

  /// Where a symbolic link leads; `nil` for what is none.
  func target(of name: FileName) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return name.withPlatformString { readlinkat(descriptor.rawValue, $0, start, bytes.count) }
    }
    return count >= 0 ? Array(buffer[..<count]) : nil
  }

  /// Makes a symbolic link.
  func makeLink(_ name: FileName, to target: FilePath) throws(Errno) {
    let result = target.withPlatformString { target in
      name.withPlatformString { symlinkat(target, descriptor.rawValue, $0) }
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// Gives the file at a path a further name.
  func makeHardLink(_ name: FileName, to source: FilePath) throws(Errno) {
    let result = source.withPlatformString { source in
      name.withPlatformString { linkat(AT_FDCWD, source, descriptor.rawValue, $0, AT_SYMLINK_FOLLOW) }
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
