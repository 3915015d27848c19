import ArgumentParser
import PhotoFiles
import PhotoLibrary

/// A query of `--where`, as the user wrote it.
struct WrittenQuery {
  let text: String
  let condition: AssetCondition

  init(_ text: String) throws {
    self.text = text
    // Most queries need no saved ones, whose file may be unreadable.
    condition = try AssetCondition(text, saved: text.contains("@") ? .ofUser() : SavedQueries())
    if condition.namesPlaces { PlaceData.require() }
  }

  /// The query as a part of another.
  var operand: String { if case .any = condition { "(\(text))" } else { text } }
}

extension LibraryViewOptions {
  /// With `--save`, saves the query of `--where` and `--filter`.
  ///
  /// - Throws: `ValidationError`, or `CommandFailure` if the file can't be written.
  func saveQuery() throws {
    guard let name = asking.save else { return }
    guard album == nil, since == nil, until == nil else {
      throw ValidationError(
        "--save stores --where and --filter; write album:NAME or date:2014.. instead of other options.")
    }
    let kinds = filter.reduce(into: KindFilter()) { $0.formUnion($1) }
    let isSingle = kinds.queries.isEmpty && asking.queries.count == 1
    let parts = kinds.queries + asking.queries.map { isSingle ? $0.text : $0.operand }
    guard !parts.isEmpty else {
      throw ValidationError("--save stores --where and --filter; give at least one of them.")
    }
    let file = try SavedQueriesFile.ofUser
    do throws(SavedQueriesFile.SavingError) {
      let old = try file.save(parts.joined(separator: " "), as: name)
      Diagnostics.note("@\(name) is saved" + (old.map { "; it was: \(SafeText.escaping($0))" } ?? ""))
    } catch {
      throw CommandFailure(error.isUsage ? .usage : .problems, "\(error)")
    }
  }
}

extension KindFilter {
  /// The terms of a query.
  fileprivate var queries: [String] {
    let included = AssetKind.allCases.filter(self.included.contains).map(\.rawValue).joined(separator: ",")
    let excluded = AssetKind.allCases.filter(self.excluded.contains).map(\.rawValue).joined(separator: ",")
    return (included.isEmpty ? [] : ["is:\(included)"]) + (excluded.isEmpty ? [] : ["-is:\(excluded)"])
  }
}

extension SavedQueriesFile.SavingError {
  fileprivate var isUsage: Bool {
    switch self {
    case .invalidName, .severalLines, .invalidQuery: true
    case .tooLarge, .unreadable, .unwritable: false
    }
  }
}
