import SystemPackage

/// The bytes of one file, read when they are needed, and no others.
///
/// The first bytes are read once and kept (`head`), which is all that most photos need; anything else
/// is read from its place, so that a movie of 4 GB whose index stands at the end costs two small reads.
/// A source belongs to one task: it is not `Sendable`.
public final class ByteSource {
  /// How many bytes of a file are read at first.
  public static let headCount = 16 * 1024

  /// How many bytes a window on another source begins with at least.
  private static let windowHeadCount = 4 * 1024

  /// How many bytes are read beyond the head at least: what is read next mostly stands close by.
  private static let readAhead = 4 * 1024

  /// How many bytes one file may cost in all, against headers made to send a reader round and round.
  public static let readLimit = 64 * 1024 * 1024

  /// The size of the file in bytes.
  public let count: Int
  /// The first bytes of the file.
  public private(set) var head: Bytes
  /// The error that stopped a read, if one did.
  public private(set) var failure: Errno?

  private let descriptor: FileDescriptor?
  private let container: (source: ByteSource, offset: Int)?
  /// What was read last beyond the head, unless it is longer than `readAhead`, and where it stands.
  private var window = (start: 0, bytes: Bytes([]))
  /// How many bytes the file has cost so far.
  private(set) var bytesRead: Int

  /// Bytes in memory.
  public convenience init(_ bytes: [UInt8]) { self.init(Bytes(bytes)) }

  /// Bytes in memory, which are not copied.
  public init(_ bytes: Bytes) {
    head = bytes
    count = bytes.count
    descriptor = nil
    container = nil
    bytesRead = 0
  }

  /// A window on another source, such as the JPEG inside a RAW file: its byte 0 stands at `offset`.
  ///
  /// What is read through the window counts as read by the source; the window ends where the source ends.
  public init(_ source: ByteSource, at offset: Int, count wanted: Int) {
    let start = min(max(offset, 0), source.count)
    count = min(max(wanted, 0), source.count - start)
    // What the source holds already is enough to begin with, unless it ends right behind the start.
    let headCount = min(count, ByteSource.headCount)
    let held = source.head.prefixSlice(at: start, count: headCount)
    let isEnough = held.count >= min(headCount, ByteSource.windowHeadCount)
    head = isEnough ? held : source.bytes(at: start, count: headCount)
    descriptor = nil
    container = (source, start)
    bytesRead = 0
  }

  /// An open file of `count` bytes; the caller closes it.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading; its file offset is neither used nor moved.
  ///   - count: the size of the file in bytes.
  ///   - headCount: how many bytes to read at once.
  /// - Throws: `Errno` if the first read fails.
  public init(_ descriptor: FileDescriptor, count: Int, headCount: Int = ByteSource.headCount) throws(Errno) {
    self.descriptor = descriptor
    self.count = count
    container = nil
    head = try ByteSource.read(descriptor, at: 0, count: min(count, headCount))
    bytesRead = head.count
  }

  /// What there is of the `count` bytes from `offset` on: fewer at the end of the file, none beyond it,
  /// after a failed read, or once the file has cost `readLimit` bytes.
  public func bytes(at offset: Int, count wanted: Int) -> Bytes {
    guard offset >= 0, wanted > 0, offset < count else { return Bytes([]) }
    let available = min(wanted, count - offset)
    if let inside = head.slice(at: offset, count: available) { return inside }
    if let container { return container.source.bytes(at: container.offset + offset, count: available) }
    guard let descriptor else { return head.prefixSlice(at: offset, count: available) }
    if let inside = window.bytes.slice(at: offset - window.start, count: available) { return inside }
    guard failure == nil, bytesRead < ByteSource.readLimit else { return Bytes([]) }
    do throws(Errno) {
      if available > Self.readAhead {
        let read = try ByteSource.read(descriptor, at: offset, count: min(available, ByteSource.readLimit))
        bytesRead += read.count
        return read
      }
      let read = try ByteSource.read(descriptor, at: offset, count: min(Self.readAhead, count - offset))
      bytesRead += max(min(available, read.count), 512)
      window = (offset, read)
      return read.prefixSlice(at: 0, count: available)
    } catch {
      failure = error
      return Bytes([])
    }
  }

  /// True if bytes that are there were not returned: a read has failed, or the file has cost `readLimit` bytes.
  package var isSpent: Bool {
    container?.source.isSpent ?? (failure != nil || descriptor != nil && bytesRead >= Self.readLimit)
  }

  /// The `count` bytes from `offset` on, `nil` unless all of them are there.
  public func allBytes(at offset: Int, count wanted: Int) -> Bytes? {
    guard wanted >= 0, offset >= 0, offset <= count, wanted <= count - offset else { return nil }
    let found = bytes(at: offset, count: wanted)
    return found.count == wanted ? found : nil
  }

  /// Copies what there is of the bytes from `offset` on into memory; returns how many.
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
      }
      return Bytes(buffer)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }
}
