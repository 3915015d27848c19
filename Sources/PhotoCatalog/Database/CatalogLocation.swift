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

  /// The names of the files that SQLite keeps next to the catalog (SQLite, "Temporary Files Used By SQLite").
  private static let companionSuffixes = ["-wal", "-shm", "-journal"]

  /// The size in bytes of the log that SQLite keeps next to the catalog; 0 if there is none.
  var logSize: Int64 { (try? FileStatus(files[1]).size) ?? 0 }

  /// The catalog, then the files that SQLite keeps next to it.
  var files: [FilePath] {
    get throws(Errno) {
      let real = try real
      let companions = Self.companionSuffixes.map { suffix in
        FilePath(fileSystemBytes: real.fileSystemBytes + Array(suffix.utf8))
      }
      return [real] + companions
    }
  }

  /// The file that SQLite opens. Photopick's own catalog is never reached through a link; where a person names one,
  /// links of that person are followed.
  var real: FilePath {
    get throws(Errno) { isOwn ? file : try file.writingTarget() }
  }

  /// The folder of the file.
  var folder: FilePath {
    let folder = file.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Removes the catalog and the files that SQLite keeps next to it. A missing catalog is no error, and a symbolic link
  /// that leads to the catalog stays.
  ///
  /// - Throws: `CatalogUnavailable` if anything other than regular files is there, or if a file that a person named is
  ///   no catalog; then nothing is removed. The error of the file system if a file cannot be removed.
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
      // The folder is missing.
    }
  }
}

/// The reason why there is no catalog to use.
public struct CatalogUnavailable: Error, Sendable, CustomStringConvertible {
  /// What a person can do, if the program lets them.
  public enum Remedy: Sendable, Hashable {
    /// Use another catalog.
    case anotherCatalog
    /// Remove the catalog.
    case removal
    /// Read the folders, not only the catalog.
    case reading
  }

  /// One line for a person.
  public let description: String
  /// What a person can do; `nil` if the line says it.
  public let remedy: Remedy?

  init(_ description: String, _ remedy: Remedy? = nil) {
    (self.description, self.remedy) = (description, remedy)
  }
}
