import PhotoFiles
import SystemPackage

/// The place of a catalog.
public struct CatalogLocation: Sendable, Hashable {
  /// The file.
  public let file: FilePath
  /// True for photopick's own file in the user's cache, which may be thrown away and made anew; a file that a person
  /// named is only used if it is a catalog, or empty, or not there.
  public let isOwn: Bool

  /// The catalog in the user's cache folder: `$XDG_CACHE_HOME/photopick/catalog.sqlite`.
  public static var ofUser: CatalogLocation {
    get throws(HomeUnknown) {
      CatalogLocation(file: try UserFolders.current.cache.appending("catalog.sqlite"), isOwn: true)
    }
  }

  /// A file that a person named.
  public init(_ file: FilePath) { self.init(file: file, isOwn: false) }

  init(file: FilePath, isOwn: Bool) {
    self.file = file
    self.isOwn = isOwn
  }

  /// The files that SQLite keeps beside the catalog (SQLite, "Temporary Files Used By SQLite"): beside the file itself
  /// if a symbolic link leads to it.
  private var companions: [FilePath] {
    let path = real.fileSystemBytes
    return ["-wal", "-shm", "-journal"].map { FilePath(fileSystemBytes: path + Array($0.utf8)) }
  }

  /// How long SQLite's log beside the catalog is, in bytes; 0 if there is none.
  var logSize: Int64 { companions.first.flatMap { try? FileStatus($0).size } ?? 0 }

  /// The catalog and its companions.
  var files: [FilePath] { [real] + companions }

  /// The file to which symbolic links lead; the path as it is if there is no file.
  var real: FilePath { (try? file.resolved()) ?? file }

  /// The folder of the file.
  var folder: FilePath {
    let folder = file.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// False if the file holds anything other than a catalog; a damaged one is one as long as its header is whole.
  ///
  /// - Throws: `CatalogUnavailable` if anything other than a file is in its place, and the error of the file system.
  public func isCatalogOrNew() throws -> Bool {
    try CatalogFile.hasRegularFilesOnly(self)
    return try CatalogFile.isCatalogOrNew(self)
  }

  /// Removes the catalog; what is not there is no error. A symbolic link that leads to it stays.
  ///
  /// - Throws: the error of the file system, such as that a folder has its place.
  public func remove() throws {
    for path in files {
      guard let name = path.lastComponent else { continue }
      let folder = path.removingLastComponent()
      do throws(Errno) {
        try OpenFolder(reaching: folder.isEmpty ? "." : folder).remove(FileName(name))
      } catch {
        if error != .noSuchFileOrDirectory { throw error }
      }
    }
  }
}

/// The reason why there is no catalog to use.
public struct CatalogUnavailable: Error, Sendable, CustomStringConvertible {
  /// One line that says what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
