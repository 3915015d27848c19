import PhotoFiles
import PhotoFormats
import SystemPackage

/// Finds assets whose files hold the same bytes.
public enum ContentDuplicates {
  /// Leaves one asset for each content: of those that hold the same bytes, the one that stands first.
  ///
  /// Only files of equal size are read, and nothing is read of holes in them. A file that cannot be read equals no other.
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
        if equals.contains(where: { FileContent.isSame(assets[$0].path, assets[index].path) }) {
          superfluous.insert(index)
        } else {
          byDigest[digest] = equals + [index]
        }
      }
    }
    return assets.enumerated().filter { !superfluous.contains($0.offset) }.map(\.element)
  }

  private static func digest(of path: FilePath) -> Int? {
    do throws(Errno) {
      var content = try FileContent(path)
      var hasher = Hasher()
      hasher.combine(content.count)
      while let chunk = try content.next() {
        hasher.combine(chunk.offset)
        chunk.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      }
      return hasher.finalize()
    } catch {
      return nil
    }
  }
}
