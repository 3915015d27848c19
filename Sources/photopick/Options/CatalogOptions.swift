import ArgumentParser
import PhotoCatalog
import PhotoFiles
import SystemPackage

struct CatalogFile: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this catalog instead of the one in the cache folder.", valueName: "file"),
    completion: .file())
  var catalog: String?

  func validate() throws { if let catalog { try PathAddress.check(catalog) } }

  var location: CatalogLocation {
    get throws(HomeUnknown) {
      if let catalog { return CatalogLocation(RawArguments.path(catalog)) }
      return try .ofUser
    }
  }

  func open() throws -> Catalog { try Catalog(location) }
}

struct CatalogChoice: ParsableArguments {
  @OptionGroup var file: CatalogFile

  @Flag(help: "Don't use a catalog: read every file.")
  var noCatalog = false

  func validate() throws {
    if noCatalog, file.catalog != nil {
      throw ValidationError("--no-catalog and --catalog exclude each other.")
    }
  }

  /// Opens the catalog. If that fails, prints an error and returns `nil`, as with `--no-catalog`.
  ///
  /// - Throws: `HomeUnknown`.
  func openIfPossible() throws -> Catalog? {
    noCatalog ? nil : Self.openIfPossible(try file.location)
  }

  static func openIfPossible(_ location: CatalogLocation) -> Catalog? {
    do throws(CatalogUnavailable) {
      return try Catalog(location)
    } catch {
      if let line = CommandFailure(error)?.message { Diagnostics.error(line) }
      return nil
    }
  }
}

/// The options that select catalogs and disable scanning.
struct CatalogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this catalog instead of the one in the cache folder. Several, or an index of published catalogs or its folder: "
        + "show the photos of all, without scanning the folders.", valueName: "file"),
    completion: .file())
  var catalog: [String] = []

  @Flag(help: "Don't use a catalog: read every file.")
  var noCatalog = false

  @Flag(help: "Use only the catalog, without scanning the folders.")
  var noRefresh = false

  enum Source {
    /// The folders, with an optional catalog.
    case folders(Catalog?)
    /// Only the catalog.
    case catalogAlone(Catalog)

    var catalog: Catalog? {
      switch self {
      case .folders(let catalog): catalog
      case .catalogAlone(let catalog): catalog
      }
    }
  }

  func validate() throws {
    if noCatalog, !catalog.isEmpty {
      throw ValidationError("--no-catalog and --catalog exclude each other.")
    }
    if noCatalog, noRefresh {
      throw ValidationError("--no-catalog and --no-refresh exclude each other.")
    }
  }

  private var paths: [FilePath] { catalog.map(RawArguments.path) }

  private var areReadOnly: Bool { catalog.count > 1 || paths.contains { CatalogSource.isReadOnly($0) } }

  /// Whether `source()` returns only a catalog.
  var isCatalogAlone: Bool { !noCatalog && (noRefresh || areReadOnly) }

  /// Opens the requested catalogs. If opening a single one fails, prints an error and continues with none.
  ///
  /// - Throws: `HomeUnknown`; `CatalogUnavailable` if catalogs can't be opened that `--no-refresh` or a choice of several
  ///   requires.
  func source() throws -> Source {
    if noCatalog { return .folders(nil) }
    guard !areReadOnly else { return .catalogAlone(try Catalog(reading: try CatalogSource.all(at: paths))) }
    let location = try paths.first.map { CatalogLocation($0) } ?? CatalogLocation.ofUser
    return noRefresh
      ? .catalogAlone(try Catalog(location)) : .folders(CatalogChoice.openIfPossible(location))
  }

  /// Opens the catalog for a scan of folders; `nil` if the options select only a catalog, or none.
  ///
  /// - Throws: `HomeUnknown`.
  func openForFolders() throws -> Catalog? { isCatalogAlone ? nil : try source().catalog }
}

/// Existing catalogs to read.
struct CatalogArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Catalogs, or indexes of published catalogs or their folders.", valueName: "catalog"),
    completion: .file())
  var catalogs: [String] = []

  func validate() throws {
    if catalogs.contains("") { throw ValidationError("An empty path names no catalog.") }
  }

  func sources() throws -> [CatalogSource] { try CatalogSource.all(at: catalogs.map(RawArguments.path)) }
}
