import PhotoFiles
import PhotoFormats
import SystemPackage

/// A photo that is open for reading, used by one task at a time.
final class PictureFile {
  private let file: OpenFile
  let count: Int
  /// The buffer for small reads: some decoders read a few bytes at a time.
  private var window: (offset: Int, bytes: [UInt8]) = (0, [])
  /// The error of a failed read. The decoded picture is then incomplete.
  private(set) var failure: Errno?
  private static let windowCount = 32 * 1024
  /// The size of the first window of a file on a server in bytes. Each further window is twice as large, up to
  /// `remoteWindowLimit`, since most requests cost more time than their bytes.
  private static let remoteWindowCount = 512 * 1024
  private static let remoteWindowLimit = 16 * 1024 * 1024
  private var windowCount: Int

  /// Cancels decoding: once it is set, reads return 0 bytes.
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

  /// Wraps an open regular file. Errors contain `path`.
  init(_ file: OpenFile, _ path: FilePath, stop: SharedFlag? = nil) throws(ImagingError) {
    self.file = file
    self.stop = stop
    guard file.status.kind == .regular else {
      throw ImagingError(.unsupported("it is no regular file"), path: path)
    }
    count = Int(file.status.size)
    windowCount = file.remote == nil ? Self.windowCount : Self.remoteWindowCount
  }

  /// Returns the file for a header reader.
  func byteSource() throws(Errno) -> ByteSource { try ByteSource(file, count: count) }

  /// The descriptor, whose file offset is neither used nor changed; invalid, with a `failure`, if a file on a server can't
  /// be fetched.
  var descriptor: FileDescriptor {
    do throws(Errno) {
      return try file.content()
    } catch {
      failure = error
      return FileDescriptor(rawValue: -1)
    }
  }

  var state: FileState { FileState(file.status) }

  /// Returns a text that differs for each state of the file, for caches that outlive the process.
  ///
  /// - Throws: `ImagingError` without the path if the file can't be read.
  func fingerprint() throws(ImagingError) -> String {
    do throws(Errno) {
      return try file.fingerprint()
    } catch {
      throw ImagingError(.unreadable(error))
    }
  }

  var isStopped: Bool { stop?.isSet == true }

  /// Whether reads can be canceled.
  var canStop: Bool { stop != nil }

  func noteFailure(_ error: Errno) { failure = error }

  /// Calls `decode`, whose result and error are meaningless after a failed read.
  func checked<Result>(_ decode: () throws(ImagingError) -> Result) throws(ImagingError) -> Result {
    let result = Swift.Result { () throws(ImagingError) in try decode() }
    if let failure { throw ImagingError(.unreadable(failure)) }
    return try result.get()
  }

  /// Reads up to the size of the buffer. Returns the number of bytes, which is 0 after an error.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard buffer.count < windowCount else { return readDirectly(at: offset, into: buffer) }
    var start = offset - window.offset
    let isInside = start >= 0 && start < window.bytes.count
    // The last window of a file may be shorter than the buffer.
    let needed = min(buffer.count, count - offset)
    if file.remote != nil, window.bytes.isEmpty, offset + needed <= RemoteFile.headCount {
      // A header reader may have fetched the first bytes already.
      window = (0, firstBytes())
      start = offset
    } else if !isInside || window.bytes.count - start < needed {
      let bytes = [UInt8](unsafeUninitializedCapacity: windowCount) { window, initialized in
        initialized = readDirectly(at: offset, into: UnsafeMutableRawBufferPointer(window))
      }
      window = (offset, bytes)
      start = 0
      if file.remote != nil { windowCount = min(2 * windowCount, Self.remoteWindowLimit) }
    }
    guard start <= window.bytes.count else { return 0 }
    let found = window.bytes[start..<min(start + buffer.count, window.bytes.count)]
    buffer.copyBytes(from: found)
    return found.count
  }

  private func firstBytes() -> [UInt8] {
    do throws(Errno) {
      return try file.remote?.firstBytes() ?? []
    } catch {
      failure = error
      return []
    }
  }

  private func readDirectly(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isStopped { return 0 }
    var total = 0
    while total < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
      do throws(Errno) {
        let got = try file.read(at: offset + total, into: rest)
        if got == 0 { break }
        total += got
      } catch {
        failure = error
        break
      }
    }
    return total
  }
}
