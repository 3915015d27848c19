import CPhotoCodecs
import CPhotoPixels
import PhotoFiles
import PhotoFormats
import SystemPackage

/// The bytes of a picture: a file, a part of a file, or memory. It is used by one task at a time.
final class PictureSource {
  private enum Storage {
    case file(PictureFile, offset: Int)
    case memory(Bytes)
  }

  let count: Int
  private let storage: Storage

  init(_ file: PictureFile) {
    storage = .file(file, offset: 0)
    count = file.count
  }

  init(_ bytes: Bytes) {
    storage = .memory(bytes)
    count = bytes.count
  }

  private init(storage: Storage, count: Int) {
    self.storage = storage
    self.count = count
  }

  var range: Range<Int> {
    switch storage {
    case .file(_, let offset): offset..<offset + count
    case .memory: 0..<count
    }
  }

  /// Returns a part such as a preview, which may end with the picture, or `nil` if it starts outside.
  func part(_ range: Range<Int>) -> PictureSource? {
    guard range.lowerBound >= 0, range.lowerBound < count, !range.isEmpty else { return nil }
    let length = min(range.count, count - range.lowerBound)
    switch storage {
    case .file(let file, let offset):
      return PictureSource(storage: .file(file, offset: offset + range.lowerBound), count: length)
    case .memory(let bytes): return PictureSource(bytes.prefixSlice(at: range.lowerBound, count: length))
    }
  }

  func copyBytes(at offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, count - offset)])
    switch storage {
    case .file(let file, let start): return file.read(at: start + offset, into: wanted)
    case .memory(let bytes):
      let found = bytes.prefixSlice(at: offset, count: wanted.count)
      found.withUnsafeBytes { wanted.copyMemory(from: $0) }
      return found.count
    }
  }

  func bytes(at offset: Int, count wanted: Int) -> Bytes {
    guard offset >= 0, offset < count, wanted > 0 else { return Bytes([]) }
    let array = [UInt8](unsafeUninitializedCapacity: min(wanted, count - offset)) { buffer, initialized in
      initialized = copyBytes(at: offset, to: UnsafeMutableRawBufferPointer(buffer))
    }
    return Bytes(array)
  }

  /// Returns the same bytes for a header reader, or `nil` if the file can't be read.
  func byteSource() -> ByteSource? {
    switch storage {
    case .memory(let bytes): return ByteSource(bytes)
    case .file(let file, let offset):
      guard let whole = try? file.byteSource() else { return nil }
      return offset == 0 && count == file.count ? whole : ByteSource(whole, at: offset, count: count)
    }
  }

  func withReader<Result>(_ body: (photo_read, UnsafeMutableRawPointer) -> Result) -> Result {
    withExtendedLifetime(self) {
      body(
        { context, offset, bytes, size in
          guard let context, let bytes, let position = Int(exactly: offset) else { return 0 }
          let source = Unmanaged<PictureSource>.fromOpaque(context).takeUnretainedValue()
          return source.copyBytes(at: position, to: UnsafeMutableRawBufferPointer(start: bytes, count: size))
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  func withInput<Result>(_ body: (UnsafePointer<photo_input>) -> Result) -> Result {
    withReader { read, context in
      withUnsafePointer(to: photo_input(read: read, context: context, size: UInt64(count)), body)
    }
  }

  /// Calls `body` with an open file that contains the bytes, and their offset.
  func withFile<Result>(
    _ body: (FileDescriptor, Int) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    switch storage {
    case .file(let file, let offset): return try body(file.descriptor, offset)
    case .memory(let bytes):
      let copy: MemoryFile
      do throws(Errno) {
        copy = try withErrno { try bytes.withUnsafeBytes { try MemoryFile($0) } }
      } catch {
        throw ImagingError(memoryFailure: error)
      }
      return try withExtendedLifetime(copy) { () throws(ImagingError) in try body(copy.descriptor, 0) }
    }
  }

  var isStopped: Bool {
    if case .file(let file, _) = storage { file.isStopped } else { false }
  }

  var canStop: Bool {
    if case .file(let file, _) = storage { file.canStop } else { false }
  }

  func noteFailure(_ error: Errno) {
    if case .file(let file, _) = storage { file.noteFailure(error) }
  }

  /// Returns the size and Exif segment of a JPEG, or `nil` if it has no frame header.
  func jpegHeader() -> photo_jpeg_header? {
    var header = photo_jpeg_header()
    _ = withReader { read, context in photo_jpeg_read_header(read, context, UInt64(count), nil, &header) }
    return header.width > 0 && header.height > 0 ? header : nil
  }
}
