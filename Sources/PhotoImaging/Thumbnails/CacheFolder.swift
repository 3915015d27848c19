import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes the files of a cache: for the user alone, and whole or not at all.
struct CacheFolder: Sendable {
  /// The folder that holds the sizes.
  let root: FilePath

  /// Puts a file in its place below the root in one step.
  ///
  /// Returns false where the folder can't be written.
  func store(_ bytes: [UInt8], at path: FilePath) -> Bool {
    guard makeFolders(to: path.removingLastComponent()) else { return false }
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = path.removingLastComponent().appending(".photopick-\(unique)")
    guard write(bytes, to: temporary) else { return false }
    let isMoved = temporary.withPlatformString { from in path.withPlatformString { rename(from, $0) == 0 } }
    if !isMoved { remove(temporary) }
    return isMoved
  }

  private func write(_ bytes: [UInt8], to path: FilePath) -> Bool {
    do {
      let descriptor = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      do {
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
        return true
      } catch {
        remove(path)
        return false
      }
    } catch {
      return false
    }
  }

  private func remove(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }

  /// Makes the folders from the root's parent down, each for the user alone.
  private func makeFolders(to folder: FilePath) -> Bool {
    if folder.withPlatformString({ access($0, W_OK) == 0 }) { return true }
    if errno == EACCES || errno == EROFS { return false }
    guard folder.components.count > 1, makeFolders(to: folder.removingLastComponent()) else { return false }
    return folder.withPlatformString { mkdir($0, 0o700) == 0 } || errno == EEXIST
  }
}
