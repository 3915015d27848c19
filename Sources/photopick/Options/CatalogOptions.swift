import ArgumentParser
import PhotoCatalog
import PhotoFiles

struct CatalogFile: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this catalog instead of the one in the cache folder.", valueName: "file"),
    completion: .file())
  var catalog: String?

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
    guard !noCatalog else { return nil }
    let location = try file.location
    do throws(CatalogUnavailable) {
      return try Catalog(location)
    } catch {
      if let line = CommandFailure(error)?.message { Diagnostics.error(line) }
      return nil
    }
  }
}

/// The options that select the catalog and disable scanning.
struct CatalogOptions: ParsableArguments {
  @OptionGroup var choice: CatalogChoice

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
    if choice.noCatalog, noRefresh {
      throw ValidationError("--no-catalog and --no-refresh exclude each other.")
    }
  }

  /// Opens the requested catalog. If that fails, prints an error and continues with none.
  ///
  /// - Throws: `HomeUnknown`; `CatalogUnavailable` if `--no-refresh` requires the catalog but it can't be opened.
  func source() throws -> Source {
    noRefresh ? .catalogAlone(try choice.file.open()) : .folders(try choice.openIfPossible())
  }
}
