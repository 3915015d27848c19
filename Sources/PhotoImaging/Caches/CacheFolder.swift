import PhotoFiles
import SystemPackage

/// A folder of files that can be made anew: for the user alone, each whole or not there.
struct CacheFolder: Sendable {
  /// The folder itself; it and those above it are made when first needed.
  let root: FilePath

  /// Puts a file in its place below the root in one step; returns false if the folder cannot be written.
  func store(_ bytes: [UInt8], at path: FilePath) -> Bool {
    guard let name = path.lastComponent.map({ FileName($0) }) else { return false }
    do {
      let folder = path.removingLastComponent()
      try OpenFolder.make(folder, mode: 0o700)
      let file = try PendingFile(in: OpenFolder(reaching: folder), mode: 0o600)
      _ = try file.descriptor.writeAll(bytes)
      try file.finish(as: name, .replacing)
      return true
    } catch {
      return false
    }
  }
}
