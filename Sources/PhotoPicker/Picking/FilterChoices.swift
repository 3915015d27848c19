import PhotoFormats
import PhotoLibrary

extension AssetQuery.Grouping {
  /// For example, `day of the week`.
  package var words: String {
    switch self {
    case .all: "nothing"
    case .weekday: "day of the week"
    case .hourOfDay: "hour of the day"
    case .year, .month, .week, .day, .hour, .album, .camera, .format: rawValue
    case .field(let field): field.words
    }
  }
}

extension AssetQuery.Sorting {
  /// For example, `focal length`.
  package var words: String {
    switch self {
    case .date, .name, .size: rawValue
    case .field(let field): field.words
    }
  }
}

extension AssetField {
  fileprivate var words: String {
    name.reduce(into: "") { words, character in
      if character.isUppercase, words.last?.isLowercase == true { words.append(" ") }
      words.append(contentsOf: character.lowercased())
    }
  }
}

extension AssetKind {
  /// For example, `JPEG` or `screenshots`.
  package var words: String {
    switch self {
    case .photo: "photos"
    case .video: "videos"
    case .format(.jxl): "JPEG XL"
    case .format(let format): format.title
    case .screenshot: "screenshots"
    case .damaged: "damaged"
    }
  }
}

/// The number of photos for each filter choice, regardless of the current filter.
package struct FilterCounts: Sendable, Hashable {
  /// The photo count of each kind that occurs.
  package private(set) var kinds: [AssetKind: Int] = [:]
  package private(set) var judged: [JudgedKind: Int] = [:]
  package private(set) var labels: [String: Int] = [:]

  package init() {}

  /// Counts photos until the task is cancelled.
  package init(_ assets: [Asset]) {
    for asset in assets {
      if Task.isCancelled { return }
      for kind in AssetKind.allCases where kind.matches(asset) { kinds[kind, default: 0] += 1 }
      for kind in JudgedKind.allCases where kind.matches(asset) { judged[kind, default: 0] += 1 }
      if let label = asset.label, !label.isEmpty { labels[label, default: 0] += 1 }
    }
  }
}
