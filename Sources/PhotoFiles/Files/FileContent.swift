import CFileSystem
import SystemPackage

/// The content of a file as the chunks that are not all zeros: holes of a sparse file are not read, however large they
/// are.
package struct FileContent: ~Copyable {
  package struct Chunk: Equatable {
    package let offset: Int64
    package let bytes: [UInt8]
  }

  package static let chunkCount = 256 * 1024

  private let descriptor: FileDescriptor
  private let file: OpenFile?
  private var offset: Int64 = 0
  package let count: Int64

  package init(_ path: FilePath) throws(Errno) {
    let file = try OpenFile(path)
    (self.file, descriptor, count) = (file, try file.content(), file.status.size)
  }

  /// The content of an open file from its beginning; the caller keeps it open. The offset doesn't change.
  package init(of descriptor: FileDescriptor) throws(Errno) {
    (file, self.descriptor, count) = (nil, descriptor, try FileStatus(descriptor).size)
  }

  /// Returns the next chunk that contains anything but zeros, or `nil` at the end of the file.
  package mutating func next() throws(Errno) -> Chunk? {
    while true {
      let data = file_next_data(descriptor.rawValue, offset)
      guard data >= 0 else { return nil }
      offset = data - data % Int64(Self.chunkCount)
      let chunk = Chunk(offset: offset, bytes: try read())
      if chunk.bytes.isEmpty { return nil }
      offset += Int64(Self.chunkCount)
      if !chunk.isZero { return chunk }
    }
  }

  /// Returns the first and the last bytes, at most `length` of each; the entire content if it is shorter than both.
  package func ends(_ length: Int) throws(Errno) -> [UInt8] {
    let last = max(Int64(length), count - Int64(length))
    return try read(at: 0, length) + read(at: last, Int(min(max(0, count - last), Int64(length))))
  }

  /// The number of bytes at each end. They contain the header of most formats, and cost one read each.
  private static let endCount = 4 * 1024

  /// Returns the checksum of the first and the last bytes.
  package func endsChecksum() throws(Errno) -> UInt64 { Checksum.of(try ends(Self.endCount)) }

  package static func isSame(_ left: FilePath, _ right: FilePath) throws -> Bool {
    try isSame(FileContent(left), FileContent(right))
  }

  /// Compares the content of two open files; their offsets don't change.
  package static func isSame(_ left: FileDescriptor, _ right: FileDescriptor) throws -> Bool {
    try isSame(FileContent(of: left), FileContent(of: right))
  }

  private static func isSame(_ left: consuming FileContent, _ right: consuming FileContent) throws -> Bool {
    guard left.count == right.count else { return false }
    while true {
      try Task.checkCancellation()
      let chunk = try left.next()
      guard try chunk == right.next() else { return false }
      if chunk == nil { return true }
    }
  }

  private func read() throws(Errno) -> [UInt8] { try read(at: offset, Self.chunkCount) }

  private func read(at offset: Int64, _ length: Int) throws(Errno) -> [UInt8] {
    try withErrno {
      try Task.checkCancellation()
      return try [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
        initialized = 0
        while initialized < length {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
          let count = try descriptor.read(fromAbsoluteOffset: offset + Int64(initialized), into: rest)
          if count == 0 { break }
          initialized += count
        }
      }
    }
  }
}

extension FileContent.Chunk {
  fileprivate var isZero: Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.first == 0 else { return bytes.isEmpty }
      return memcmp(start, start + 1, bytes.count - 1) == 0
    }
  }
}
