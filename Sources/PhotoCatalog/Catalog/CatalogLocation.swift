import Foundation
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
    CatalogLocation(file: UserFolders.cache.appending("catalog.sqlite"), isOwn: true)
  }

  /// A file that a person named.
  public init(_ file: FilePath) { self.init(file: file, isOwn: false) }

  private init(file: FilePath, isOwn: Bool) {
    self.file = file
    self.isOwn = isOwn
  }

  /// The files that SQLite keeps beside the catalog (SQLite, "Temporary Files Used By SQLite").
  var companions: [FilePath] {
    ["-wal", "-shm", "-journal"].map { FilePath(file.string + $0) }
  }

  /// Removes the catalog; what is not there is no error.
  ///
  /// - Throws: the error of the file system.
  public func remove() throws {
    for path in [file] + companions where FileManager.default.fileExists(atPath: path.string) {
      try FileManager.default.removeItem(atPath: path.string)
    }
  }
}

/// Why there is no catalog to use.
public struct CatalogUnavailable: Error, Sendable, CustomStringConvertible {
  /// One line that says what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
