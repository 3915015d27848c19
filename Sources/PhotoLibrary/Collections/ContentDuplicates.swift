import PhotoFiles
import PhotoFormats
import SystemPackage

/// Finds assets whose files hold the same bytes.
public enum ContentDuplicates {
  private static let chunkCount = 256 * 1024

  /// Leaves one asset for each content: of those that hold the same bytes, the one that stands first.
  ///
  /// Only files of equal size are read. A file that cannot be read equals no other.
  /// - Throws: `CancellationError` if the task is cancelled.
  public static func removed(from assets: [Asset]) async throws -> [Asset] {
    var bySize: [Int64: [Int]] = [:]
    for (index, asset) in assets.enumerated() where asset.fileSize > 0 {
      bySize[asset.fileSize, default: []].append(index)
    }
    var superfluous = Set<Int>()
    for indices in bySize.values where indices.count > 1 {
      try Task.checkCancellation()
      var byDigest: [Int: [Int]] = [:]
      for index in indices {
        guard let digest = digest(of: assets[index].path) else { continue }
        let equals = byDigest[digest, default: []]
        if equals.contains(where: { haveSameBytes(assets[$0].path, assets[index].path) }) {
          superfluous.insert(index)
        } else {
          byDigest[digest] = equals + [index]
        }
      }
    }
    return assets.enumerated().filter { !superfluous.contains($0.offset) }.map(\.element)
  }

  private static func digest(of path: FilePath) -> Int? {
    var hasher = Hasher()
    let isRead = forEachChunk(of: path) { hasher.combine(bytes: $0) }
    return isRead ? hasher.finalize() : nil
  }

  private static func forEachChunk(of path: FilePath, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    do {
      let file = try OpenFile(path)
      defer { withExtendedLifetime(file) {} }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkCount, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = try file.descriptor.read(into: buffer)
        if count == 0 { return true }
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch {
      return false
    }
  }

  private static func haveSameBytes(_ left: FilePath, _ right: FilePath) -> Bool {
    do {
      let (first, second) = (try OpenFile(left), try OpenFile(right))
      return try withExtendedLifetime((first, second)) {
        try haveSameBytes(first.descriptor, second.descriptor)
      }
    } catch {
      return false
    }
  }

  private static func haveSameBytes(_ first: FileDescriptor, _ second: FileDescriptor) throws -> Bool {
    var offset: Int64 = 0
    while true {
      let left = try chunk(of: first, at: offset)
      guard try left == chunk(of: second, at: offset) else { return false }
      if left.isEmpty { return true }
      offset += Int64(left.count)
    }
  }

  private static func chunk(of file: FileDescriptor, at offset: Int64) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: chunkCount) { buffer, initialized in
      initialized = 0
      while initialized < chunkCount {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
        let count = try file.read(fromAbsoluteOffset: offset + Int64(initialized), into: rest)
        if count == 0 { break }
        initialized += count
      }
    }
  }
}
