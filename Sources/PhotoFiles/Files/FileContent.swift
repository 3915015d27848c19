import CFileSystem
import SystemPackage

/// The content of a file as the chunks that are not all zeros: what a hole of a sparse file holds is known without a
/// read, however large it is.
package struct FileContent: ~Copyable {
  /// One chunk.
  package struct Chunk: Equatable {
    /// Where it stands in the file.
    package let offset: Int64
    /// Its bytes; fewer than `FileContent.chunkCount` at the end of the file.
    package let bytes: [UInt8]
  }

  /// The length of a chunk in bytes.
  package static let chunkCount = 256 * 1024

  private let file: OpenFile
  private var offset: Int64 = 0

  /// The content of a file from its beginning.
  package init(_ path: FilePath) throws(Errno) { file = try OpenFile(path) }

  /// The length of the file in bytes when it was opened.
  package var count: Int64 { file.status.size }

  /// The next chunk that holds anything but zeros; `nil` at the end of the file.
  ///
  /// - Throws: `Errno.canceled` if the task is cancelled.
  package mutating func next() throws(Errno) -> Chunk? {
    while true {
      let data = file_next_data(file.descriptor.rawValue, offset)
      guard data >= 0 else { return nil }
      offset = data - data % Int64(Self.chunkCount)
      let chunk = Chunk(offset: offset, bytes: try read())
      if chunk.bytes.isEmpty { return nil }
      offset += Int64(Self.chunkCount)
      if !chunk.isZero { return chunk }
    }
  }

  /// True if two files hold the same bytes; false if one of them cannot be read, or the task is cancelled.
  package static func isSame(_ left: FilePath, _ right: FilePath) -> Bool {
    do throws(Errno) {
      var first = try FileContent(left)
      var second = try FileContent(right)
      guard first.count == second.count else { return false }
      while true {
        let chunk = try first.next()
        guard try chunk == second.next() else { return false }
        if chunk == nil { return true }
      }
    } catch {
      return false
    }
  }

  private func read() throws(Errno) -> [UInt8] {
    try withErrno {
      try Task.checkCancellation()
      return try [UInt8](unsafeUninitializedCapacity: Self.chunkCount) { buffer, initialized in
        initialized = 0
        while initialized < Self.chunkCount {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
          let count = try file.descriptor.read(fromAbsoluteOffset: offset + Int64(initialized), into: rest)
          if count == 0 { break }
          initialized += count
        }
      }
    }
  }
}

extension FileContent.Chunk {
  /// True if each byte is zero: the first is, and each other is what stands before it.
  fileprivate var isZero: Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.first == 0 else { return bytes.isEmpty }
      return memcmp(start, start + 1, bytes.count - 1) == 0
    }
  }
}
