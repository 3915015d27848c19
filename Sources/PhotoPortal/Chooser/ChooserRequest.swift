import PhotoFiles
import SystemPackage

/// The request of an app to choose files (org.freedesktop.impl.portal.FileChooser). The app chooses all strings.
package struct ChooserRequest: Codable, Sendable, Equatable {
  package enum Kind: Codable, Sendable, Equatable {
    case open(isMultiple: Bool)
    /// A folder and a name for a file.
    case saveFile(name: String)
    /// A folder for files with these names.
    case saveFiles(names: [String])
  }

  /// A choice besides files: options of a menu, or none for a check box, whose values are `true` and `false`.
  package struct Choice: Codable, Sendable, Equatable {
    package struct Option: Codable, Sendable, Equatable {
      package var identifier: String
      package var label: String
    }

    package var identifier: String
    package var label: String
    package var options: [Option]
    package var selected: String
  }

  package var kind: Kind
  package var app = ""
  package var title = ""
  /// The label of the button that accepts the files; empty for the usual one.
  package var acceptLabel = ""
  package var filters: [ChooserFilter] = []
  /// The filter to begin with.
  package var filter: Int?
  package var choices: [Choice] = []
  /// The bytes of the path of the folder to begin with.
  package var folder: [UInt8]?

  package init(kind: Kind) { self.kind = kind }

  /// Whether the request is for pictures and videos: it opens files, and each filter accepts only these. A last filter
  /// for all files, which Chromium adds, doesn't count.
  package var isForPhotos: Bool {
    guard case .open = kind, filters.contains(where: \.isForPhotos) else { return false }
    return filters.allSatisfy { $0.isForPhotos || $0.isForAll } && !(current?.isForAll ?? false)
  }

  package var isForSaving: Bool { if case .open = kind { false } else { true } }

  private var current: ChooserFilter? { filter.map { filters[$0] } ?? filters.first }
}

/// What a person has chosen.
package struct ChooserAnswer: Codable, Sendable, Equatable {
  package var urls: [String]
  package var filter: Int?
  /// The values of choices by their identifiers.
  package var choices: [String: String]

  package init(urls: [String], filter: Int? = nil, choices: [String: String] = [:]) {
    (self.urls, self.filter, self.choices) = (urls, filter, choices)
  }
}

/// How a request ends.
package enum ChooserOutcome: Sendable, Equatable {
  case chosen(ChooserAnswer)
  case cancelled
  /// An error, in words for a person.
  case failed(String)
}
