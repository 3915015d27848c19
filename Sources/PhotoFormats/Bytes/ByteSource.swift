import PhotoFiles
import SystemPackage

/// The bytes of a file, read on demand.
///
/// The first bytes (`head`) are read once, and are all that most photos need. Other bytes are read in place: a movie of
/// 4 GB with its index at the end costs two small reads. A source belongs to one task and isn't `Sendable`.
public final class ByteSource {
  /// The number of bytes of the first read.
  public static let headCount = 16 * 1024

  private static let windowHeadCount = 4 * 1024

  /// The least number of bytes of a later read, since the next read is usually close.
  private static let readAhead = 4 * 1024

  /// The most bytes to read from one file.
  public static let readLimit = 64 * 1024 * 1024

  /// The size of the file in bytes.
  public let count: Int
  public let head: Bytes
  /// The error that stopped a read, if one did.
  public private(set) var failure: Errno?

  private let file: File?
  private let container: (source: ByteSource, offset: Int)?
  private var window = (start: 0, bytes: Bytes([]))
  private(set) var bytesRead: Int

  private enum File {
    case descriptor(FileDescriptor)
    case remote(RemoteFile)

    /// The least number of bytes of a later read.
    var readAhead: Int {
      switch self {
      case .descriptor: ByteSource.readAhead
      case .remote: RemoteFile.headCount
      }
    }

    func read(at offset: Int, count: Int) throws(Errno) -> Bytes {
      switch self {
      case .descriptor(let descriptor): try ByteSource.read(descriptor, at: offset, count: count)
      case .remote(let file): Bytes(try file.bytes(at: offset, count: count))
      }
    }
  }

  public convenience init(_ bytes: [UInt8]) { self.init(Bytes(bytes)) }

  /// Bytes in memory, which aren't copied.
  public init(_ bytes: Bytes) {
    head = bytes
    count = bytes.count
    file = nil
    container = nil
    bytesRead = 0
  }

  /// A window on another source from `offset`, such as the JPEG in a RAW file. Reads count as reads of that source.
  public init(_ source: ByteSource, at offset: Int, count wanted: Int) {
    let start = min(max(offset, 0), source.count)
    count = min(max(wanted, 0), source.count - start)
    // The head of the source suffices, unless it ends right after the start.
    let headCount = min(count, ByteSource.headCount)
    let held = source.head.prefixSlice(at: start, count: headCount)
    let isEnough = held.count >= min(headCount, ByteSource.windowHeadCount)
    head = isEnough ? held : source.bytes(at: start, count: headCount)
    file = nil
    container = (source, start)
    bytesRead = 0
  }

  /// An open file of `count` bytes, which the caller closes. The file offset is neither used nor changed.
  ///
  /// - Throws: `Errno` if the first read fails.
  public init(_ descriptor: FileDescriptor, count: Int, headCount: Int = ByteSource.headCount) throws(Errno) {
    file = .descriptor(descriptor)
    self.count = count
    container = nil
    head = try ByteSource.read(descriptor, at: 0, count: min(count, headCount))
    bytesRead = head.count
  }

  /// A file, which remains open as long as its bytes are read. The head of a file on a server is what the first request
  /// returned.
  ///
  /// - Parameter count: The number of bytes to expose, by default all.
  /// - Throws: `Errno` if the first read fails.
  package convenience init(
    _ file: OpenFile, count: Int? = nil, headCount: Int = ByteSource.headCount
  ) throws(Errno) {
    let size = Int(clamping: file.status.size)
    guard let remote = file.remote else {
      try self.init(file.descriptor, count: count ?? size, headCount: headCount)
      return
    }
    try self.init(remote, count: min(count ?? size, size), headCount: headCount)
  }

  private init(_ remote: RemoteFile, count: Int, headCount: Int) throws(Errno) {
    file = .remote(remote)
    self.count = count
    container = nil
    let known = Bytes(try remote.firstBytes()).prefixSlice(at: 0, count: count)
    let wanted = min(count, headCount)
    head = known.count < wanted ? Bytes(try remote.bytes(at: 0, count: wanted)) : known
    bytesRead = head.count
  }

  /// Returns up to `wanted` bytes from `offset`: fewer at the end of the file, none after it, after a failed read, or
  /// after `readLimit` bytes were read.
  public func bytes(at offset: Int, count wanted: Int) -> Bytes {
    guard offset >= 0, wanted > 0, offset < count else { return Bytes([]) }
    let available = min(wanted, count - offset)
    if let inside = head.slice(at: offset, count: available) { return inside }
    if let container { return container.source.bytes(at: container.offset + offset, count: available) }
    guard let file else { return head.prefixSlice(at: offset, count: available) }
    if let inside = window.bytes.slice(at: offset - window.start, count: available) { return inside }
    guard failure == nil, bytesRead < ByteSource.readLimit else { return Bytes([]) }
    do throws(Errno) {
      if available > file.readAhead {
        let read = try file.read(at: offset, count: min(available, ByteSource.readLimit))
        bytesRead += read.count
        return read
      }
      let read = try file.read(at: offset, count: min(file.readAhead, count - offset))
      bytesRead += max(min(available, read.count), 512)
      window = (offset, read)
      return read.prefixSlice(at: 0, count: available)
    } catch {
      failure = error
      return Bytes([])
    }
  }

  /// Whether bytes of the file may be missing, because a read failed or `readLimit` bytes were read.
  package var isSpent: Bool {
    container?.source.isSpent ?? (failure != nil || file != nil && bytesRead >= Self.readLimit)
  }

  /// Returns the bytes from `offset`, or `nil` unless all of them exist.
  public func allBytes(at offset: Int, count wanted: Int) -> Bytes? {
    guard wanted >= 0, offset >= 0, wanted <= count - offset else { return nil }
    let found = bytes(at: offset, count: wanted)
    return found.count == wanted ? found : nil
  }

  func copyBytes(at offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let found =
      offset < head.count
      ? head.prefixSlice(at: offset, count: buffer.count) : bytes(at: offset, count: buffer.count)
    found.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return found.count
  }

  private static func read(_ descriptor: FileDescriptor, at offset: Int, count: Int) throws(Errno) -> Bytes {
    do {
      var total = 0
      let buffer = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        while total < count {
          let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[total...])
          let got = try descriptor.read(fromAbsoluteOffset: Int64(offset + total), into: part)
          if got == 0 { break }
          total += got
        }
        initialized = total
        ReadingCount.add(bytes: total)
      }
      return Bytes(buffer)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }
}
