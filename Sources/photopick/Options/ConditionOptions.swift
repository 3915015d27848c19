import ArgumentParser
import PhotoCatalog
import PhotoLibrary

/// The options that filter photos by metadata.
struct ConditionOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What is known of the photos shown, as in 'camera:canon iso:>=1600 -people:none'. Given twice, both hold. "
        + "photopick browse --help shows how.",
      valueName: "query"),
    completion: Completions.query, transform: WrittenQuery.init)
  var queries: [WrittenQuery] = []

  @Option(
    help: ArgumentHelp("Save --where and --filter as a query that --where '@NAME' uses.", valueName: "name"),
    completion: Completions.savedQuery)
  var save: String?

  @Flag(help: "Print on stderr how --where is interpreted and evaluated.")
  var explain = false

  /// The conjunction of all conditions; `nil` without conditions.
  var condition: AssetCondition? { queries.isEmpty ? nil : .intersection(queries.map(\.condition)) }
}

extension ConditionOptions {
  /// With `--explain`, prints an explanation of the query and the plan.
  ///
  /// - Parameter groupings: The groupings of statistics, if photos are counted.
  /// - Throws: `CatalogUnavailable` if a required catalog fails.
  func tell(
    _ source: CatalogOptions.Source, _ query: CatalogQuery, by groupings: [AssetQuery.Grouping]? = nil
  ) async throws {
    guard explain else { return }
    let lines = condition?.explanation ?? ["everything is shown"]
    let work: [String] =
      switch source {
      case .folders(nil): ["none; every file is read and evaluated"]
      case .folders: ["unchanged files aren't read; their metadata is evaluated"]
      case .catalogAlone(let catalog): try await query.explanation(of: catalog, by: groupings)
      }
    for line in lines + work.map({ "catalog: \($0)" }) { Diagnostics.note(line) }
  }
}
