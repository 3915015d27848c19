import PhotoFiles
import SystemPackage

/// A photo open for reading; it belongs to one task.
final class PictureFile {
  private let file: OpenFile
  let count: Int
  /// The part of the file that small reads are served from: decoders read some formats in pieces of a few bytes.
  private var window: (offset: Int, bytes: [UInt8]) = (0, [])
  /// The error that a read met, if one did; what was decoded then is not what the file holds.
  private(set) var failure: Errno?
  private static let windowCount = 32 * 1024

  /// Once it is set, reads return nothing, so that a decoder soon ends.
  private let stop: SharedFlag?

  convenience init(_ path: FilePath) throws(ImagingError) {
    let file: OpenFile
    do throws(Errno) {
      file = try OpenFile(path)
    } catch {
      throw ImagingError(.unreadable(error), path: path)
    }
    try self.init(file, path)
  }

  /// A regular file that is open; `path` is for errors.
  init(_ file: OpenFile, _ path: FilePath, stop: SharedFlag? = nil) throws(ImagingError) {
    self.file = file
    self.stop = stop
    guard file.status.kind == .regular else {
      throw ImagingError(.unsupported("it is no regular file"), path: path)
    }
    count = Int(file.status.size)
  }

  /// Open for reading; its file offset is neither used nor moved.
  var descriptor: FileDescriptor { file.descriptor }

  var modificationTime: Int { Int(file.status.modified.seconds) }

  var isStopped: Bool { stop?.isSet == true }

  /// Whether `isStopped` may become true.
  var canStop: Bool { stop != nil }

  func noteFailure(_ error: Errno) { failure = error }

  /// Reads what there is from `offset` on; returns how many bytes, 0 also after an error.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard buffer.count < Self.windowCount else { return readDirectly(at: offset, into: buffer) }
    var start = offset - window.offset
    if start < 0 || start >= window.bytes.count || window.bytes.count - start < buffer.count {
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.windowCount) { window, initialized in
        initialized = readDirectly(at: offset, into: UnsafeMutableRawBufferPointer(window))
      }
      window = (offset, bytes)
      start = 0
    }
    let found = window.bytes[start..<min(start + buffer.count, window.bytes.count)]
    buffer.copyBytes(from: found)
    return found.count
  }

  private func readDirectly(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isStopped { return 0 }
    var total = 0
    while total < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
      do {
        let got = try descriptor.read(fromAbsoluteOffset: Int64(offset + total), into: rest)
        if got == 0 { break }
        total += got
      } catch {
        failure = error as? Errno ?? .ioError
        break
      }
    }
    return total
  }
}
