import PhotoLibrary

extension KindFilter {
  /// The kinds as `init(list:)` reads them; empty if everything passes.
  package var text: String {
    let words = AssetKind.allCases.filter(included.contains).map(\.rawValue)
    return (words + AssetKind.allCases.filter(excluded.contains).map { "!\($0.rawValue)" })
      .joined(separator: ",")
  }
}
