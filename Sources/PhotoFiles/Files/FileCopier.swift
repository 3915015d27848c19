import CFileSystem
import SystemPackage

/// Copies bytes between files and verifies the copy; stops if the task is cancelled.
package struct FileCopier {
  private static let chunkCount = 256 * 1024
  private static let systemChunkCount: Int64 = 8 << 20

  private let verifies: Bool
  private let onBytes: (Int64) -> Void

  /// Creates a copier.
  ///
  /// - Parameters:
  ///   - verifies: whether to read each copy back and compare checksums.
  ///   - onBytes: called with the number of bytes written since the last call.
  package init(verifies: Bool, onBytes: @escaping (Int64) -> Void = { _ in }) {
    self.verifies = verifies
    self.onBytes = onBytes
  }

  package struct Copy {
    package let size: Int64
    package internal(set) var checksum: UInt64?
    package internal(set) var isEqual = true
  }

  package func copy(_ source: FileDescriptor, size: Int64, to target: FileDescriptor) throws -> Copy {
    if size > 0, file_clone(source.rawValue, target.rawValue) {
      onBytes(size)
      return Copy(size: size)
    }
    guard verifies else { return Copy(size: try copyUnchecked(source, to: target)) }
    var checksum = Checksum()
    let copied = try Self.forEachChunk(of: source) { chunk in
      checksum.add(chunk)
      _ = try target.writeAll(chunk)
      onBytes(Int64(chunk.count))
    }
    return try compared(target, size: copied, checksum.value)
  }

  package func write(_ bytes: [UInt8], to target: FileDescriptor) throws -> Copy {
    try bytes.withUnsafeBytes { bytes in
      _ = try target.writeAll(bytes)
      guard verifies else { return Copy(size: Int64(bytes.count)) }
      var checksum = Checksum()
      checksum.add(bytes)
      return try compared(target, size: Int64(bytes.count), checksum.value)
    }
  }

  private func compared(_ target: FileDescriptor, size: Int64, _ expected: UInt64) throws -> Copy {
    let (read, checksum) = try Self.checksum(of: target)
    return Copy(size: size, checksum: expected, isEqual: read == size && checksum == expected)
  }

  private func copyUnchecked(_ source: FileDescriptor, to target: FileDescriptor) throws -> Int64 {
    var copied: Int64 = 0
    while true {
      try Task.checkCancellation()
      let count = file_copy_within_system(source.rawValue, target.rawValue, Self.systemChunkCount)
      if count == 0 { return copied }
      if count > 0 {
        copied += count
        onBytes(count)
        continue
      }
      let failure = Errno(rawValue: errno)
      if failure == .interrupted { continue }
      guard failure.isOfMissingCall || failure == .improperLink else { throw failure }
      return copied
        + (try Self.forEachChunk(of: source, from: copied) { chunk in
          _ = try target.writeAll(chunk)
          onBytes(Int64(chunk.count))
        })
    }
  }

  package static func checksum(of file: FileDescriptor) throws -> (size: Int64, checksum: UInt64) {
    var checksum = Checksum()
    let size = try forEachChunk(of: file) { checksum.add($0) }
    return (size, checksum.value)
  }

  /// Calls `body` with the bytes of a range, which may extend beyond the end of the file.
  ///
  /// - Returns: The number of bytes.
  @discardableResult
  package static func forEachChunk(
    of file: FileDescriptor, from start: Int64 = 0, upTo end: Int64 = .max,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkCount, alignment: 64)
    defer { buffer.deallocate() }
    var offset = start
    while offset < end {
      try Task.checkCancellation()
      let wanted = Int(min(Int64(buffer.count), end - offset))
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
      let count = try file.read(fromAbsoluteOffset: offset, into: part)
      if count == 0 { break }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return offset - start
  }
}
