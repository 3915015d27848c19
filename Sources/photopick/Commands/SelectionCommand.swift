import ArgumentParser
import PhotoFiles
import PhotoPicker
import SystemPackage

/// A command whose first argument is a selection, such as `1-4,9`.
protocol SelectionCommand: ParsableCommand {
  associatedtype Zone: ViewZoneArguments
  /// The selection as the parser returned it; `nil` if it is missing.
  var selectionText: String? { get }
  var paths: PathArguments { get }
  var view: LibraryViewOptions<CatalogOptions, Zone> { get }
  var lists: ListOptions { get }
}

extension SelectionCommand {
  /// - Parameter selection: The selection as the parser returned it.
  func picking(
    _ selection: String, inShownOrder: Bool = false, expectedGone: Set<FilePath> = []
  ) -> PhotoPicking<Zone> {
    PhotoPicking(
      command: Self.configuration.commandName ?? "", selection: RawArguments.written(selection),
      paths: paths, view: view, lists: lists, inShownOrder: inShownOrder, expectedGone: expectedGone)
  }

  /// The number of marked arguments that the parser assigned to the selection or to paths.
  fileprivate var markedCount: Int {
    ([selectionText].compactMap(\.self) + paths.paths).count(where: SelectionParser.isMarked)
  }
}

/// Makes selections such as `-3` acceptable to the argument parser, which treats the hyphen as the start of an
/// option.
enum SelectionParser {
  /// The maximum number of arguments to try as the selection.
  private static let mostTries = 16

  /// Parses arguments whose first element names a command.
  ///
  /// Only the parser knows which arguments are values of options, so it first gets the original arguments. If parsing
  /// fails, hyphens before digits are replaced by placeholders, in the selection and in paths (for which `PhotoPicking`
  /// has a /// specific message), but never in the value of another option, such as `--title '-5 °C'`.
  ///
  /// - Throws: The parser's error.
  static func parse(
    _ arguments: [String], for commands: [any ParsableCommand.Type],
    _ parse: ([String]) async throws -> any ParsableCommand
  ) async throws -> any ParsableCommand {
    let error: any Error
    do {
      return try await parse(arguments)
    } catch let refusal {
      error = refusal
    }
    let takesSelection = commands.contains {
      $0 is any SelectionCommand.Type && $0.configuration.commandName == arguments.first
    }
    guard takesSelection else { throw error }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let places = arguments[..<end].indices.filter { beginsLikeRun(arguments[$0]) }
    guard !places.isEmpty else { throw error }
    var failure: any Error = error
    let single = places.count > 1 ? places.prefix(mostTries).map { [$0] } : []
    for (attempt, marked) in ([places] + single).enumerated() {
      var arguments = arguments
      for place in marked {
        arguments[place] = String(RawArguments.hyphen) + arguments[place].dropFirst()
      }
      do {
        let command = try await parse(arguments)
        if let command = command as? any SelectionCommand, command.markedCount == marked.count {
          return command
        }
      } catch let refusal where attempt == 0 {
        // The error may be unrelated to hyphens.
        failure = refusal
      } catch {
      }
    }
    throw failure
  }

  /// Returns whether a string looks like an open range such as `-3`, which selects photos 1 to 3.
  private static func beginsLikeRun(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.dropFirst().first.map { ("1"..."9").contains($0) } ?? false
  }

  fileprivate static func isMarked(_ text: String) -> Bool {
    text.unicodeScalars.first == RawArguments.hyphen
  }
}
