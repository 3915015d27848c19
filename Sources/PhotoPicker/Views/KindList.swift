import PhotoLibrary

extension KindFilter {
  /// Kinds to take and kinds to take away as people list them, `jpeg,png,!screenshot`; `nil` where a word is no kind.
  public init?(list: String) {
    self.init()
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = word.drop { $0.isWhitespace }.lowercased()
      let isExcluded = text.hasPrefix("!")
      let name = String((isExcluded ? text.dropFirst() : text[...]).prefix { !$0.isWhitespace })
      guard let kind = AssetKind(rawValue: name == "jpg" ? "jpeg" : name == "tif" ? "tiff" : name),
        text.drop(while: { !$0.isWhitespace }).allSatisfy(\.isWhitespace)
      else { return nil }
      if isExcluded { excluded.insert(kind) } else { included.insert(kind) }
    }
  }

  /// The kinds as `init(list:)` reads them; empty where everything passes.
  public var list: String {
    let words = AssetKind.allCases.filter(included.contains).map(\.rawValue)
    return (words + AssetKind.allCases.filter(excluded.contains).map { "!\($0.rawValue)" })
      .joined(separator: ",")
  }
}

extension AssetKind {
  /// The names of all kinds, for help.
  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
