import PhotoFiles
import SystemPackage

/// A catalog to read.
///
///     let catalog = try Catalog(reading: try CatalogSource.all(at: "/shared/catalogs"))
public struct CatalogSource: Sendable, Hashable {
  public let location: CatalogLocation
  /// Whether the file is published, so that no program changes it.
  public let isPublished: Bool
  /// The size of a published file in bytes, if an index contains it.
  let size: Int64?
  /// The remainder of the hashes of the paths, if an index contains it.
  let residue: PathResidue?

  public init(_ location: CatalogLocation) {
    (self.location, size, residue) = (location, nil, nil)
    isPublished = PublishedIndex.isName(location.file)
  }

  init(_ entry: PublishedIndex.Entry, in folder: FilePath) {
    location = CatalogLocation(folder.appending(entry.name))
    (isPublished, size, residue) = (true, entry.size, entry.residue)
  }

  /// Returns the catalogs at a path: the file itself, or all catalogs of an index or of a folder with an index.
  ///
  /// - Throws: `CatalogUnavailable` if there is no file, or if an index is missing or invalid.
  public static func all(at path: FilePath) throws(CatalogUnavailable) -> [CatalogSource] {
    do {
      let isFolder = try FileStatus(path).kind == .directory
      let index = isFolder ? path.appending(PublishedIndex.name) : path
      if !isFolder, try !PublishedIndex.isIndex(path) { return [CatalogSource(CatalogLocation(path))] }
      guard let listed = try PublishedIndex(contentsOf: index) else {
        throw CatalogUnavailable(
          "\(path.string) contains no \(PublishedIndex.name); it has no published catalogs")
      }
      let folder = isFolder ? path : index.containingFolder
      guard !listed.entries.isEmpty else { throw CatalogUnavailable("\(index.string) lists no catalogs") }
      return listed.entries.map { CatalogSource($0, in: folder) }
    } catch let error as CatalogUnavailable {
      throw error
    } catch Errno.noSuchFileOrDirectory {
      throw CatalogUnavailable("\(path.string): there is no such catalog")
    } catch {
      throw CatalogUnavailable("\(path.string) cannot be read: \(error)")
    }
  }

  /// Returns the catalogs at some paths, each file once.
  public static func all(at paths: [FilePath]) throws(CatalogUnavailable) -> [CatalogSource] {
    var sources: [CatalogSource] = []
    for path in paths { sources += try all(at: path) }
    return sources.uniqued(by: \.location)
  }

  /// Returns `true` if a path leads to a published catalog, an index or a folder, which can only be read.
  public static func isReadOnly(_ path: FilePath) -> Bool {
    if PublishedIndex.isName(path) || (try? FileStatus(path).kind) == .directory { return true }
    return (try? PublishedIndex.isIndex(path)) ?? false
  }

  /// The catalog itself, or a copy of one on a server.
  private var localLocation: CatalogLocation {
    get throws(CatalogUnavailable) {
      do {
        return CatalogLocation(try RemoteCopy.path(of: location.file))
      } catch {
        throw CatalogUnavailable("\(location.file.string) cannot be read: \(error)")
      }
    }
  }

  func open(readerCount: Int) throws(CatalogUnavailable) -> ConnectionPool {
    if let size, let found = try? FileStatus(location.file).size, found != size {
      throw CatalogUnavailable("\(location.file.string) is damaged: \(found) bytes instead of \(size)")
    }
    return try CatalogDatabase.openReadOnly(
      try localLocation, isImmutable: isPublished, readerCount: readerCount)
  }
}
