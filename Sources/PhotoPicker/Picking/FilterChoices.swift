import PhotoFormats
import PhotoLibrary

/// The words with which people choose what is shown.
extension AssetQuery.Grouping {
  /// What groups are made by: `day of the week`.
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
  /// What photos are sorted by: `focal length`.
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
  /// The photos of the kind: `JPEG`, `screenshots`.
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

/// How many photos each choice of the filter has, whatever the filter lets pass now.
package struct FilterCounts: Sendable, Hashable {
  /// The photos of each kind; kinds without photos are left out.
  package private(set) var kinds: [AssetKind: Int] = [:]
  package private(set) var judged: [JudgedKind: Int] = [:]
  package private(set) var labels: [String: Int] = [:]

  package init() {}

  /// Counts photos; stops early if the task is cancelled.
  package init(_ assets: [Asset]) {
    for asset in assets {
      if Task.isCancelled { return }
      for kind in AssetKind.allCases where kind.matches(asset) { kinds[kind, default: 0] += 1 }
      for kind in JudgedKind.allCases where kind.matches(asset) { judged[kind, default: 0] += 1 }
      if let label = asset.label, !label.isEmpty { labels[label, default: 0] += 1 }
    }
  }
}
