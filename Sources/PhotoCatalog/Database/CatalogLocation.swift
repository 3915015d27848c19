import PhotoFiles
import SystemPackage

/// The location of a catalog.
public struct CatalogLocation: Sendable, Hashable {
  /// The path of the database.
  public let file: FilePath
  /// Whether this is photopick's own file in the cache folder, which may be replaced. A file that the user chose is
  /// only used if it is a catalog, empty, or missing.
  public let isOwn: Bool

  /// The default catalog: `$XDG_CACHE_HOME/photopick/catalog.sqlite`.
  public static var ofUser: CatalogLocation {
    get throws(HomeUnknown) {
      CatalogLocation(file: try UserFolders.current.cache.appending("catalog.sqlite"), isOwn: true)
    }
  }

  /// Creates the location of a file that the user chose.
  public init(_ file: FilePath) { self.init(file: file, isOwn: false) }

  init(file: FilePath, isOwn: Bool) {
    self.file = file
    self.isOwn = isOwn
  }

  /// The suffixes of SQLite's files next to the catalog (SQLite, "Temporary Files Used By SQLite").
  private static let companionSuffixes = ["-wal", "-shm", "-journal"]

  /// The size of SQLite's log in bytes, or 0 if the log doesn't exist.
  var logSize: Int64 { (try? FileStatus(files[1]).size) ?? 0 }

  /// The catalog, followed by SQLite's files next to it.
  var files: [FilePath] {
    get throws(Errno) {
      let real = try real
      let companions = Self.companionSuffixes.map { suffix in
        FilePath(fileSystemBytes: real.fileSystemBytes + Array(suffix.utf8))
      }
      return [real] + companions
    }
  }

  /// The path that SQLite opens. Symbolic links to a file that the user chose are resolved, but never those to
  /// photopick's own catalog.
  package var real: FilePath {
    get throws(Errno) { isOwn ? file : try file.writingTarget() }
  }

  /// Removes the catalog and SQLite's files next to it. Does nothing if the catalog doesn't exist, and never removes a symbolic
  /// link to a catalog.
  ///
  /// - Throws: `CatalogUnavailable`, before anything is removed, if one of the files is not a regular file, or if a file that the user
  ///   chose is not a catalog. The error of the file system if a file can't be removed.
  public func remove() throws {
    do {
      try CatalogFile.requireRegularFiles(self)
      if !isOwn {
        switch try CatalogFile.content(self) {
        case .none: return
        case .empty, .foreign:
          throw CatalogUnavailable("\(file.string) is not a photopick catalog, and stays")
        case .catalog: break
        }
      }
      for path in try files { try path.removeFile() }
    } catch Errno.noSuchFileOrDirectory {
      // The folder doesn't exist.
    }
  }
}

/// The reason why a catalog can't be used.
public struct CatalogUnavailable: Error, Sendable, CustomStringConvertible {
  /// A possible remedy, for front ends that offer it.
  public enum Remedy: Sendable, Hashable {
    /// Use another catalog.
    case anotherCatalog
    /// Remove the catalog.
    case removal
    /// Read the folders, not only the catalog.
    case reading
  }

  /// One line for the user.
  public let description: String
  /// The remedy, or `nil` if the description contains it.
  public let remedy: Remedy?

  package init(_ description: String, _ remedy: Remedy? = nil) {
    (self.description, self.remedy) = (description, remedy)
  }
}
