import ArgumentParser
import PhotoCatalog
import PhotoFiles

/// The option that names a catalog.
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

/// The options that select a catalog, or none.
struct CatalogChoice: ParsableArguments {
  @OptionGroup var file: CatalogFile

  @Flag(help: "Use no catalog: read every file anew.")
  var noCatalog = false

  func validate() throws {
    if noCatalog, file.catalog != nil {
      throw ValidationError("--no-catalog and --catalog exclude each other.")
    }
  }

  /// Opens the catalog; if there can be none, says so and returns `nil`, as with `--no-catalog`.
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

/// The options that say whether the catalog is used, and whether the folders are looked at.
struct CatalogOptions: ParsableArguments {
  @OptionGroup var choice: CatalogChoice

  @Flag(help: "Answer from the catalog alone, without a look at the folders.")
  var noRefresh = false

  enum Source {
    /// The folders, with what a catalog knows of them if there is one.
    case folders(Catalog?)
    /// The catalog and nothing else.
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

  /// Opens the catalog that was asked for; if there can be none, says so and goes on without.
  ///
  /// - Throws: `HomeUnknown`; `CatalogUnavailable` if the answer can come from the catalog alone and there is none.
  func source() throws -> Source {
    noRefresh ? .catalogAlone(try choice.file.open()) : .folders(try choice.openIfPossible())
  }
}
