import PhotoFiles
import SystemPackage

/// A folder of files that can be made again: for the user alone, each whole or missing.
struct CacheFolder: Sendable {
  /// The folder; it and those above it are made when first needed.
  let root: FilePath

  /// Writes a file below the root.
  ///
  /// - Returns: why the file cannot be kept, with its path; `nil` if it is.
  func store(_ bytes: [UInt8], at path: FilePath) -> String? {
    do {
      try OwnFile(path).write(bytes)
      return nil
    } catch {
      return "\(path.string) cannot be written: \(error)"
    }
  }
}
