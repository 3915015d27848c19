import Foundation
import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Where a catalog is kept.
public struct CatalogLocation: Sendable, Hashable {
  /// The file.
  public let file: FilePath
  /// True for photopick's own file in the user's cache, which may be thrown away and made anew; a file that a person
  /// named is only used where it is a catalog, or empty, or not there.
  public let isOwn: Bool

  /// The catalog in the user's cache folder: `$XDG_CACHE_HOME/photopick/catalog.sqlite`.
  public static var ofUser: CatalogLocation {
    CatalogLocation(file: UserFolders.current.cache.appending("catalog.sqlite"), isOwn: true)
  }

  /// A file that a person named.
  public init(_ file: FilePath) { self.init(file: file, isOwn: false) }

  private init(file: FilePath, isOwn: Bool) {
    self.file = file
    self.isOwn = isOwn
  }

  /// The files that SQLite keeps beside the catalog (SQLite, "Temporary Files Used By SQLite").
  /// They lie beside the file itself where a symbolic link leads to it.
  var companions: [FilePath] {
    let path = real.fileSystemBytes
    return ["-wal", "-shm", "-journal"].map { FilePath(fileSystemBytes: path + Array($0.utf8)) }
  }

  /// The catalog and its companions.
  var files: [FilePath] { [real] + companions }

  /// The file to which symbolic links lead; the path as it is where there is no file.
  var real: FilePath {
    guard let resolved = file.withPlatformString({ realpath($0, nil) }) else { return file }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  /// False where the file holds something else than a catalog; a damaged one is one as long as its header is whole.
  ///
  /// - Throws: `CatalogUnavailable` where no file is in its place, and the error of the file system.
  public func isCatalogOrNew() throws -> Bool { try CatalogDatabase.isCatalogOrNew(self) }

  /// Removes the catalog; what is not there is no error. A symbolic link that leads to it stays.
  ///
  /// - Throws: the error of the file system, such as that a folder has its place.
  public func remove() throws {
    for path in files {
      let isRemoved = path.withPlatformString { unlink($0) } == 0
      if !isRemoved, errno != ENOENT { throw Errno(rawValue: errno) }
    }
  }
}

/// Why there is no catalog to use.
public struct CatalogUnavailable: Error, Sendable, CustomStringConvertible {
  /// One line that says what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
