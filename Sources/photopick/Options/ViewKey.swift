import ArgumentParser
import PhotoLibrary

/// A sort order of photos or albums.
enum SortKey: Equatable {
  case photos(AssetQuery.Sorting)
  case count

  var text: String {
    switch self {
    case .photos(let sorting): sorting.rawValue
    case .count: "count"
    }
  }

  /// - Throws: `ValidationError` unless albums support the order.
  func ofAlbums() throws -> AlbumOrder {
    switch self {
    case .count: return .count
    case .photos(let sorting):
      if let order = AlbumOrder(rawValue: sorting.rawValue) { return order }
      throw ValidationError(
        "--sort \(sorting.rawValue) orders photos; albums are ordered by name, date, count or size.")
    }
  }
}

/// The keys of `--group` and `--sort`.
enum ViewKey {
  /// The groupings other than fields.
  static let groupings = AssetQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")

  static func grouping(_ text: String) throws -> AssetQuery.Grouping {
    if let grouping = AssetQuery.Grouping(rawValue: text) {
      if case .field(let field) = grouping, field.namesPlaces { PlaceData.require() }
      return grouping
    }
    throw mistake(text, among: AssetQuery.Grouping.allCases.map(\.rawValue))
  }

  /// Parses one or two keys of `--by`, separated by a comma.
  static func counting(_ text: String) throws -> [AssetQuery.Grouping] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { key in
      // Hours of single days would be almost as many as photos.
      key == "hour" ? .hourOfDay : try grouping(String(key))
    }
  }

  static func sorting(_ text: String) throws -> SortKey {
    if text == "count" { return .count }
    if let sorting = AssetQuery.Sorting(rawValue: text) {
      if case .field(let field) = sorting, field.namesPlaces { PlaceData.require() }
      return .photos(sorting)
    }
    throw mistake(text, among: AssetQuery.Sorting.allCases.map(\.rawValue) + ["count"])
  }

  private static func mistake(_ text: String, among usual: [String]) -> UnreadableOption {
    let near = NearestName.of(text, in: usual + AssetField.asked.map(\.name))
    return UnreadableOption(
      description: near.map { "did you mean \($0)?" }
        ?? "there are \(usual.joined(separator: ", ")), and the fields of --where")
  }
}
