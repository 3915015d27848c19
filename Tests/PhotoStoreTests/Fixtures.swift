import PhotoStore
import SystemPackage
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A folder of a test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/photostore-XXXXXX".utf8CString)
    path = try template.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      return FilePath(platformString: try #require(mkdtemp(base)))
    }
  }

  deinit { remove(path) }

  private func remove(_ path: FilePath) {
    path.withPlatformString { text in
      if unlink(text) == 0 { return }
      for name in TemporaryFolder.names(in: path) { remove(path.appending(name)) }
      rmdir(text)
    }
  }

  static func names(in path: FilePath) -> [String] {
    guard let stream = path.withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

func write(_ bytes: [UInt8], to path: FilePath) throws {
  let file = try FileDescriptor.open(
    path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
  try file.closeAfter { _ = try file.writeAll(bytes) }
}

func contents(of path: FilePath) throws -> [UInt8] {
  let file = try FileDescriptor.open(path, .readOnly)
  return try file.closeAfter {
    var bytes = [UInt8](repeating: 0, count: Int(try file.seek(offset: 0, from: .end)))
    let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
    return Array(bytes.prefix(count))
  }
}

func isThere(_ path: FilePath) -> Bool { (try? Stat(path, followTargetSymlink: false)) != nil }

/// A JPEG of 8 x 8 pixels as far as its header goes, followed by `padding` bytes.
func jpeg(padding: Int = 0, filler: UInt8 = 0x11) -> [UInt8] {
  let start: [UInt8] = [0xFF, 0xD8]
  let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
  let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
  return start + frame + scan + [UInt8](repeating: filler, count: padding) + [0xFF, 0xD9]
}

/// Fits by writing down what it was asked for.
struct RecordingFitter: PictureFitter {
  struct Refusal: Error {}
  var refuses = false

  func fit(_ picture: FilePath, into limits: PictureLimits) throws -> [UInt8] {
    if refuses { throw Refusal() }
    return jpeg() + Array("fit \(limits.width)x\(limits.height) \(limits.quality)".utf8)
  }

  func thumbnail(of picture: FilePath, width: Int, height: Int) throws -> [UInt8] {
    if refuses { throw Refusal() }
    return jpeg() + Array("thumbnail \(width)x\(height) of \(try contents(of: picture).count) bytes".utf8)
  }
}
