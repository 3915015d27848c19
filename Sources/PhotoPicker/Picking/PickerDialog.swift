import PhotoFiles
import PhotoLibrary
import SystemPackage

/// The request of an app that a picker answers: title, filters and further choices.
public struct PickerDialog: Sendable {
  public enum Purpose: Sendable, Hashable {
    case open
    /// Choose a folder, and a name for a file.
    case saveFile(name: String)
    /// Choose a folder for a number of files.
    case saveFiles(count: Int)
  }

  public struct Filter: Sendable {
    public var name: String
    /// `nil` for all photos.
    public var predicate: PredicateFilter?

    public init(name: String, predicate: PredicateFilter?) {
      (self.name, self.predicate) = (name, predicate)
    }
  }

  /// A menu, or a check box without options, whose values are `true` and `false`.
  public struct Choice: Sendable, Hashable {
    public var identifier: String
    public var label: String
    public var options: [(identifier: String, label: String)]
    public var selected: String

    public init(
      identifier: String, label: String, options: [(identifier: String, label: String)], selected: String
    ) {
      (self.identifier, self.label, self.options, self.selected) = (identifier, label, options, selected)
    }

    public static func == (left: Choice, right: Choice) -> Bool {
      left.identifier == right.identifier && left.label == right.label && left.selected == right.selected
        && left.options.elementsEqual(right.options, by: ==)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
  }

  /// What the user has chosen besides photos.
  public struct Answer: Sendable, Hashable {
    public var filter: Int?
    /// The values of choices by their identifiers.
    public var choices: [String: String] = [:]
    /// The folder, and the name of a file to save.
    public var folder: FilePath?
    public var name: String?

    public init() {}
  }

  public var purpose = Purpose.open
  public var title = ""
  /// The label of the button that returns the photos; empty for the usual one.
  public var acceptLabel = ""
  public var filters: [Filter] = []
  /// The filter to begin with.
  public var filter: Int?
  public var choices: [Choice] = []
  /// The folders to save into, the first one preselected.
  public var folders: [FilePath] = []

  public init() {}

  /// The answer of a user who changes nothing.
  var initialAnswer: Answer {
    var answer = Answer()
    answer.filter = filter ?? (filters.isEmpty ? nil : 0)
    for choice in choices { answer.choices[choice.identifier] = choice.selected }
    return answer
  }
}

extension PickerModel {
  /// Displays the photos that a filter of the app accepts.
  package mutating func choose(filter: Int) -> [PickerEffect] {
    guard let filters = options.dialog?.filters, filters.indices.contains(filter) else { return [] }
    dialogAnswer.filter = filter
    query.predicate = filters[filter].predicate
    return [.makeContents]
  }

  /// Changes a choice of the app; ignores unknown values.
  package mutating func choose(_ value: String, for identifier: String) {
    guard let choice = options.dialog?.choices.first(where: { $0.identifier == identifier }) else { return }
    let values = choice.options.isEmpty ? ["true", "false"] : choice.options.map(\.identifier)
    if values.contains(value) { dialogAnswer.choices[identifier] = value }
  }

  /// Ends with a place for files, unless the name can't be used or is taken.
  ///
  /// - Parameters:
  ///   - name: The name of a file; `nil` if the app has given the names.
  ///   - replaces: Whether the user has agreed to replace a file with the name.
  package mutating func save(into folder: FilePath, as name: String?, replaces: Bool) -> [PickerEffect] {
    isNameTaken = false
    if let name {
      guard let file = FileName(bytes: Array(name.utf8)), !["", ".", ".."].contains(name),
        name.utf8.count <= 255, !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
      else {
        message = "A file can't have this name."
        return []
      }
      isNameTaken = !replaces && (try? FileStatus(folder.appending(file))) != nil
      if isNameTaken { return [] }
    }
    (dialogAnswer.folder, dialogAnswer.name) = (folder, name)
    return [.finish]
  }
}
