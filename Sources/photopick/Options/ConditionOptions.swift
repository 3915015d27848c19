import ArgumentParser
import PhotoCatalog
import PhotoLibrary

/// The options that ask for photos by what is known of them.
struct ConditionOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What is known of the photos shown, as in 'camera:canon iso:>=1600 -people:none'. Given twice, both hold. "
        + "photopick browse --help shows how.",
      valueName: "query"),
    completion: Completions.query, transform: { try AssetCondition($0) })
  var conditions: [AssetCondition] = []

  @Flag(help: "Print on stderr how --where was understood, and what the catalog does for it.")
  var explain = false

  /// What all of them ask for together; `nil` if nothing is asked.
  var condition: AssetCondition? {
    conditions.isEmpty ? nil : .intersection(conditions)
  }
}

extension ConditionOptions {
  /// Prints how the query was understood and what becomes of it, if that was asked for.
  ///
  /// - Parameter query: what the command asks.
  /// - Throws: `CatalogUnavailable` if there is nothing but a catalog, and it cannot tell.
  func tell(_ source: CatalogOptions.Source, _ query: CatalogQuery) async throws {
    guard explain else { return }
    let lines = condition?.explanation ?? ["everything is shown"]
    let work: [String] =
      switch source {
      case .folders(nil): ["none; every file is read, and what was read is judged"]
      case .folders: ["files that did not change are known without being read; what is known is judged"]
      case .catalogAlone(let catalog): try await query.explanation(of: catalog)
      }
    for line in lines + work.map({ "catalog: \($0)" }) { Diagnostics.note(line) }
  }
}
