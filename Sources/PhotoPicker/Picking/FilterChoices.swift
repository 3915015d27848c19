import PhotoFormats
import PhotoLibrary

extension AssetQuery.Grouping {
  /// For example, `day of the week`.
  package var words: String {
    switch self {
    case .all: "nothing"
    case .weekday: "day of the week"
    case .hourOfDay: "hour of the day"
    case .year, .month, .week, .day, .hour, .album, .camera, .format, .duplicate: rawValue
    case .field(let field): field.words
    }
  }
}

extension AssetQuery.Sorting {
  /// For example, `focal length`.
  package var words: String {
    switch self {
    case .date, .name, .size: rawValue
    case .given: "the list"
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
